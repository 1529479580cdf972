import type { DueDocument, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { gaugeOf } from '@parcelyard/service-kit/gauge-of';
import type { Db } from 'mongodb';
import type { Metric } from 'prom-client';
import type { Bus } from './bus';
import type { DeadLetters } from './dead-letters';
import type { OutboxDocument } from './outbox-entry';
import { readOutboxLag } from './read-lag';

type Lagging = Pick<LeasedCollection<DueDocument>, 'label' | 'lagMs'>;

interface Work {
  db: Db;
  clock: Clock;
  outboxes?: readonly string[];
  /** Collections with documents that may have due work. */
  due?: readonly Lagging[];
  deadLetters?: DeadLetters;
  /** Reports how full the service's consumers are. */
  bus?: Pick<Bus, 'fills'>;
}

/**
 * The metrics of a service's background work. Every replica reports the same values, because they come from the
 * database and the bus.
 */
export function workMetrics({ db, clock, outboxes = [], due = [], deadLetters, bus }: Work): Metric[] {
  const outboxLags = outboxes.map((label) => ({
    label,
    lagMs: () => readOutboxLag(db.collection<OutboxDocument>(label), clock),
  }));
  const metrics = [
    ...lagGauge(
      'parcelyard_outbox_lag_seconds',
      'Age of the oldest event that is not published yet, by collection',
      outboxLags,
    ),
    ...lagGauge('parcelyard_due_lag_seconds', 'Delay of the oldest due work, by collection', due),
  ];
  if (deadLetters) {
    metrics.push(
      gaugeOf({
        name: 'parcelyard_dead_letters',
        help: 'Events that a consumer failed to process and that nobody has replayed yet (dead letters)',
        read: async () => [{ value: await deadLetters.count() }],
      }),
    );
  }
  if (bus) {
    metrics.push(
      gaugeOf({
        name: 'parcelyard_consumer_fill_ratio',
        help: 'Unacknowledged events divided by their limit, by consumer; at 1 the consumer gets no new events',
        labelNames: ['consumer'],
        read: async () =>
          (await bus.fills()).map(({ consumer, filled }) => ({ labels: { consumer }, value: filled })),
      }),
    );
  }
  return metrics;
}

/** Creates a gauge of these collections' lags. Without a collection, creates no gauge. */
function lagGauge(name: string, help: string, collections: readonly Lagging[]): Metric[] {
  if (collections.length === 0) return [];
  const read = () =>
    Promise.all(
      collections.map(async (one) => ({
        labels: { collection: one.label },
        value: (await one.lagMs()) / 1_000,
      })),
    );
  return [gaugeOf({ name, help, labelNames: ['collection'], read })];
}
