import { measuresInWords } from '@parcelyard/service-kit/measures-in-words';
import { Card } from '../../view/blocks';
import { formatChange, formatMoment, formatMoney } from '../../view/format';
import { type Column, Pagination, Table } from '../../view/table';
import type { LedgerRow, LedgerView } from './read-ledger';

/** Every movement of money, newest first. */
export const LedgerCard = ({ ledger: { rows, page, pageSize, total } }: { ledger: LedgerView }) => (
  <Card
    title="Ledger"
    lead="Every movement of money. A label's price is reserved first and charged once the carrier has sold it."
  >
    {rows.length === 0 ? (
      <p class="muted">{total === 0 ? 'No money has moved yet.' : 'There is nothing on this page.'}</p>
    ) : (
      <Table caption="Ledger, newest first" columns={COLUMNS} rows={rows} />
    )}
    <Pagination
      page={page}
      pageSize={pageSize}
      total={total}
      href={(number) => (number > 1 ? `/settings/billing?page=${number}` : '/settings/billing')}
    />
  </Card>
);

const WHAT: Readonly<Record<string, string>> = {
  recharge: 'Recharge of the payment method',
  recharge_refund: 'Recharge refunded to the card',
  recharge_refund_failed: 'Refund to the card failed',
  recharge_dispute: 'Recharge disputed by the card’s owner',
  recharge_dispute_won: 'Dispute decided for us',
  reservation: 'Batch counted into the day’s limit',
  reservation_end: 'Rest of a batch’s limit given back',
  credit: 'Credit',
  referral_credit: 'Referral credit',
  hold: 'Reserved for a label',
  capture: 'Label charged',
  release: 'Reservation given back',
  refund: 'Label refunded',
  carrier_adjustment: 'Postage corrected by the carrier',
};

/** A purchase that is refused leaves its mark in the ledger although nothing was reserved for it. */
const whatOf = ({ kind, availableChangeCents }: LedgerRow): string =>
  kind === 'release' && availableChangeCents === 0
    ? 'Label not bought, nothing was reserved'
    : (WHAT[kind] ?? kind);

const COLUMNS: readonly Column<LedgerRow>[] = [
  { heading: 'When', cell: ({ at }) => at && <span class="nowrap small">{formatMoment(at)}</span> },
  {
    heading: 'What',
    cell: (row) => (
      <div>
        <div>
          {whatOf(row)}
          {row.order && (
            <>
              {' · '}
              <a href={`/orders/${row.order.orderId}`}>{row.order.orderNumber}</a>
            </>
          )}
        </div>
        <div class="muted small">{row.adjustment ? measuresInWords(row.adjustment) : partsOf(row)}</div>
      </div>
    ),
  },
  { heading: 'Amount', kind: 'numeric', cell: amountOf },
  {
    heading: 'Balance after',
    kind: 'numeric',
    cell: ({ availableAfterCents }) => formatMoney(availableAfterCents),
  },
];

/** A charge takes what was reserved before, so that the balance stays. */
function amountOf({ availableChangeCents, heldChangeCents }: LedgerRow) {
  if (availableChangeCents !== 0 || heldChangeCents === 0) return formatChange(availableChangeCents);
  return <span class="muted">{formatChange(heldChangeCents)} of reserved</span>;
}

function partsOf({ postageCents, insuranceCents, feeCents }: LedgerRow): string {
  return [
    ['Postage', postageCents],
    ['insurance', insuranceCents],
    ['fee', feeCents],
  ]
    .filter(([, cents]) => cents !== 0)
    .map(([name, cents]) => `${name} ${formatMoney(cents as number)}`)
    .join(', ');
}
