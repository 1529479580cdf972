import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import type { EventEnvelope } from '../src/bus';
import { createDeadLetters, type DeadLetters } from '../src/dead-letters';
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

const letter = (orderId: number) => ({ accountId: 7, consumer: 'mailer', eventId: anEvent(orderId).eventId });

it('dead letters are listed newest first, without their payload', async () => {
  await deadLetters.add('mailer', anEvent(1), 3, 'no paper');
  clock.advance(1_000);
  await deadLetters.add('webhooks', { ...anEvent(2), accountId: 8 }, 1, 'no such message');
  expect(await deadLetters.list(0)).toEqual([
    {
      accountId: 8,
      consumer: 'webhooks',
      eventId: 'label_printed:2:1',
      type: 'order.label_printed',
      occurredAt: anEvent(2).occurredAt,
      failedAt: clock.now(),
      attempts: 1,
      reason: 'no such message',
    },
    expect.objectContaining({ accountId: 7, consumer: 'mailer', attempts: 3, reason: 'no paper' }),
  ]);
  expect(await deadLetters.list(7)).toHaveLength(1);
  expect((await deadLetters.list(0))[0]).toMatchObject({ accountId: 8 });
  expect(await deadLetters.count()).toBe(2);
});

it('an event that fails again is the same dead letter with the new reason', async () => {
  await deadLetters.add('mailer', anEvent(1), 3, 'no paper');
  await deadLetters.add('mailer', anEvent(1), 5, 'no ink');
  expect(await deadLetters.list(0)).toMatchObject([{ attempts: 5, reason: 'no ink' }]);
});

it('a replay gives the unchanged event to its consumer and removes the dead letter', async () => {
  const got: EventEnvelope[] = [];
  deadLetters.register('mailer', async (envelope) => {
    got.push({ ...envelope, payload: Uint8Array.from(envelope.payload) });
  });
  await deadLetters.add('mailer', anEvent(1), 3, 'no paper');
  await deadLetters.replay(letter(1));
  expect(got).toEqual([{ ...anEvent(1), payload: Uint8Array.from(anEvent(1).payload) }]);
  expect(await deadLetters.count()).toBe(0);
});

it('a replay that fails keeps the dead letter and reports the failure', async () => {
  deadLetters.register('mailer', async () => {
    throw new Error('still no paper');
  });
  await deadLetters.add('mailer', anEvent(1), 3, 'no paper');
  await expect(deadLetters.replay(letter(1))).rejects.toMatchObject({
    code: 'failed_precondition',
    reason: 'event_failed_again',
    params: { eventId: 'label_printed:1:1', cause: 'still no paper' },
  });
  expect(await deadLetters.count()).toBe(1);
});

it('an unknown dead letter cannot be replayed', async () => {
  await expect(deadLetters.replay(letter(1))).rejects.toMatchObject({ code: 'not_found' });
});

it('a dead letter whose consumer does not run here cannot be replayed', async () => {
  await deadLetters.add('mailer', anEvent(1), 3, 'no paper');
  await expect(deadLetters.replay(letter(1))).rejects.toMatchObject({
    code: 'failed_precondition',
    reason: 'consumer_not_here',
    params: { consumer: 'mailer' },
  });
  const unregister = deadLetters.register('mailer', async () => undefined);
  unregister();
  await expect(deadLetters.replay(letter(1))).rejects.toMatchObject({ code: 'failed_precondition' });
});

it('all dead letters are read in pages, oldest first, also while each one is replayed', async () => {
  deadLetters.register('mailer', async () => undefined);
  for (let n = 0; n < 205; n += 1) {
    clock.advance(1);
    await deadLetters.add('mailer', anEvent(n), 10, 'no paper');
  }
  const sizes: number[] = [];
  const seen: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Awaited<ReturnType<DeadLetters['page']>> = await deadLetters.page(0, after);
    sizes.push(page.deadLetters.length);
    for (const { accountId, consumer, eventId } of page.deadLetters) {
      await deadLetters.replay({ accountId, consumer, eventId });
      seen.push(eventId);
    }
    after = page.next;
  }
  expect(sizes).toEqual([100, 100, 5]);
  expect(seen).toEqual(Array.from({ length: 205 }, (_, n) => anEvent(n).eventId));
  expect(await deadLetters.count()).toBe(0);
});

it('a listing reads only its results', async () => {
  for (let n = 0; n < 30; n += 1) {
    clock.advance(1);
    await deadLetters.add('mailer', { ...anEvent(n), accountId: 1 + (n % 3) }, 1, 'no paper');
  }
  const plan = await database.db
    .collection('dead_letters')
    .find({ accountId: 2 })
    .sort({ failedAt: -1 })
    .limit(5)
    .explain('executionStats');
  expect(plan.executionStats.totalDocsExamined).toBe(5);
});
