import { z } from 'zod';
import { defineTool } from '../tool';
import { presentTaxReport } from './present-tax-report';
import { reportSpan } from './report-arguments';
import { requireReporting } from './require-reporting';

/** @see specification, "Tool catalog"; decisions, "Reports" */
export const getTaxReport = defineTool({
  name: 'get_tax_report',
  title: 'Get tax report',
  description:
    'Sales tax collected, in US dollars, by UTC calendar month of the order date and destination state. taxable is the subtotal of the orders. Canceled, merged and refunded orders are left out.',
  access: 'Read-only',
  planFeature: 'business reporting',
  oauth: true,
  saves: 'nothing',
  hints: { openWorld: false },
  input: z.object(reportSpan('the first day of the month 11 months before to')),
  async run(args, context) {
    await requireReporting(context);
    const { caller, clients } = context;
    const span = { from: args.from ?? '', to: args.to ?? '', months: 12, days: 0 };
    return presentTaxReport(await clients.orders.getReport(caller, span));
  },
});
