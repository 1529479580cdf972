import type { Approval, ListApprovalsResponse } from '@parcelyard/contracts/billing';
import type { OrderRow } from '@parcelyard/contracts/orders';
import type { Caller } from '../../../../clients/caller';
import { page } from '../../routing/answer';
import { readPage } from '../../routing/read-page';
import { ownerPage, type Route } from '../../routing/route';
import { pageAddress } from '../../routing/with-query';
import { EmptyState, PageHead } from '../../view/blocks';
import { formatCount } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { Pagination } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';
import { PastApprovals, WaitingApprovals } from './approval-tables';

const PATH = '/approvals';
/** The most waiting approvals that the page lists. They expire after an hour. */
const WAITING_SIZE = 100;
const PAGE_SIZE = 25;

/** The purchases that wait for the owner, and below them earlier ones with their decisions. @see [MCP-W6] */
export const approvalsPage = ({ clients: { billing, orders } }: WebDependencies): Route => {
  /** Returns the first order of each purchase, by id. */
  const ordersOf = async (caller: Caller, approvals: readonly Approval[]) => {
    const orderIds = [...new Set(approvals.flatMap(({ orderIds: [first] }) => first ?? []))];
    const rows = orderIds.length === 0 ? [] : (await orders.getOrderRows(caller, { orderIds })).orders;
    return new Map(rows.map((row) => [row.orderId, row]));
  };

  return ownerPage(PATH, async ({ caller, query }) => {
    const number = readPage(query);
    const [waiting, past] = await Promise.all([
      billing.listApprovals(caller, { waiting: true, page: { page: 1, pageSize: WAITING_SIZE } }),
      billing.listApprovals(caller, { waiting: false, page: { page: number, pageSize: PAGE_SIZE } }),
    ]);
    const known = await ordersOf(caller, [...waiting.approvals, ...past.approvals]);
    return view({ number, waiting, past, known });
  });
};

interface Shown {
  number: number;
  waiting: ListApprovalsResponse;
  past: ListApprovalsResponse;
  known: ReadonlyMap<number, OrderRow>;
}

const view = ({ number, waiting, past, known }: Shown) =>
  page(
    'Waiting for you',
    <>
      <PageHead
        title="Waiting for you"
        lead={leadOf(waiting)}
        actions={
          <ButtonLink href="/settings/limits" look="quiet">
            Change your limits
          </ButtonLink>
        }
      />
      <div class="stack">
        {waiting.approvals.length > 0 ? (
          <WaitingApprovals approvals={waiting.approvals} known={known} />
        ) : (
          <EmptyState title="Nothing is waiting for you">
            <p>
              A purchase above your approval amount waits here until you allow or deny it. You set the amount
              under <a href="/settings/limits">Limits</a>.
            </p>
          </EmptyState>
        )}
        {past.total > 0 && (
          <section>
            <h2 class="section-title">Earlier</h2>
            {past.approvals.length > 0 && <PastApprovals approvals={past.approvals} known={known} />}
            <Pagination
              page={number}
              pageSize={PAGE_SIZE}
              total={past.total}
              href={(other) => pageAddress(PATH, other)}
            />
          </section>
        )}
      </div>
    </>,
  );

function leadOf({ approvals, total }: ListApprovalsResponse): string {
  if (total === 0) return 'Purchases above the amount that needs your approval.';
  const listed = total > approvals.length ? ' Those that expire first are listed.' : '';
  return `${formatCount(total)} ${total === 1 ? 'purchase waits' : 'purchases wait'} for your decision.${listed} Nothing has been charged.`;
}
