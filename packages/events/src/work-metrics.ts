import type { DueDocument, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { gaugeOf } from '@parcelyard/service-kit/gauge-of';
import type { Db } from 'mongodb';
import type { Metric } from 'prom-client';
import type { Bus } from './bus';
import type { DeadLetters } from './dead-letters';
import type { OutboxDocument } from './outbox-entry';
import { readOutboxLag } from './read-lag';

interface Work {
  db: Db;
  clock: Clock;
  /** Collections whose documents have an outbox. */
  outboxes?: readonly string[];
  /** Collections whose documents, or a part of them, may be due. */
  due?: readonly Pick<LeasedCollection<DueDocument>, 'label' | 'lagMs'>[];
  deadLetters?: DeadLetters;
  /** Of the service's consumers. */
  bus?: Pick<Bus, 'fills'>;
}

/** What an operator watches of a service's background work. Every replica sees the same, for the database knows. */
export function workMetrics({ db, clock, outboxes = [], due = [], deadLetters, bus }: Work): Metric[] {
  const metrics: Metric[] = [];
  if (outboxes.length > 0) {
    metrics.push(
      gaugeOf({
        name: 'parcelyard_outbox_lag_seconds',
        help: 'Age of the oldest event that waits for the bus, by collection',
        labelNames: ['collection'],
        read: () =>
          Promise.all(
            outboxes.map(async (collection) => ({
              labels: { collection },
              value: (await readOutboxLag(db.collection<OutboxDocument>(collection), clock)) / 1_000,
            })),
          ),
      }),
    );
  }
  if (due.length > 0) {
    metrics.push(
      gaugeOf({
        name: 'parcelyard_due_lag_seconds',
        help: 'Time by which the oldest due work is late, by collection',
        labelNames: ['collection'],
        read: () =>
          Promise.all(
            due.map(async (leased) => ({
              labels: { collection: leased.label },
              value: (await leased.lagMs()) / 1_000,
            })),
          ),
      }),
    );
  }
  if (deadLetters) {
    metrics.push(
      gaugeOf({
        name: 'parcelyard_dead_letters',
        help: 'Events that a consumer of the service gave up and nobody has replayed',
        read: async () => [{ value: await deadLetters.count() }],
      }),
    );
  }
  if (bus) {
    metrics.push(
      gaugeOf({
        name: 'parcelyard_consumer_fill_ratio',
        help: 'Share of the events that may be unacknowledged at one time, by consumer; at 1 it gets no new ones',
        labelNames: ['consumer'],
        read: async () =>
          (await bus.fills()).map(({ consumer, filled }) => ({ labels: { consumer }, value: filled })),
      }),
    );
  }
  return metrics;
}
