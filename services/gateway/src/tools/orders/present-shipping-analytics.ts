import type { Report, VolumeRow } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { textOrNull } from '../presentation/text-or-null';

const DAY_SECONDS = 86_400;

/** Volumes and deliveries, as the tool and the reports page show them. @see decisions, "Reports" */
export const presentShippingAnalytics = (report: Report) => ({
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
