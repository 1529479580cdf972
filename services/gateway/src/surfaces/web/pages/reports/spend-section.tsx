import type { presentShippingReport } from '../../../../tools/orders/present-shipping-report';
import { Card } from '../../view/card';
import { StackedBars } from '../../view/charts/stacked-bars';
import { formatCount, formatDollars } from '../../view/format-money';
import { KeyFigures } from '../../view/key-figures';
import { type Column, Table } from '../../view/table';
import { formatMonth, formatShortMonth } from './format-month';

type SpendReport = ReturnType<typeof presentShippingReport>;
type MonthRow = SpendReport['months'][number];

const SERIES = ['Postage', 'Insurance', 'Fees'];

/** What labels cost, month by month. */
export const SpendSection = ({ report: { totals, months } }: { report: SpendReport }) => (
  <Card title="Spend by month">
    <div class="chart-and-figures">
      <StackedBars
        id="spend"
        title="Spend by month"
        description={`${formatDollars(totals.net)} net over ${months.length} months for ${totals.labels} labels.`}
        series={SERIES}
        rows={months.map((row) => ({
          label: formatShortMonth(row.month),
          values: [row.postage, row.insurance, row.fees],
        }))}
        format={(value) => (Number.isInteger(value) ? `$${formatCount(value)}` : formatDollars(value))}
      />
      <KeyFigures
        rows={[
          ['Net spend', formatDollars(totals.net)],
          ['Labels', formatCount(totals.labels)],
          ['Average label', totals.average_cost === null ? '–' : formatDollars(totals.average_cost)],
          ['Refunded', formatDollars(totals.refunds)],
        ]}
      />
    </div>
    <Table caption="Spend by month" columns={COLUMNS} rows={[...months].reverse()} />
  </Card>
);

const money = (heading: string, figure: (row: MonthRow) => number): Column<MonthRow> => ({
  heading,
  kind: 'numeric',
  cell: (row) => formatDollars(figure(row)),
});

const COLUMNS: readonly Column<MonthRow>[] = [
  { heading: 'Month', cell: ({ month }) => <span class="nowrap">{formatMonth(month)}</span> },
  { heading: 'Labels', kind: 'numeric', cell: ({ labels }) => formatCount(labels) },
  money('Postage', ({ postage }) => postage),
  money('Insurance', ({ insurance }) => insurance),
  money('Fees', ({ fees }) => fees),
  money('Refunds', ({ refunds }) => refunds),
  money('Net', ({ net }) => net),
];
