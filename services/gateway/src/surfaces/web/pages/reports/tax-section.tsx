import type { TaxRow } from '@parcelyard/contracts/orders';
import type { TaxReport } from '../../../../operations/reports';
import { Card, KeyFigures } from '../../view/blocks';
import { formatCount, formatMoney, formatMonth, formatShortDate } from '../../view/format';
import { type Column, moneyColumn, Table } from '../../view/table';

/** Sales tax collected, by state, and by month and state. */
export const TaxSection = ({ report: { from, to, totals, states, months } }: { report: TaxReport }) => (
  <Card title="Sales tax" lead={`Orders placed from ${formatShortDate(from)} to ${formatShortDate(to)}`}>
    <KeyFigures
      rows={[
        ['Tax collected', formatMoney(totals.taxCents)],
        ['Taxable', formatMoney(totals.taxableCents)],
        ['Orders', formatCount(totals.orders)],
      ]}
    />
    {months.length === 0 ? (
      <p class="muted">There are no orders in this period.</p>
    ) : (
      <Table caption="Sales tax by state" compact columns={COLUMNS} rows={states} />
    )}
    {byMonth(months).map(([month, rows]) => (
      <details key={month} class="tax-month">
        <summary>
          {formatMonth(month)} <span class="muted">· {formatMoney(taxOf(rows))}</span>
        </summary>
        <Table
          caption={`Sales tax in ${formatMonth(month)} by state`}
          compact
          columns={COLUMNS}
          rows={rows}
        />
      </details>
    ))}
  </Card>
);

/** Groups the rows by month, the newest month first. The states of a month keep the report's order. */
function byMonth(rows: readonly TaxRow[]): [string, TaxRow[]][] {
  const months = new Map<string, TaxRow[]>();
  for (const row of rows) months.set(row.month, [...(months.get(row.month) ?? []), row]);
  return [...months].reverse();
}

const taxOf = (rows: readonly TaxRow[]): number => rows.reduce((sum, { taxCents }) => sum + taxCents, 0);

const COLUMNS: readonly Column<Omit<TaxRow, 'month'>>[] = [
  { heading: 'State', cell: ({ state }) => state || 'Abroad or unknown' },
  { heading: 'Orders', kind: 'numeric', cell: ({ orders }) => formatCount(orders) },
  moneyColumn('Taxable', ({ taxableCents }) => taxableCents),
  moneyColumn('Tax', ({ taxCents }) => taxCents),
];
