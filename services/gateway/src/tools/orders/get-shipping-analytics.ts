import type { VolumeRow } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { netOf, readVolumeReport, requireReporting } from '../../operations/reports';
import { shopDay } from '../../operations/shop-day';
import { textOrNull } from '../../values/nullable';
import { reportSpan } from '../arguments/fields';
import { defineTool, READS } from '../tool';

/** @see [MCP-B7] */
export const getShippingAnalytics = defineTool({
  name: 'get_shipping_analytics',
  title: 'Get shipping analytics',
  description:
    'Labels bought, their cost, refunds, adjustments (later changes of postage by carriers) and net, in US dollars, by carrier, service, destination state and day (in time_zone). pending_refunds are in no other figure. average_delivery_days and on_time_rate (0 to 1) are of parcels delivered in the period; null if not known yet.',
  ...READS,
  planFeature: 'business reporting',
  input: z.object(reportSpan('29 days before to')),
  async run(args, context) {
    await requireReporting(context);
    const report = await readVolumeReport(context, args);
    return {
      period: { from: report.from, to: report.to },
      ...shopDay(context),
      totals: { ...volume(report), deliveries: report.deliveries },
      // The report's other figures contain a refund only after its money is on the balance.
      pending_refunds: { count: report.pendingRefunds, amount: toDollars(report.pendingRefundsCents) },
      by_carrier: report.byCarrier.map((row) => ({ carrier: row.carrier, ...volume(row) })),
      by_service: report.byService.map((row) => ({
        carrier: row.carrier,
        service_level: row.serviceLevel,
        method: row.method,
        ...volume(row),
      })),
      by_destination_state: report.byDestinationState.map((row) => ({
        state: textOrNull(row.state),
        ...volume(row),
      })),
      by_day: report.byDay.map((row) => ({ date: row.date, ...volume(row) })),
      average_delivery_days: report.averageDeliveryDays,
      on_time_rate: report.onTimeRate,
    };
  },
});

const volume = (row: Pick<VolumeRow, 'labels' | 'costCents' | 'refundsCents' | 'adjustmentsCents'>) => ({
  labels: row.labels,
  cost: toDollars(row.costCents),
  refunds: toDollars(row.refundsCents),
  adjustments: toDollars(row.adjustmentsCents),
  net: toDollars(netOf(row)),
});
