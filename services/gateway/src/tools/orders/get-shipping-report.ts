import type { SpendRow } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { wholeNumber } from '../arguments/fields';
import { defineTool, type Payload } from '../tool';
import { requireReporting } from './require-reporting';

const DEFAULT_MONTHS = 6;

/** @see specification, "Tool catalog"; decisions, "Reports" */
export const getShippingReport = defineTool({
  name: 'get_shipping_report',
  title: 'Get shipping report',
  description:
    'Shipping spend by UTC calendar month in US dollars: labels bought, postage, fees, insurance, refunds of voided labels, net, and the average cost of a label (null without labels). The last month is the current one.',
  access: 'Read-only',
  planFeature: 'business reporting',
  oauth: true,
  saves: 'nothing',
  hints: { openWorld: false },
  input: z.object({
    months: wholeNumber('How many calendar months, 1 to 24, the current one included. Default: 6.', {
      min: 1,
      max: 24,
    }).optional(),
  }),
  async run(args, context) {
    await requireReporting(context);
    const { caller, clients } = context;
    const months = args.months ?? DEFAULT_MONTHS;
    const report = await clients.orders.getReport(caller, { from: '', to: '', months, days: 0 });
    return {
      period: { from: report.from, to: report.to },
      totals: presentSpend(report.months.reduce(addUp, NOTHING)),
      months: report.months.map((row) => ({ month: row.month, ...presentSpend(row) })),
    };
  },
});

type Spend = Omit<SpendRow, 'month'>;

const NOTHING: Spend = { labels: 0, postageCents: 0, feesCents: 0, insuranceCents: 0, refundsCents: 0 };

const addUp = (sum: Spend, row: Spend): Spend => ({
  labels: sum.labels + row.labels,
  postageCents: sum.postageCents + row.postageCents,
  feesCents: sum.feesCents + row.feesCents,
  insuranceCents: sum.insuranceCents + row.insuranceCents,
  refundsCents: sum.refundsCents + row.refundsCents,
});

function presentSpend({ labels, postageCents, feesCents, insuranceCents, refundsCents }: Spend): Payload {
  const paid = postageCents + feesCents + insuranceCents;
  return {
    labels,
    postage: toDollars(postageCents),
    fees: toDollars(feesCents),
    insurance: toDollars(insuranceCents),
    refunds: toDollars(refundsCents),
    net: toDollars(paid - refundsCents),
    average_cost: labels === 0 ? null : toDollars(Math.round(paid / labels)),
  };
}
