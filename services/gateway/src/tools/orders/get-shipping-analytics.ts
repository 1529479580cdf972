import { z } from 'zod';
import { defineTool } from '../tool';
import { presentShippingAnalytics } from './present-shipping-analytics';
import { reportSpan } from './report-arguments';
import { requireReporting } from './require-reporting';

const DEFAULT_DAYS = 30;

/** @see specification, "Tool catalog"; decisions, "Reports" */
export const getShippingAnalytics = defineTool({
  name: 'get_shipping_analytics',
  title: 'Get shipping analytics',
  description:
    'Labels bought and their cost in US dollars by carrier, service, destination state and UTC day; and of the parcels delivered in the span the average days in transit and the share that arrived by the promised day (0 to 1). null where nothing is known yet.',
  access: 'Read-only',
  planFeature: 'business reporting',
  oauth: true,
  saves: 'nothing',
  hints: { openWorld: false },
  input: z.object(reportSpan('29 days before to')),
  async run(args, context) {
    await requireReporting(context);
    const { caller, clients } = context;
    const span = { from: args.from ?? '', to: args.to ?? '', months: 0, days: DEFAULT_DAYS };
    const report = await clients.orders.getReport(caller, span);
    return presentShippingAnalytics(report);
  },
});
