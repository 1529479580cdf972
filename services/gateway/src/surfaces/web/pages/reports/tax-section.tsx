import type { presentTaxReport } from '../../../../tools/orders/present-tax-report';
import { Card } from '../../view/card';
import { formatCount, formatDollars } from '../../view/format-money';
import { KeyFigures } from '../../view/key-figures';
import { type Column, Table } from '../../view/table';
import { formatMonth } from './format-month';

type TaxReport = ReturnType<typeof presentTaxReport>;
type TaxRow = TaxReport['months'][number];

/** Sales tax collected, by month and state. */
export const TaxSection = ({ report: { period, totals, months } }: { report: TaxReport }) => (
  <Card title="Sales tax" lead={`Orders placed from ${period.from} to ${period.to}`}>
    <KeyFigures
      rows={[
        ['Tax collected', formatDollars(totals.tax)],
        ['Taxable', formatDollars(totals.taxable)],
        ['Orders', formatCount(totals.orders)],
      ]}
    />
    {months.length === 0 && <p class="muted">There are no orders in this time.</p>}
    {byMonth(months).map(([month, rows], index) => (
      <details key={month} class="tax-month" open={index === 0}>
        <summary>
          {formatMonth(month)} <span class="muted">· {formatDollars(taxOf(rows))}</span>
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

/** The newest month first, its states in the report's order. */
function byMonth(rows: readonly TaxRow[]): [string, TaxRow[]][] {
  const months = new Map<string, TaxRow[]>();
  for (const row of rows) months.set(row.month, [...(months.get(row.month) ?? []), row]);
  return [...months].reverse();
}

/** Whole cents are added, so that no sum is off by one. */
const taxOf = (rows: readonly TaxRow[]): number =>
  rows.reduce((sum, { tax }) => sum + Math.round(tax * 100), 0) / 100;

const COLUMNS: readonly Column<TaxRow>[] = [
  { heading: 'State', cell: ({ state }) => state ?? 'Abroad or unknown' },
  { heading: 'Orders', kind: 'numeric', cell: ({ orders }) => formatCount(orders) },
  { heading: 'Taxable', kind: 'numeric', cell: ({ taxable }) => formatDollars(taxable) },
  { heading: 'Tax', kind: 'numeric', cell: ({ tax }) => formatDollars(tax) },
];
