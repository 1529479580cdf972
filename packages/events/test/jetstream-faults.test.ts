import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { systemClock } from '@parcelyard/service-kit/clock';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { type NatsServer, startNatsServer } from '@parcelyard/testing/start-nats-server';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { withEnoughTime } from '@parcelyard/testing/with-enough-time';
import type { Bus } from '../src/bus';
import { connectBus } from '../src/connect-bus';
import { consumeEvent } from '../src/consume-event';
import { createDeadLetters } from '../src/dead-letters';
import { labelPrinted } from '../src/event-type';
import { deploymentStream } from '../src/jetstream/deployment-stream';
import { ensureStream } from '../src/jetstream/ensure-stream';
import type { OutboxDocument } from '../src/outbox-entry';
import { outboxIndex, startOutboxRelay } from '../src/start-outbox-relay';
import { anEntry, anEvent } from './event-message';

/**
 * If the acknowledgement of an event was lost, a restarted server delivers the event again only after a wait. The
 * patience is longer than this wait.
 */
const PATIENCE_MS = 100_000;

const deployment = { DEPLOYMENT_NAME: 'test' };
const stream = deploymentStream(deployment);
let nats: NatsServer;
let database: TestDatabase;
let bus: Bus;
/** The subscriptions that must be stopped before the bus. */
let running: { stop(): Promise<void> }[];

beforeEach(async () => {
  [nats, database] = await Promise.all([startNatsServer(), startTestDatabase()]);
  bus = await connectBus({ natsUrl: nats.url, nats: deployment, logger: silentLogger });
  running = [];
});

afterEach(async () => {
  await Promise.all((running ?? []).map((part) => part.stop()));
  await bus?.close();
  await Promise.all([nats?.stop(), database?.close()]);
});

const connected = (up: boolean) => eventually(() => expect(bus.isConnected()).toBe(up));

const documents = () => database.db.collection<OutboxDocument>('documents');

async function startPipeline(handle: (orderId: number) => Promise<void> = async () => undefined) {
  const handled: number[] = [];
  const consumer = await consumeEvent(bus, {
    durable: 'faults',
    type: labelPrinted,
    deadLetters: await createDeadLetters(database.db),
    logger: silentLogger,
    handle: async ({ orderId }) => {
      await handle(orderId);
      // As in every handler of the product, a repeated event changes nothing.
      if (!handled.includes(orderId)) handled.push(orderId);
    },
  });
  await documents().createIndexes([outboxIndex]);
  const relay = startOutboxRelay({
    collection: documents(),
    bus,
    clock: systemClock,
    logger: silentLogger,
    maxIdleMs: 100,
  });
  running.push(relay, consumer);
  return { handled, relay };
}

const write = (from: number, to: number) =>
  documents().insertMany(
    Array.from({ length: to - from + 1 }, (_, index) => ({ accountId: 7, outbox: [anEntry(from + index)] })),
  );

/**
 * Creates a latch that handlers wait for. If the test does not open the latch, the clean-up after the test opens it.
 */
function aLatch() {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  running.push({ stop: async () => finish() });
  return { finished, finish };
}

const waitingEvents = () => documents().countDocuments({ 'outbox.eventId': { $gt: '' } });

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function everyEventHandledOnce(handled: readonly number[], last: number) {
  await eventually(async () => {
    expect(new Set(handled).size).toBe(last);
    expect(await waitingEvents()).toBe(0);
  }, PATIENCE_MS);
  expect([...handled].sort((a, b) => a - b)).toEqual(upTo(last));
}

it('a server that is killed twice during deliveries loses and duplicates no event', async () => {
  const { handled, relay } = await startPipeline();
  for (const round of [0, 1]) {
    await write(round * 200 + 1, round * 200 + 100);
    relay.wake();
    // At this moment, some events are handled and some are not.
    await eventually(() => expect(handled.length).toBeGreaterThan(round * 200 + 10));
    await nats.kill();
    await write(round * 200 + 101, round * 200 + 200);
    await connected(false);
    await nats.restart();
    await eventually(() => expect(handled.length).toBeGreaterThanOrEqual(round * 200 + 200), PATIENCE_MS);
  }
  await everyEventHandledOnce(handled, 400);
});

it('an event that is handled while the server dies is not lost', async () => {
  const { finished, finish } = aLatch();
  const begun: number[] = [];
  const { handled } = await startPipeline(async (orderId) => {
    begun.push(orderId);
    if (orderId === 1) await finished;
  });
  await write(1, 1);
  await eventually(() => expect(begun).toEqual([1]));
  await nats.kill();
  await connected(false);
  finish();
  await eventually(() => expect(handled).toEqual([1]));
  await nats.restart();
  await write(2, 2);
  await everyEventHandledOnce(handled, 2);
});

it('publishing to a dead server fails at once, and the outbox keeps the event', async () => {
  const { handled } = await startPipeline();
  await connected(true);
  await nats.kill();
  await connected(false);
  await expect(bus.publish(anEvent(1))).rejects.toThrow('The event bus is out of reach.');
  await write(1, 3);
  expect(await waitingEvents()).toBe(3);
  expect(handled).toEqual([]);
  await nats.restart();
  await everyEventHandledOnce(handled, 3);
});

it('a bus that starts before its server works when the server starts', async () => {
  await bus.close();
  await nats.kill();
  bus = await connectBus({ natsUrl: nats.url, nats: deployment, logger: silentLogger });
  expect(bus.isConnected()).toBe(false);
  const { handled } = await startPipeline();
  await write(1, 5);
  expect(await waitingEvents()).toBe(5);
  await nats.restart();
  await everyEventHandledOnce(handled, 5);
});

it('a bus whose server never started can be closed', async () => {
  await bus.close();
  await nats.kill();
  bus = await connectBus({ natsUrl: nats.url, nats: deployment, logger: silentLogger });
  await startPipeline();
  await Promise.all(running.splice(0).map((part) => part.stop()));
  await bus.close();
  expect(bus.isConnected()).toBe(false);
});

it('a server that lost all its data gets its stream, its consumers and the events of the outboxes again', async () => {
  const { handled } = await startPipeline();
  await write(1, 5);
  await eventually(() => expect(handled).toHaveLength(5));
  await nats.kill();
  await nats.wipe();
  await write(6, 10);
  await nats.restart();
  await everyEventHandledOnce(handled, 10);
});

it('a stream that was deleted during a connection is created again', async () => {
  const { handled } = await startPipeline();
  await write(1, 1);
  await eventually(() => expect(handled).toEqual([1]));
  const admin = await connect({ servers: nats.url });
  await (await jetstreamManager(admin)).streams.delete(stream.name);
  await admin.close();
  await write(2, 2);
  await everyEventHandledOnce(handled, 2);
});

it('a message from another program becomes a dead letter without an account', async () => {
  await startPipeline();
  const stranger = await connect({ servers: nats.url });
  await eventually(() => jetstream(stranger).publish(stream.subjectOf(labelPrinted.name), 'hello'));
  await stranger.close();
  const deadLetters = await createDeadLetters(database.db);
  await eventually(async () =>
    expect(await deadLetters.list(0)).toMatchObject([
      { accountId: 0, consumer: 'faults', reason: 'The event belongs to no account.', attempts: 1 },
    ]),
  );
});

it('an event that waits for a repeat survives the death of the server', async () => {
  const attempts: number[] = [];
  await bus.subscribe({
    durable: 'delayed',
    type: labelPrinted.name,
    handle: async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length === 1) throw new Error('not now');
    },
  });
  await connected(true);
  await bus.publish(anEvent(1));
  await eventually(() => expect(attempts).toEqual([1]));
  await nats.kill();
  await connected(false);
  await nats.restart();
  // The kill may lose the first delivery, the handler's refusal, or neither. In each case, the restarted server
  // delivers the event again.
  await eventually(() => expect(attempts.length).toBeGreaterThan(1), PATIENCE_MS);
});

it('a handler that is slower than the acknowledgement time-out does not get its event again', async () => {
  const admin = await connect({ servers: nats.url });
  const manager = await jetstreamManager(admin);
  await ensureStream(manager, stream);
  const filter_subject = stream.subjectOf(labelPrinted.name);
  const { finished } = aLatch();
  await connected(true);
  await bus.publish(anEvent(1));
  // If this process or the server stands still for longer than the time-out, the server rightly delivers the event
  // again. So the test is repeated with longer time-outs.
  const attempts = await withEnoughTime(async (waitMs) => {
    // The consumer already exists, with a short acknowledgement wait that an operator has set.
    const patience = { ack_policy: 'explicit', ack_wait: nanos(waitMs), max_deliver: -1 } as const;
    const [durable, measuring] = [`slow_${waitMs}`, `measure_${waitMs}`];
    for (const durable_name of [`${durable}__order_label_printed`, measuring]) {
      await manager.consumers.add(stream.name, { durable_name, filter_subject, ...patience });
    }
    const seen: number[] = [];
    await bus.subscribe({
      durable,
      type: labelPrinted.name,
      handle: async (_, { attempt }) => {
        seen.push(attempt);
        await finished;
      },
    });
    await eventually(() => expect(seen).toContain(1));
    // The consumer `measure` never acknowledges, so the server delivers the event to `measure` again and again. After
    // three repeated deliveries, enough time has passed that the server would also have repeated the delivery to the
    // slow handler.
    const measure = await jetstream(admin).consumers.get(stream.name, measuring);
    let repeated = 0;
    while (repeated < 4) repeated = (await measure.next({ expires: 5_000 }))?.info.deliveryCount ?? 0;
    return seen.length === 1 ? seen : undefined;
  }, 200);
  await admin.close();
  expect(attempts).toEqual([1]);
});

it('stopped subscriptions and consumers leave nothing on the server or in the process', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const round = async () => {
    const subscription = await bus.subscribe({
      durable: 'leaks',
      type: labelPrinted.name,
      handle: async () => undefined,
    });
    await connected(true);
    await bus.publish(anEvent(1));
    await subscription.stop();
  };
  await round();
  const before = { timers: timers(), subscriptions: await nats.countSubscriptions() };
  for (let n = 0; n < 10; n += 1) await round();
  await eventually(async () => {
    expect(await nats.countSubscriptions()).toBeLessThanOrEqual(before.subscriptions);
    expect(timers()).toBeLessThanOrEqual(before.timers);
  });
});
