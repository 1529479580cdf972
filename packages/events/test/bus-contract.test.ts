import { systemClock } from '@parcelyard/service-kit/clock';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { type NatsServer, startNatsServer } from '@parcelyard/testing/start-nats-server';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import type { Bus, EventEnvelope } from '../src/bus';
import { consumeEvent } from '../src/consume-event';
import { createDeadLetters } from '../src/dead-letters';
import { labelPrinted } from '../src/event-type';
import { createInProcessBus } from '../src/in-process-bus';
import { connectJetStreamBus } from '../src/jetstream/connect-jetstream-bus';
import { connectLoopbackBus } from '../src/loopback/connect-loopback-bus';
import { type LoopbackHub, startLoopbackHub } from '../src/loopback/start-loopback-hub';
import type { OutboxDocument } from '../src/outbox-entry';
import { PoisonedEvent } from '../src/poisoned-event';
import { outboxIndex, startOutboxRelay } from '../src/start-outbox-relay';
import { anEntry, anEvent } from './event-message';

const redeliveryDelayMs = () => 10;

let nats: NatsServer;
let hub: LoopbackHub;
let database: TestDatabase;

beforeAll(async () => {
  [nats, database] = await Promise.all([startNatsServer(), startTestDatabase()]);
  hub = await startLoopbackHub({ logger: silentLogger, redeliveryDelayMs });
  hub.release();
});

afterAll(async () => {
  await Promise.all([nats?.stop(), database?.close(), hub?.stop()]);
});

const adapters: [string, () => Promise<Bus>][] = [
  ['in-process', async () => createInProcessBus({ logger: silentLogger, redeliveryDelayMs })],
  ['loopback', async () => connectLoopbackBus({ url: hub.url, logger: silentLogger })],
  [
    'JetStream',
    () =>
      connectJetStreamBus({
        natsUrl: nats.url,
        nats: { DEPLOYMENT_NAME: 'test' },
        logger: silentLogger,
        redeliveryDelayMs,
      }),
  ],
];

describe.each(adapters)('with the %s bus', (adapter, connect) => {
  let bus: Bus;
  /** The stream is used by all tests, so every test has its own durable name and event type. */
  let test = 0;
  let durable: string;
  let type: string;

  const event = (n: number): EventEnvelope => ({ ...anEvent(n, `${type}:${n}`), type });
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${type}:${from + index}`);

  /** Starts a consumer that records the events: `<event id>`, or `<event id>#<attempt>` for a redelivery. */
  const listen = async (
    name = durable,
    handle: (envelope: EventEnvelope, attempt: number) => Promise<void> = async () => undefined,
  ) => {
    const got: string[] = [];
    const subscription = await bus.subscribe({
      durable: name,
      type,
      handle: async (envelope, { attempt }) => {
        got.push(attempt === 1 ? envelope.eventId : `${envelope.eventId}#${attempt}`);
        await handle(envelope, attempt);
      },
    });
    return { got, stop: subscription.stop };
  };

  beforeEach(async () => {
    test += 1;
    durable = `consumer_${test}`;
    type = `test.case_${'abcdefghijklmnopqrstuvwxyz'[test]}`;
    bus = await connect();
    await eventually(() => expect(bus.isConnected()).toBe(true));
  });

  afterEach(() => bus.close());

  it('an event arrives as it was published', async () => {
    const got: EventEnvelope[] = [];
    await bus.subscribe({
      durable,
      type,
      handle: async (envelope) => {
        got.push({ ...envelope, payload: Uint8Array.from(envelope.payload) });
      },
    });
    const sent = event(1);
    await bus.publish(sent);
    await eventually(() => expect(got).toEqual([{ ...sent, payload: Uint8Array.from(sent.payload) }]));
  });

  it('every durable consumer gets every event of its type', async () => {
    const [one, two] = [await listen(`${durable}_one`), await listen(`${durable}_two`)];
    await bus.publish({ ...event(99), type: `${type}_other` });
    for (const n of [1, 2, 3]) await bus.publish(event(n));
    for (const { got } of [one, two]) await eventually(() => expect(got.sort()).toEqual(numbered(1, 3)));
  });

  it('two consumers with one durable name share the events', async () => {
    // Each consumer waits until both consumers have received an event. If a bus gives all events to one consumer, this
    // test never ends.
    const busy = new Set<string>();
    const bothBusy = () => eventually(() => expect(busy.size).toBe(2));
    const take = (name: string) => async () => {
      busy.add(name);
      await bothBusy();
    };
    const [left, right] = [await listen(durable, take('left')), await listen(durable, take('right'))];
    await Promise.all(Array.from({ length: 40 }, (_, index) => bus.publish(event(index + 1))));
    await eventually(() => expect([...left.got, ...right.got]).toHaveLength(40));
    expect([...left.got, ...right.got].sort()).toEqual(numbered(1, 40).sort());
    expect(left.got.length).toBeGreaterThan(0);
    expect(right.got.length).toBeGreaterThan(0);
  });

  it('an event whose handler failed is delivered again until it succeeds', async () => {
    const { got } = await listen(durable, async (_, attempt) => {
      if (attempt < 3) throw new Error('not yet');
    });
    await bus.publish(event(1));
    await eventually(() => expect(got).toEqual([`${type}:1`, `${type}:1#2`, `${type}:1#3`]));
  });

  it('a failing event does not delay the others', async () => {
    const { got } = await listen(durable, async ({ eventId }) => {
      if (eventId === `${type}:1`) throw new Error('never');
    });
    const failing = bus.publish(event(1));
    failing.catch(() => undefined);
    await bus.publish(event(2));
    await eventually(() => expect(got).toEqual(expect.arrayContaining([`${type}:2`, `${type}:1#4`])));
  });

  it('slow events of one account do not delay events of another', async () => {
    let finish = () => undefined as unknown;
    const finished = new Promise<void>((resolve) => {
      finish = resolve as () => unknown;
    });
    const handled: string[] = [];
    await bus.subscribe({
      durable,
      type,
      concurrency: 2,
      handle: async ({ accountId, eventId }) => {
        if (accountId === 7) await finished;
        handled.push(eventId);
      },
    });
    const published = [1, 2, 3, 4, 5, 6].map((n) => bus.publish(event(n)));
    published.push(bus.publish({ ...event(7), accountId: 8 }));
    await eventually(() => expect(handled).toEqual([`${type}:7`]));
    finish();
    await Promise.all(published);
    await eventually(() => expect([...handled].sort()).toEqual(numbered(1, 7)));
  });

  it('an event that its handler rejects as invalid is never delivered again', async () => {
    const { got } = await listen(durable, async ({ eventId }) => {
      if (eventId === `${type}:1`) throw new PoisonedEvent('cannot be');
      if (got.length < 6) throw new Error('each repetition gives poison time to come back');
    });
    await bus.publish(event(1));
    await bus.publish(event(2));
    await eventually(() => expect(got).toContain(`${type}:2#5`));
    expect(got.filter((entry) => entry.startsWith(`${type}:1`))).toEqual([`${type}:1`]);
  });

  it('a durable consumer that was stopped gets the events that it missed', async () => {
    const before = await listen();
    await bus.publish(event(1));
    await eventually(() => expect(before.got).toEqual(numbered(1, 1)));
    await before.stop();
    const missed = bus.publish(event(2));
    const after = await listen();
    await missed;
    await eventually(() => expect(after.got).toEqual([`${type}:2`]));
    expect(before.got).toEqual(numbered(1, 1));
  });

  it('a new consumer gets earlier events', async () => {
    await bus.publish(event(1));
    const { got } = await listen();
    await eventually(() => expect(got).toEqual(numbered(1, 1)));
  });

  it('stopping waits for the running handler', async () => {
    let finish = () => undefined as unknown;
    const finished = new Promise<void>((resolve) => {
      finish = resolve as () => unknown;
    });
    const steps: string[] = [];
    const { got, stop } = await listen(durable, async () => {
      await finished;
      steps.push('handled');
    });
    const publishing = bus.publish(event(1));
    await eventually(() => expect(got).toHaveLength(1));
    const stopping = stop().then(() => steps.push('stopped'));
    finish();
    await Promise.all([stopping, publishing]);
    expect(steps).toEqual(['handled', 'stopped']);
  });

  it('a closed bus refuses events', async () => {
    await bus.close();
    expect(bus.isConnected()).toBe(false);
    await expect(bus.publish(event(1))).rejects.toThrow('event bus');
    await expect(listen()).rejects.toThrow('event bus');
  });

  it('nothing runs after close', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    await bus.close();
    const before = timers();
    bus = await connect();
    await eventually(() => expect(bus.isConnected()).toBe(true));
    const { got } = await listen(durable, async () => {
      throw new Error('never');
    });
    bus.publish(event(1)).catch(() => undefined);
    await eventually(() => expect(got.length).toBeGreaterThan(1));
    await bus.close();
    await eventually(() => expect(timers()).toBeLessThanOrEqual(before));
  });

  describe('with a typed consumer', () => {
    const consume = async (
      handle: (orderId: number) => Promise<void>,
      options: { maxAttempts?: number } = {},
    ) => {
      const deadLetters = await createDeadLetters(database.db);
      const name = `${durable}_${adapter.replace('-', '_')}`;
      const subscription = await consumeEvent(bus, {
        durable: name,
        type: { ...labelPrinted, name: type },
        deadLetters,
        logger: silentLogger,
        ...(options.maxAttempts ? { maxAttempts: options.maxAttempts } : {}),
        handle: ({ orderId }) => handle(orderId),
      });
      const letters = async () => (await deadLetters.list(7)).filter(({ consumer }) => consumer === name);
      const replay = (eventId: string) => deadLetters.replay({ accountId: 7, consumer: name, eventId });
      return { stop: subscription.stop, letters, replay };
    };

    it('an event that fails too often becomes a dead letter, and a replay handles it', async () => {
      let broken = true;
      const attempts: number[] = [];
      const { letters, replay } = await consume(
        async (orderId) => {
          attempts.push(orderId);
          if (broken) throw new Error('the printer is on fire');
        },
        { maxAttempts: 3 },
      );
      await bus.publish(event(41));
      await eventually(async () => expect(await letters()).toHaveLength(1));
      expect(attempts).toEqual([41, 41, 41]);
      expect(await letters()).toMatchObject([
        { eventId: `${type}:41`, accountId: 7, type, attempts: 3, reason: 'the printer is on fire' },
      ]);
      await expect(replay(`${type}:41`)).rejects.toMatchObject({ code: 'failed_precondition' });
      expect(await letters()).toHaveLength(1);
      broken = false;
      await replay(`${type}:41`);
      expect(attempts).toEqual([41, 41, 41, 41, 41]);
      expect(await letters()).toEqual([]);
    });

    it('a payload that cannot be decoded becomes a dead letter at once', async () => {
      const handled: number[] = [];
      const { letters } = await consume(async (orderId) => {
        handled.push(orderId);
      });
      await bus.publish({ ...event(1), payload: Buffer.from([0xff, 0xff, 0xff]) });
      await eventually(async () =>
        expect(await letters()).toMatchObject([{ attempts: 1, reason: `The payload is no ${type}.` }]),
      );
      expect(handled).toEqual([]);
    });

    it('two relays of one collection and two consumers miss no event', async () => {
      const handled: number[] = [];
      const handle = async (orderId: number) => {
        handled.push(orderId);
      };
      await consume(handle);
      await consume(handle);
      const collection = database.db.collection<OutboxDocument>(`documents_${type}_${adapter}`);
      await collection.createIndexes([outboxIndex]);
      const entry = (n: number) => ({ ...anEntry(n, `${type}:${n}`), type });
      await collection.insertMany(
        Array.from({ length: 100 }, (_, n) => ({ accountId: 7, outbox: [entry(2 * n), entry(2 * n + 1)] })),
      );
      const relays = [1, 2].map(() =>
        startOutboxRelay({ collection, bus, clock: systemClock, logger: silentLogger, maxIdleMs: 20 }),
      );
      await eventually(async () => {
        expect(await collection.countDocuments({ 'outbox.eventId': { $gt: '' } })).toBe(0);
        expect(new Set(handled).size).toBe(200);
      });
      await Promise.all(relays.map((relay) => relay.stop()));
    });
  });
});
