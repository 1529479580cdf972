import { DomainError } from '@parcelyard/service-kit/domain-error';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import type { Bus, SubscriptionOptions } from '../src/bus';
import { consumeEvent } from '../src/consume-event';
import { createDeadLetters, type DeadLetters } from '../src/dead-letters';
import { labelPrinted } from '../src/event-type';
import { PoisonedEvent } from '../src/poisoned-event';
import { anEvent } from './event-message';

let database: TestDatabase;
let clock: FakeClock;
let deadLetters: DeadLetters;
beforeEach(async () => {
  database = await startTestDatabase();
  clock = new FakeClock();
  deadLetters = await createDeadLetters(database.db, clock);
});
afterEach(() => database?.close());

/**
 * Creates a consumer without a bus. The test itself delivers the same event to the consumer several times, as a bus
 * would.
 */
async function aConsumer(letters = deadLetters) {
  let deliver: SubscriptionOptions['handle'] = async () => undefined;
  const bus = {
    subscribe: async ({ handle }: SubscriptionOptions) => {
      deliver = handle;
      return { stop: async () => undefined };
    },
  } as Bus;
  let failure: Error | undefined;
  await consumeEvent(bus, {
    durable: 'mailer',
    type: labelPrinted,
    deadLetters: letters,
    clock,
    logger: silentLogger,
    handle: async () => {
      if (failure) throw failure;
    },
  });
  let attempt = 0;
  const event = { ...anEvent(1), occurredAt: clock.now() };
  return {
    /**
     * Makes one delivery. The handler fails with `error`; without `error`, the handler succeeds. Returns what the
     * consumer did with the event.
     */
    deliver: async (error?: Error) => {
      failure = error;
      attempt += 1;
      return deliver(event, { attempt }).then(
        () => 'handled',
        (thrown: unknown) => (thrown instanceof PoisonedEvent ? 'given up' : 'again'),
      );
    },
  };
}

const OUTAGES: [string, Error][] = [
  [
    'a service that is away',
    new DomainError('unavailable', 'text', { text: 'The service is not available right now.' }),
  ],
  ['a service that answers too late', new DomainError('deadline_exceeded', 'text', { text: 'Too late.' })],
  ['a database that is away', new MongoNetworkError('connection closed')],
  // This is the error of a read, so it has no retryable label. Only errors of writes that may be repeated have such a
  // label.
  ['a database that elects its primary', new MongoServerError({ code: 10_107, message: 'not primary' })],
  [
    'a service behind a service that is away',
    new DomainError(
      'internal',
      'text',
      { text: 'Sorry.' },
      { cause: new DomainError('unavailable', 'text', { text: 'Away.' }) },
    ),
  ],
];

describe.each(OUTAGES)('%s for longer than ten deliveries', (_what, outage) => {
  it('is not counted: one more failure afterwards does not make a dead letter', async () => {
    const { deliver } = await aConsumer();
    for (let delivery = 0; delivery < 12; delivery += 1) {
      clock.advance(10_000);
      expect(await deliver(outage)).toBe('again');
    }
    expect(await deliver(new DomainError('conflict', 'text', { text: 'Somebody else changed it.' }))).toBe(
      'again',
    );
    expect(await deadLetters.count()).toBe(0);
    expect(await deliver()).toBe('handled');
  });
});

it('an event whose handler fails ten times becomes a dead letter, counted over all replicas', async () => {
  const [one, other] = [await aConsumer(), await aConsumer(await createDeadLetters(database.db, clock))];
  const bug = new TypeError('undefined is no function');
  for (let failures = 1; failures <= 9; failures += 1) {
    expect(await (failures % 2 ? one : other).deliver(bug)).toBe('again');
  }
  expect(await other.deliver(bug)).toBe('given up');
  expect(await deadLetters.list(0)).toMatchObject([{ attempts: 10, reason: 'undefined is no function' }]);
});

it('an event with an endless outage becomes a dead letter before the bus deletes it', async () => {
  const [, outage] = OUTAGES[0] as [string, Error];
  const { deliver } = await aConsumer();
  clock.advance(13 * 86_400_000);
  expect(await deliver(outage)).toBe('again');
  clock.advance(2 * 86_400_000);
  expect(await deliver(outage)).toBe('given up');
});

it('a failure that cannot be stored is not counted and makes no dead letter', async () => {
  const away = { ...deadLetters, countFailure: () => Promise.reject(new MongoNetworkError('closed')) };
  const { deliver } = await aConsumer(away);
  for (let delivery = 0; delivery < 12; delivery += 1) expect(await deliver(new Error('no'))).toBe('again');
});

it('failure counts are deleted after a month', async () => {
  await deadLetters.countFailure('mailer', anEvent(1));
  const indexes = await database.db.collection('event_failures').indexes();
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { lastAt: 1 }, expireAfterSeconds: 30 * 86_400 }),
  );
});
