import { measuresInWords } from '@parcelyard/service-kit/measures-in-words';
import { changesOnlyReserved, ledgerWords, movedCents } from '../../../../operations/ledger-words';
import type { LedgerRow } from '../../../../operations/read-ledger';
import { pageAddress } from '../../routing/with-query';
import { Card } from '../../view/blocks';
import { formatChange, formatMoney } from '../../view/format';
import { type Column, momentColumn, moneyColumn, Pagination, Table } from '../../view/table';

export interface LedgerView {
  readonly rows: readonly LedgerRow[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

/** Every movement of money, newest first. */
export const LedgerCard = ({ ledger: { rows, page, pageSize, total } }: { ledger: LedgerView }) => (
  <Card
    title="Ledger"
    lead="All movements of money. The price of a label is reserved first and charged when the carrier has sold the label."
  >
    {rows.length > 0 && <Table caption="Ledger, newest first" columns={COLUMNS} rows={rows} />}
    {total === 0 && <p class="muted">No money has moved yet.</p>}
    <Pagination
      page={page}
      pageSize={pageSize}
      total={total}
      href={(number) => pageAddress('/settings/billing', number)}
    />
  </Card>
);

const COLUMNS: readonly Column<LedgerRow>[] = [
  momentColumn('When', ({ at }) => at),
  {
    heading: 'What',
    cell: (row) => (
      <div>
        <div>
          {ledgerWords(row)}
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
  moneyColumn('Balance after', ({ availableAfterCents }) => availableAfterCents),
];

function amountOf(row: LedgerRow) {
  const change = formatChange(movedCents(row));
  return changesOnlyReserved(row) ? <span class="muted">{change} from the reserved amount</span> : change;
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
