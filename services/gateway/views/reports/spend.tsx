import { StackedBars } from '../../src/surfaces/web/view/charts/stacked-bars';
import { formatMonth, formatShortMonth } from '../../src/surfaces/web/view/format';
import { Figures } from '../base/blocks';
import { money } from '../base/words';
import type { SpendReport } from './report';

/** The cost of labels, month by month. */
export const Spend = ({ report }: { report: SpendReport }) => {
  const { totals, months, pending_refunds: pending } = report;
  return (
    <>
      <div class="plot">
        <StackedBars
          id="spend"
          title="Spend by month"
          description={`${money(totals.net)} net over ${months.length} months for ${totals.labels} labels.`}
          series={['Postage', 'Insurance', 'Fees']}
          rows={months.map((row) => ({
            label: formatShortMonth(row.month),
            values: [row.postage, row.insurance, row.fees],
          }))}
          format={(value) => (Number.isInteger(value) ? `$${value.toLocaleString('en-US')}` : money(value))}
        />
        <Figures
          rows={[
            ['Net spend', money(totals.net)],
            ['Labels', totals.labels.toLocaleString('en-US')],
            ['Average label', totals.average_cost === null ? '–' : money(totals.average_cost)],
            ['Refunded', money(totals.refunds)],
            ...(totals.adjustments === 0
              ? []
              : [['Adjusted by carriers', money(totals.adjustments)] as const]),
            ...(pending.count === 0 ? [] : [['Pending refunds', money(pending.amount)] as const]),
          ]}
        />
      </div>
      <details>
        <summary>Figures by month</summary>
        <table class="plain-rows">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" class="number">
                Labels
              </th>
              <th scope="col" class="number">
                Net
              </th>
            </tr>
          </thead>
          <tbody>
            {[...months].reverse().map(({ month, labels, net }) => (
              <tr key={month}>
                <td>{formatMonth(month)}</td>
                <td class="number">{labels.toLocaleString('en-US')}</td>
                <td class="number">{money(net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
};
