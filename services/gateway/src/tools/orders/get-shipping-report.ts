import { z } from 'zod';
import { wholeNumber } from '../arguments/fields';
import { defineTool } from '../tool';
import { presentShippingReport } from './present-shipping-report';
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
    return presentShippingReport(report);
  },
});
