import type { Pickup, PickupOrder } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Answer, page, redirect } from '../../routing/answer';
import type { OwnerPageRequest } from '../../routing/page-request';
import { recordId } from '../../routing/record-id';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Card, Crumb, Facts, Notice, PageHead } from '../../view/blocks';
import { formatDate } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { Moment } from '../../view/moment';
import { type Column, Table } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';
import { webFailure, webSentence } from '../../wording';
import { asRefused, notFoundPage } from '../error-page';
import { ORDER_COLUMN, STATUS_COLUMN, TRACKING_COLUMN } from '../orders/order-columns';
import { questionPage } from '../question-page';
import { loadWords, PickupStatus, windowWords } from './pickup-words';

const PATH = '/pickups/:pickupId';

/** One pickup with its orders. Before it is canceled, the owner is asked. */
export const pickupRoutes = ({ clients: { pickups, activity } }: WebDependencies): Route[] => {
  const show = async ({ caller, query }: OwnerPageRequest, pickupId: number, refusal?: DomainError) => {
    const pickup = await pickups.getPickup(caller, { pickupId });
    const problem = refusal && webSentence(refusal);
    const shown = view(pickup, { problem, justCanceled: query.get('canceled') !== null });
    return refusal ? asRefused(shown, refusal) : shown;
  };

  /** A refused cancellation is shown on the pickup's page. */
  const ofPickup =
    (act: (request: OwnerPageRequest, pickupId: number) => Promise<Answer>) =>
    async (request: OwnerPageRequest): Promise<Answer> => {
      const pickupId = recordId(request.params.pickupId);
      if (pickupId === undefined) return notFoundPage();
      try {
        return await act(request, pickupId);
      } catch (error) {
        if (!(error instanceof DomainError) || !SHOWN_CODES.has(error.code)) throw error;
        return show(request, pickupId, error);
      }
    };

  return [
    ownerPage(PATH, ofPickup(show)),
    ownerPage(
      `${PATH}/cancel`,
      ofPickup(async ({ caller }, pickupId) => {
        const pickup = await pickups.cancelPickup(caller, { pickupId, confirm: false });
        return pickup.status === 'canceled' ? redirect(`/pickups/${pickupId}`) : question(pickup);
      }),
    ),
    ownerForm(
      `${PATH}/cancel`,
      ofPickup(async ({ caller }, pickupId) => {
        const beginning = { action: 'cancel_pickup', subject: { pickupId } };
        await activity.record(caller, beginning, () =>
          pickups.cancelPickup(caller, { pickupId, confirm: true }),
        );
        return redirect(`/pickups/${pickupId}?canceled=1`);
      }),
    ),
  ];
};

const SHOWN_CODES: ReadonlySet<string> = new Set([
  ...['failed_precondition', 'carrier_refused', 'unresolved', 'conflict', 'permission_denied'],
]);

interface Told {
  problem: string | undefined;
  justCanceled: boolean;
}

const view = (pickup: Pickup, { problem, justCanceled }: Told) => {
  const { pickupId, date, status, notes, orders } = pickup;
  return page(
    `Pickup on ${formatDate(date)}`,
    <>
      <Crumb href="/pickups">Pickups</Crumb>
      <PageHead
        title={formatDate(date)}
        lead={loadWords(pickup)}
        actions={<PickupStatus status={status} />}
      />
      <div class="stack">
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        {justCanceled && status === 'canceled' && (
          <Notice tone="good">The pickup was canceled. Its orders need another pickup.</Notice>
        )}
        {notes.map((note) => (
          <Notice key={note.reason} tone="warn">
            {webFailure(note)}
          </Notice>
        ))}
        <Details pickup={pickup} />
        {orders.length > 0 && <Table caption="Orders of the pickup" columns={COLUMNS} rows={orders} />}
        {status === 'scheduled' && (
          <div class="row no-print">
            <ButtonLink href={`/pickups/${pickupId}/cancel`} look="danger">
              Cancel this pickup
            </ButtonLink>
          </div>
        )}
      </div>
    </>,
  );
};

const Details = ({ pickup }: { pickup: Pickup }) => {
  const { window, location, instructions, confirmationNumber, createdAt, canceledAt, scanFormUrl } = pickup;
  return (
    <Card title="For the driver">
      <Facts
        rows={[
          ...(window ? [['Between', windowWords(window)] as const] : []),
          ['Where', location],
          ...(instructions ? [['Instructions', instructions] as const] : []),
          [
            'Confirmation',
            <span key="confirmation" class="code">
              {confirmationNumber || '–'}
            </span>,
          ],
          ...(createdAt ? [['Booked', <Moment key="booked" at={createdAt} />] as const] : []),
          ...(canceledAt ? [['Canceled', <Moment key="canceled" at={canceledAt} />] as const] : []),
        ]}
      />
      {scanFormUrl && (
        <div class="row no-print">
          <ButtonLink href={scanFormUrl} look="quiet">
            Scan form for all labels
          </ButtonLink>
        </div>
      )}
    </Card>
  );
};

const COLUMNS: readonly Column<PickupOrder>[] = [
  ORDER_COLUMN,
  { heading: 'Ship to', cell: ({ name }) => name || <span class="muted">No name</span> },
  STATUS_COLUMN,
  TRACKING_COLUMN,
];

const question = (pickup: Pickup) => {
  const { pickupId, date, packageCount, notes } = pickup;
  const orders = packageCount === 1 ? 'The order needs' : 'The orders need';
  return questionPage({
    title: 'Cancel this pickup?',
    lead: `${formatDate(date)}, ${windowWords(pickup.window)}: ${loadWords(pickup)}.`,
    notes: notes.map((note) => (
      <Notice key={note.reason} tone="warn">
        {webFailure(note)}
      </Notice>
    )),
    consequence: `We tell the carrier that no driver is needed. ${orders} another pickup. The labels stay valid.`,
    button: 'Cancel the pickup',
    action: `/pickups/${pickupId}/cancel`,
    back: `/pickups/${pickupId}`,
    backWords: 'Keep it',
  });
};
