import type { ActivitySubject } from '@parcelyard/contracts/activity';
import type { ComponentChildren } from 'preact';
import { type AmountKind, activityAction } from '../../../../operations/activity-actions';
import { Badge } from '../../view/blocks';
import { formatCount, formatMoney, formatShortDay } from '../../view/format';
import { type Column, momentColumn, Table } from '../../view/table';
import { authorWords, outcomeWords } from './activity-words';
import type { ActivityRow } from './read-activity';

interface Props {
  rows: readonly ActivityRow[];
  now: Date;
  timeZone: string;
}

export const ActivityTable = ({ rows, now, timeZone }: Props) => (
  <Table caption="Activity, newest first" columns={columns(now, timeZone)} rows={rows} />
);

const columns = (now: Date, timeZone: string): readonly Column<ActivityRow>[] => [
  momentColumn('When', ({ at }) => at),
  { heading: 'What', cell: (row) => <What row={row} /> },
  {
    heading: 'Who',
    cell: ({ author }) => {
      const [name, more] = authorWords(author, (day) => formatShortDay(day, timeZone));
      return (
        <div>
          <div>{name}</div>
          <div class="muted small">{more}</div>
        </div>
      );
    },
  },
  { heading: 'Amount', kind: 'numeric', cell: (row) => <Amount row={row} /> },
  { heading: 'Outcome', cell: (row) => <Outcome row={row} now={now} /> },
];

const What = ({ row }: { row: ActivityRow }) => {
  const about = aboutOf(row);
  return (
    <div>
      <div class="strong">{activityAction(row.action).title}</div>
      {about.length > 0 && (
        <div class="small">
          {about.map((part, place) => (
            <>
              {place > 0 && ' · '}
              {part}
            </>
          ))}
        </div>
      )}
    </div>
  );
};

function aboutOf({ subject = {}, orderNumber }: ActivityRow): ComponentChildren[] {
  const { orderId, batchId, pickupId, campaignId, customerId, count, appName } =
    subject satisfies ActivitySubject;
  const named = (name: string, id: number | undefined) => (id === undefined ? [] : [`${name} ${id}`]);
  const linked = (name: string, path: string, id: number | undefined) =>
    id === undefined ? [] : [<a key={name} href={`${path}/${id}`}>{`${name} ${id}`}</a>];
  const order = orderNumber ? (
    <a href={`/orders/${orderId}`}>Order {orderNumber}</a>
  ) : (
    orderId !== undefined && `Order ${orderId}`
  );
  return [
    ...(order ? [order] : []),
    ...linked('Batch', '/batches', batchId),
    ...linked('Pickup', '/pickups', pickupId),
    ...named('Campaign', campaignId),
    ...linked('Customer', '/customers', customerId),
    ...(appName ? [appName] : []),
    ...(count === undefined
      ? []
      : [
          `${formatCount(count)} ${campaignId === undefined ? 'order' : 'recipient'}${count === 1 ? '' : 's'}`,
        ]),
  ];
}

const AMOUNT_WORDS: Readonly<Record<AmountKind, string>> = {
  charged: 'charged',
  refund: 'refund',
  credited: 'credited',
  reserved: 'maximum',
  asked: '',
};

/** The amount of an action. Without one, the cell is empty, and a narrow screen leaves it out. */
const Amount = ({ row: { action, subject } }: { row: ActivityRow }) => {
  const { amount } = activityAction(action);
  // No money moved. The outcome column says why, if needed.
  if (amount === undefined || !subject?.amountCents) return null;
  return (
    <div>
      <div>{formatMoney(subject.amountCents)}</div>
      <div class="muted small">{AMOUNT_WORDS[amount]}</div>
    </div>
  );
};

const Outcome = ({ row, now }: { row: ActivityRow; now: Date }) => {
  const { tone, badge, sentence } = outcomeWords(row, now);
  const approvalId = row.subject?.approvalId;
  return (
    <div>
      <Badge tone={tone}>{badge}</Badge>
      {sentence !== '' && <div class="small">{sentence}</div>}
      {approvalId !== undefined && row.reason === 'approval_needed' && (
        <div class="small">
          <a href={`/approve/${encodeURIComponent(approvalId)}`}>See the request</a>
        </div>
      )}
      <div class="reference">Request {row.requestId}</div>
    </div>
  );
};
