import { toDollars } from '@parcelyard/money/dollars';
import type { SpendReport } from '../../../../operations/reports';
import { Card, KeyFigures } from '../../view/blocks';
import { StackedBars } from '../../view/charts/stacked-bars';
import { formatCount, formatDollars, formatMoney, formatMonth, formatShortMonth } from '../../view/format';
import { type Column, moneyColumn, Table } from '../../view/table';

type MonthRow = SpendReport['months'][number];

const SERIES = ['Postage', 'Insurance', 'Fees'];

/** The cost of labels, month by month. */
export const SpendSection = ({ report }: { report: SpendReport }) => {
  const { totals, months } = report;
  return (
    <Card title="Spend by month">
      <div class="chart-and-figures">
        <StackedBars
          id="spend"
          title="Spend by month"
          description={`${formatMoney(totals.netCents)} net over ${months.length} months for ${totals.labels} labels.`}
          series={SERIES}
          rows={months.map((row) => ({
            label: formatShortMonth(row.month),
            values: [row.postageCents, row.insuranceCents, row.feesCents].map(toDollars),
          }))}
          format={(value) => (Number.isInteger(value) ? `$${formatCount(value)}` : formatDollars(value))}
        />
        <KeyFigures
          rows={[
            ['Net spend', formatMoney(totals.netCents)],
            ['Labels', formatCount(totals.labels)],
            ['Average label', totals.averageCents === null ? '–' : formatMoney(totals.averageCents)],
            ['Adjusted by carriers', formatMoney(totals.adjustmentsCents)],
            ['Refunded', formatMoney(totals.refundsCents)],
            ['Pending refunds', formatMoney(report.pendingRefundsCents)],
          ]}
        />
      </div>
      <Table caption="Spend by month" columns={COLUMNS} rows={[...months].reverse()} />
    </Card>
  );
};

const COLUMNS: readonly Column<MonthRow>[] = [
  { heading: 'Month', cell: ({ month }) => <span class="nowrap">{formatMonth(month)}</span> },
  { heading: 'Labels', kind: 'numeric', cell: ({ labels }) => formatCount(labels) },
  moneyColumn('Postage', ({ postageCents }) => postageCents),
  moneyColumn('Insurance', ({ insuranceCents }) => insuranceCents),
  moneyColumn('Fees', ({ feesCents }) => feesCents),
  moneyColumn('Adjustments', ({ adjustmentsCents }) => adjustmentsCents),
  moneyColumn('Refunds', ({ refundsCents }) => refundsCents),
  moneyColumn('Net', ({ netCents }) => netCents),
];
