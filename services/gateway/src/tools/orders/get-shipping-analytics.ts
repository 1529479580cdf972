import type { Report, VolumeRow } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { textOrNull } from '../presentation/text-or-null';
import { defineTool } from '../tool';
import { reportSpan } from './report-arguments';
import { requireReporting } from './require-reporting';

const DEFAULT_DAYS = 30;
const DAY_SECONDS = 86_400;

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
    return {
      period: { from: report.from, to: report.to },
      totals: totalsOf(report),
      by_carrier: report.byCarrier.map((row) => ({ carrier: row.carrier, ...volume(row) })),
      by_service: report.byService.map((row) => ({
        ...{ carrier: row.carrier, service_level: row.serviceLevel, method: row.method },
        ...volume(row),
      })),
      by_destination_state: report.byDestinationState.map((row) => ({
        state: textOrNull(row.state),
        ...volume(row),
      })),
      by_day: report.byDay.map((row) => ({ date: row.date, ...volume(row) })),
      ...deliveryOf(report),
    };
  },
});

const volume = ({ labels, costCents }: Pick<VolumeRow, 'labels' | 'costCents'>) => ({
  labels,
  cost: toDollars(costCents),
});

const totalsOf = ({ byCarrier, deliveries }: Report) => ({
  ...volume({
    labels: byCarrier.reduce((sum, { labels }) => sum + labels, 0),
    costCents: byCarrier.reduce((sum, { costCents }) => sum + costCents, 0),
  }),
  deliveries,
});

const deliveryOf = ({ deliveries, deliverySeconds, promisedDeliveries, onTimeDeliveries }: Report) => ({
  average_delivery_days: deliveries === 0 ? null : rounded(deliverySeconds / deliveries / DAY_SECONDS, 10),
  on_time_rate: promisedDeliveries === 0 ? null : rounded(onTimeDeliveries / promisedDeliveries, 1000),
});

const rounded = (number: number, steps: number): number => Math.round(number * steps) / steps;
