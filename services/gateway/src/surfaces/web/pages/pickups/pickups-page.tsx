import type { ListPickupsResponse, Pickup } from '@parcelyard/contracts/pickups';
import { carrierName } from '@parcelyard/service-kit/carriers';
import { shopDay } from '../../../../operations/shop-day';
import { page } from '../../routing/answer';
import { readPage } from '../../routing/read-page';
import { ownerPage, type Route } from '../../routing/route';
import { pageAddress } from '../../routing/with-query';
import { EmptyState, PageHead } from '../../view/blocks';
import { formatDate } from '../../view/format';
import { type Column, Pagination, Table } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';
import { PickupStatus, windowWords } from './pickup-words';

const PATH = '/pickups';
const FUTURE_PAGE_SIZE = 100;
const PAGE_SIZE = 25;

/** Future pickups, the next one first, and past pickups below. */
export const pickupsPage = ({ clients: { pickups }, clock }: WebDependencies): Route =>
  ownerPage(PATH, async ({ caller, query }) => {
    const pages = { coming: readPage(query, 'coming'), past: readPage(query) };
    const { today } = shopDay({ caller, clock });
    const [coming, past] = await Promise.all([
      pickups.listPickups(caller, {
        coming: true,
        today,
        page: { page: pages.coming, pageSize: FUTURE_PAGE_SIZE },
      }),
      pickups.listPickups(caller, { coming: false, today, page: { page: pages.past, pageSize: PAGE_SIZE } }),
    ]);
    return view(pages, coming, past);
  });

interface Pages {
  coming: number;
  past: number;
}

const addressOf = ({ coming, past }: Pages): string =>
  pageAddress(PATH, past, { coming: coming > 1 ? String(coming) : '' });

const view = (pages: Pages, coming: ListPickupsResponse, past: ListPickupsResponse) =>
  page(
    'Pickups',
    <>
      <PageHead
        title="Pickups"
        lead="Carrier pickups for your printed labels. Your assistant books them. The carrier charges nothing."
      />
      <div class="stack">
        <PickupList
          caption="Upcoming, next first"
          list={coming}
          page={pages.coming}
          pageSize={FUTURE_PAGE_SIZE}
          href={(other) => addressOf({ ...pages, coming: other })}
        />
        {coming.total === 0 && (
          <EmptyState title="No pickup is booked">
            <p>
              Ask your assistant to book a pickup once labels are printed: “Have USPS collect tomorrow at the
              front door.”
            </p>
          </EmptyState>
        )}
        {past.total > 0 && (
          <section>
            <h2 class="section-title">Earlier</h2>
            <PickupList
              caption="Earlier, latest first"
              list={past}
              page={pages.past}
              pageSize={PAGE_SIZE}
              href={(other) => addressOf({ ...pages, past: other })}
            />
          </section>
        )}
      </div>
    </>,
  );

interface PickupListProps extends Omit<Parameters<typeof Pagination>[0], 'total'> {
  caption: string;
  list: ListPickupsResponse;
}

const PickupList = ({ caption, list, ...pagination }: PickupListProps) => (
  <>
    {list.pickups.length > 0 && <Table caption={caption} columns={COLUMNS} rows={list.pickups} />}
    <Pagination total={list.total} {...pagination} />
  </>
);

const COLUMNS: readonly Column<Pickup>[] = [
  {
    heading: 'When',
    cell: ({ pickupId, date, window }) => (
      <div>
        <a class="strong" href={`${PATH}/${pickupId}`}>
          {formatDate(date)}
        </a>
        <div class="muted small">{windowWords(window)}</div>
      </div>
    ),
  },
  { heading: 'Carrier', cell: ({ carrier }) => carrierName(carrier) },
  { heading: 'Where', cell: ({ location }) => location },
  { heading: 'Parcels', kind: 'numeric', cell: ({ packageCount }) => packageCount },
  { heading: 'Status', cell: ({ status }) => <PickupStatus status={status} /> },
];
