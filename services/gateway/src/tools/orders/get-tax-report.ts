import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { textOrNull } from '../presentation/text-or-null';
import { defineTool } from '../tool';
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
    const { from, to, taxes } = await clients.orders.getReport(caller, span);
    const total = (figure: (row: (typeof taxes)[number]) => number) =>
      taxes.reduce((sum, row) => sum + figure(row), 0);
    return {
      period: { from, to },
      totals: {
        orders: total(({ orders }) => orders),
        taxable: toDollars(total(({ taxableCents }) => taxableCents)),
        tax: toDollars(total(({ taxCents }) => taxCents)),
      },
      months: taxes.map(({ month, state, orders, taxableCents, taxCents }) => ({
        ...{ month, state: textOrNull(state), orders },
        taxable: toDollars(taxableCents),
        tax: toDollars(taxCents),
      })),
    };
  },
});
