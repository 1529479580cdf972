import type { Worker } from '@parcelyard/due-work/worker';
import { systemClock } from '@parcelyard/service-kit/clock';
import { eventually } from '@parcelyard/testing/eventually';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startShardedDatabase } from '@parcelyard/testing/start-sharded-database';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { stopTime } from '@parcelyard/testing/stop-time';
import type { Collection } from 'mongodb';
import type { Bus, EventEnvelope } from '../src/bus';
import type { OutboxDocument } from '../src/outbox-entry';
import { readOutboxLag } from '../src/read-lag';
import { outboxIndex, startOutboxRelay } from '../src/start-outbox-relay';
import { anEntry } from './event-message';

interface Thing extends OutboxDocument {
  name: string;
}

/** An interval that is longer than any test, so that a relay runs only at its start and when it is woken. */
const NEVER_MS = 3_600_000;

class ScriptedBus implements Bus {
  describe = async () => ({ text: 'a script' });
  fills = async () => [];
  readonly published: string[] = [];
  up = true;
  refuse: (envelope: EventEnvelope) => boolean = () => false;
  beforeAck: (envelope: EventEnvelope) => Promise<void> = async () => undefined;

  async publish(envelope: EventEnvelope): Promise<void> {
    if (!this.up || this.refuse(envelope)) throw new Error('refused');
    this.published.push(envelope.eventId);
    await this.beforeAck(envelope);
  }
  isConnected(): boolean {
    return this.up;
  }
  subscribe(): never {
    throw new Error('nobody subscribes here');
  }
  async close(): Promise<void> {}
}

let database: TestDatabase;
let collection: Collection<Thing>;
let bus: ScriptedBus;
let relays: Worker[];
let test = 0;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database?.close());

beforeEach(async () => {
  test += 1;
  bus = new ScriptedBus();
  relays = [];
  collection = database.db.collection<Thing>(`things_${test}`);
  await collection.createIndexes([outboxIndex]);
});

afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
});

function startRelay(maxIdleMs = NEVER_MS) {
  const relay = startOutboxRelay({ collection, bus, clock: systemClock, logger: silentLogger, maxIdleMs });
  relays.push(relay);
  return relay;
}

const write = (name: string, ...orderIds: number[]) =>
  collection.insertOne({
    accountId: 7,
    name,
    outbox: orderIds.map((orderId) => anEntry(orderId, `e${orderId}`)),
  });

const empty = () =>
  eventually(async () => expect(await collection.countDocuments({ 'outbox.eventId': { $gt: '' } })).toBe(0));

it('events from before the start are published in the order of each document', async () => {
  await write('one', 1, 2, 3);
  await write('two', 4, 5);
  startRelay();
  await empty();
  expect(bus.published.filter((id) => ['e1', 'e2', 'e3'].includes(id))).toEqual(['e1', 'e2', 'e3']);
  expect(bus.published.filter((id) => ['e4', 'e5'].includes(id))).toEqual(['e4', 'e5']);
  expect(bus.published).toHaveLength(5);
});

it('only published events are removed from a document', async () => {
  await write('one', 1);
  startRelay();
  await empty();
  expect(await collection.findOne({}, { projection: { _id: 0 } })).toEqual({
    accountId: 7,
    name: 'one',
    outbox: [],
  });
});

it('a woken relay does not wait for its interval', async () => {
  const relay = startRelay();
  await write('one', 1);
  relay.wake();
  await empty();
  expect(bus.published).toEqual(['e1']);
});

it('a relay that is not woken finds the event after its interval', async () => {
  startRelay(10);
  await write('one', 1);
  await empty();
});

it('an event stays in its outbox until the bus has stored it, and later events of the document wait', async () => {
  bus.refuse = ({ eventId }) => eventId === 'e2';
  await write('one', 1, 2, 3);
  startRelay();
  await eventually(async () =>
    expect((await collection.findOne())?.outbox?.map(({ eventId }) => eventId)).toEqual(['e2', 'e3']),
  );
  bus.refuse = () => false;
  await empty();
  expect(bus.published).toEqual(['e1', 'e2', 'e3']);
});

it('an event that the bus refuses does not delay other documents', async () => {
  bus.refuse = ({ eventId }) => eventId === 'e1';
  await write('one', 1);
  const relay = startRelay();
  for (const orderId of [2, 3]) await write(`thing ${orderId}`, orderId);
  relay.wake();
  await eventually(() => expect(bus.published.sort()).toEqual(['e2', 'e3']));
});

it('a slow event does not delay other documents', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  bus.beforeAck = ({ eventId }) => (eventId === 'e1' ? answered : Promise.resolve());
  await write('one', 1);
  const relay = startRelay();
  await eventually(() => expect(bus.published).toEqual(['e1']));
  await write('two', 2);
  relay.wake();
  await eventually(() => expect(bus.published).toEqual(['e1', 'e2']));
  answer();
  await empty();
});

it('events that their writer sends are published without a read, and not again while they are being removed', async () => {
  const settle: (() => void)[] = [];
  const reads = jest.spyOn(collection, 'find');
  const relay = startOutboxRelay({
    collection,
    bus,
    clock: systemClock,
    logger: silentLogger,
    clearSoon: (_document, _eventIds, settled) => settle.push(settled),
  });
  relays.push(relay);
  reads.mockImplementation(() => {
    throw new Error('no reads');
  });
  const _id = (await write('one', 1)).insertedId;
  relay.send({ _id, accountId: 7, outbox: [anEntry(1, 'e1')] });
  await eventually(() => expect(settle).toHaveLength(1));
  reads.mockRestore();
  relay.send({ _id, accountId: 7, outbox: [anEntry(1, 'e1'), anEntry(2, 'e2')] });
  relay.wake();
  await eventually(() => expect(bus.published).toEqual(['e1', 'e2']));
  // Nothing removed the stored entry `e1`, so the relay publishes it once more. Consumers ignore the duplicate.
  for (const settled of settle) settled();
  relay.wake();
  await eventually(() => expect(bus.published).toEqual(['e1', 'e2', 'e1']));
});

it('an event that is written while its document is being published is published next', async () => {
  bus.beforeAck = async ({ eventId }) => {
    if (eventId !== 'e1') return;
    await collection.updateOne({ name: 'one' }, { $push: { outbox: anEntry(2, 'e2') } });
    relay.wake();
  };
  await write('one', 1);
  const relay = startRelay();
  await empty();
  expect(bus.published).toEqual(['e1', 'e2']);
});

it('more documents than fit in one batch are all published', async () => {
  await collection.insertMany(
    Array.from({ length: 500 }, (_, n) => ({ accountId: 7, name: '', outbox: [anEntry(n, `e${n}`)] })),
  );
  startRelay();
  await empty();
  expect(new Set(bus.published).size).toBe(500);
});

it('nothing is published while the bus is down, and everything when it is available again', async () => {
  bus.up = false;
  await write('one', 1);
  startRelay();
  await expect(bus.publish({} as EventEnvelope)).rejects.toThrow('refused');
  expect(await collection.countDocuments({ 'outbox.eventId': { $gt: '' } })).toBe(1);
  bus.up = true;
  await empty();
});

it('stopping does not wait for a missing answer, and the event stays', async () => {
  bus.beforeAck = () => new Promise(() => undefined);
  await write('one', 1);
  const relay = startRelay();
  await eventually(() => expect(bus.published).toEqual(['e1']));
  await relay.stop();
  expect((await collection.findOne())?.outbox).toHaveLength(1);
});

it('a stopped relay leaves no timer and publishes nothing more', async () => {
  stopTime();
  const relay = startRelay(10);
  await relay.stop();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
  await write('one', 1);
  relay.wake();
  startRelay();
  await empty();
  expect(bus.published).toEqual(['e1']);
});

it('a run reads only documents with waiting events', async () => {
  await collection.insertMany(
    Array.from({ length: 200 }, (_, n) => ({ accountId: 7, name: '', ...(n % 2 ? { outbox: [] } : {}) })),
  );
  await write('one', 1, 2);
  const plan = await collection.find({ 'outbox.eventId': { $gt: '' } }).explain('executionStats');
  expect(plan.executionStats.totalDocsExamined).toBe(1);
});

it('the lag is the age of the oldest waiting event', async () => {
  const clock = new FakeClock('2026-03-02T15:00:30.000Z');
  expect(await readOutboxLag(collection, clock)).toBe(0);
  await write('one', 1);
  expect(await readOutboxLag(collection, clock)).toBe(30_000);
});

it('events on other shards are sent while one shard does not answer', async () => {
  const shards = await startShardedDatabase();
  collection = shards.db.collection<Thing>('things');
  await write('well', 1);
  shards.takeAway(1);
  const relay = startRelay();
  await eventually(async () =>
    expect(await collection.findOne({ accountId: 7 })).toMatchObject({ outbox: [] }),
  );
  expect(bus.published).toEqual(['e1']);
  await relay.stop();
  await shards.close();
});
