import type { WebhookDelivery } from '@parcelyard/contracts/orders';
import { Card } from '../../view/blocks';
import { Button, ButtonLink, PostForm } from '../../view/forms';
import { Moment } from '../../view/moment';
import { StatusBadge, type StatusWords } from '../../view/status-badge';
import { type Column, momentColumn, Table } from '../../view/table';

interface Props {
  path: string;
  deliveries: readonly WebhookDelivery[];
  /** True on the first page, which starts with the newest event. */
  isNewest: boolean;
  /** True when the page is full, so that older entries may follow. */
  hasOlder: boolean;
  canReplay: boolean;
}

/** The result of each event, newest first. */
export const DeliveryLog = ({ path, deliveries, isNewest, hasOlder, canReplay }: Props) => (
  <Card title="Delivery log">
    {deliveries.length === 0 ? (
      <p class="muted">{isNewest ? 'No event has been sent yet.' : 'There are no older events.'}</p>
    ) : (
      <Table
        caption="Deliveries, newest first"
        columns={canReplay ? [...COLUMNS, replay(path)] : COLUMNS}
        rows={deliveries}
      />
    )}
    {(hasOlder || !isNewest) && (
      <nav class="pagination" aria-label="Pages">
        {!isNewest && (
          <ButtonLink href={path} look="quiet" size="small">
            Newest
          </ButtonLink>
        )}
        {hasOlder && (
          <ButtonLink href={`${path}?before=${deliveries.at(-1)?.deliveryId}`} look="quiet" size="small">
            Older
          </ButtonLink>
        )}
      </nav>
    )}
  </Card>
);

const STATUS: StatusWords = {
  pending: ['accent', 'Pending'],
  delivered: ['good', 'Delivered'],
  retrying: ['warn', 'Retrying'],
  failed: ['bad', 'Failed'],
};

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  momentColumn('Created', ({ createdAt }) => createdAt),
  { heading: 'Event', cell: ({ eventId }) => <span class="code">{eventId}</span> },
  {
    heading: 'Order',
    cell: ({ orderId }) =>
      orderId === undefined ? (
        <span class="muted">Test</span>
      ) : (
        <a class="nowrap" href={`/orders/${orderId}`}>
          {orderId}
        </a>
      ),
  },
  {
    heading: 'Status',
    cell: ({ status, nextAttemptAt }) => (
      <div>
        <StatusBadge status={status} words={STATUS} />
        {nextAttemptAt && (
          <div class="muted small">
            next attempt <Moment at={nextAttemptAt} />
          </div>
        )}
      </div>
    ),
  },
  { heading: 'Attempts', kind: 'numeric', cell: ({ attempt }) => attempt },
  { heading: 'Response', cell: (delivery) => <Outcome delivery={delivery} /> },
];

const Outcome = ({ delivery: { responseCode, durationMs, lastError } }: { delivery: WebhookDelivery }) => {
  const answered = responseCode === undefined ? '' : `HTTP ${responseCode}`;
  const parts = [answered, durationMs === undefined ? '' : `${durationMs} ms`].filter(Boolean);
  if (parts.length === 0 && !lastError) return <span class="muted">–</span>;
  return (
    <div>
      {parts.length > 0 && <div>{parts.join(', ')}</div>}
      {lastError && lastError !== answered && <div class="muted small">{lastError}</div>}
    </div>
  );
};

const replay = (path: string): Column<WebhookDelivery> => ({
  heading: 'Replay',
  kind: 'actions',
  cell: ({ deliveryId, status }) =>
    status === 'failed' ? (
      <PostForm action={`${path}/replay`} hidden={{ delivery_id: String(deliveryId) }}>
        <Button look="quiet" size="small">
          Replay
        </Button>
      </PostForm>
    ) : null,
});
