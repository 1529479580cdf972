import { type DueDocument, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { eventually } from '@parcelyard/testing/eventually';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { Binary } from 'mongodb';
import { Registry } from 'prom-client';
import { createDeadLetters } from '../src/dead-letters';
import { workMetrics } from '../src/work-metrics';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

it('metrics show the lag of events and due work, the dead letters and how full a consumer is', async () => {
  const clock = new FakeClock();
  const { db } = database;
  const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000);
  const event = { eventId: 'e1', type: 'order.created', accountId: 1, payload: new Binary(Buffer.from('')) };
  await db
    .collection('orders')
    .insertMany([
      { accountId: 1, outbox: [{ ...event, occurredAt: ago(90) }] },
      { accountId: 1, outbox: [{ ...event, eventId: 'e2', occurredAt: ago(30) }] },
      { accountId: 1 },
    ]);
  await db.collection('jobs').insertMany([
    { accountId: 1, dueAt: ago(12) },
    { accountId: 1, dueAt: ago(-50) },
  ]);
  const deadLetters = await createDeadLetters(db, clock);
  const envelope = { ...event, occurredAt: ago(5), payload: Buffer.from('') };
  await deadLetters.add('mail', envelope, 10, 'no such template');

  const leased = new LeasedCollection<DueDocument>({
    collection: db.collection('jobs'),
    clock,
    leaseMs: 1_000,
    farthestMs: 60_000,
  });
  const bus = { fills: async () => [{ consumer: 'mail', filled: 0.25 }] };
  const registry = new Registry();
  const metrics = workMetrics({ db, clock, outboxes: ['orders', 'jobs'], due: [leased], deadLetters, bus });
  for (const metric of metrics) registry.registerMetric(metric);
  // A metric is missing when its values do not arrive within two seconds.
  await eventually(async () => {
    const text = await registry.metrics();
    expect(text).toContain('parcelyard_outbox_lag_seconds{collection="orders"} 90');
    expect(text).toContain('parcelyard_outbox_lag_seconds{collection="jobs"} 0');
    expect(text).toContain('parcelyard_due_lag_seconds{collection="jobs"} 12');
    expect(text).toContain('parcelyard_dead_letters 1');
    expect(text).toContain('parcelyard_consumer_fill_ratio{consumer="mail"} 0.25');
  });
});
