import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { readTaxReport, requireReporting, type TaxReport } from '../../operations/reports';
import { shopDay } from '../../operations/shop-day';
import { textOrNull } from '../../values/nullable';
import { reportSpan } from '../arguments/fields';
import { defineTool, READS } from '../tool';

/** @see [MCP-B6] */
export const getTaxReport = defineTool({
  name: 'get_tax_report',
  title: 'Get tax report',
  description:
    'Sales tax collected, in US dollars, by destination state, and by calendar month of the order date (in time_zone) and state. taxable is the subtotal of the orders. Canceled, merged and refunded orders are left out.',
  ...READS,
  planFeature: 'business reporting',
  input: z.object(reportSpan('the first day of the month 11 months before to')),
  async run(args, context) {
    await requireReporting(context);
    const { from, to, totals, states, months } = await readTaxReport(context, args);
    return {
      period: { from, to },
      ...shopDay(context),
      totals: presentTaxes(totals),
      states: states.map((row) => ({ state: textOrNull(row.state), ...presentTaxes(row) })),
      months: months.map((row) => ({
        month: row.month,
        state: textOrNull(row.state),
        ...presentTaxes(row),
      })),
    };
  },
});

const presentTaxes = ({ orders, taxableCents, taxCents }: TaxReport['totals']) => ({
  orders,
  taxable: toDollars(taxableCents),
  tax: toDollars(taxCents),
});
