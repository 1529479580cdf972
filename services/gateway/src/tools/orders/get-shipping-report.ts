import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { readSpendReport, requireReporting, type SpendReport } from '../../operations/reports';
import { shopDay } from '../../operations/shop-day';
import { wholeNumber } from '../arguments/fields';
import { defineTool, READS } from '../tool';

/** @see [MCP-B5] */
export const getShippingReport = defineTool({
  name: 'get_shipping_report',
  title: 'Get shipping report',
  description:
    'Shipping spend by calendar month (in time_zone) in US dollars: labels bought, postage, fees, insurance, refunds that have arrived, adjustments (later changes of postage by carriers; negative: paid back), net, and the average cost of a label (null without labels). pending_refunds of voided labels are in no other figure. The last month is the current month.',
  ...READS,
  planFeature: 'business reporting',
  input: z.object({
    months: wholeNumber('Calendar months, 1 to 24, including the current month. Default: 6.', {
      min: 1,
      max: 24,
    }).optional(),
  }),
  async run(args, context) {
    await requireReporting(context);
    const report = await readSpendReport(context, args.months);
    const { from, to, totals, months } = report;
    return {
      period: { from, to },
      ...shopDay(context),
      totals: presentSpend(totals),
      pending_refunds: { count: report.pendingRefunds, amount: toDollars(report.pendingRefundsCents) },
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
  adjustments: toDollars(spend.adjustmentsCents),
  net: toDollars(spend.netCents),
  average_cost: spend.averageCents === null ? null : toDollars(spend.averageCents),
});
