import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { readSpendReport, requireReporting, type SpendReport } from '../../operations/reports';
import { wholeNumber } from '../arguments/fields';
import { defineTool, READS } from '../tool';

/** @see specification, "Tool catalog"; decisions, "Reports" */
export const getShippingReport = defineTool({
  name: 'get_shipping_report',
  title: 'Get shipping report',
  description:
    'Shipping spend by UTC calendar month in US dollars: labels bought, postage, fees, insurance, refunds of voided labels, net, and the average cost of a label (null without labels). The last month is the current one.',
  ...READS,
  planFeature: 'business reporting',
  input: z.object({
    months: wholeNumber('How many calendar months, 1 to 24, the current one included. Default: 6.', {
      min: 1,
      max: 24,
    }).optional(),
  }),
  async run(args, context) {
    await requireReporting(context);
    const { from, to, totals, months } = await readSpendReport(context, args.months);
    return {
      period: { from, to },
      totals: presentSpend(totals),
      months: months.map((row) => ({ month: row.month, ...presentSpend(row) })),
    };
  },
});

const presentSpend = (spend: SpendReport['totals']) => ({
  labels: spend.labels,
  postage: toDollars(spend.postageCents),
  fees: toDollars(spend.feesCents),
  insurance: toDollars(spend.insuranceCents),
  refunds: toDollars(spend.refundsCents),
  net: toDollars(spend.netCents),
  average_cost: spend.averageCents === null ? null : toDollars(spend.averageCents),
});
