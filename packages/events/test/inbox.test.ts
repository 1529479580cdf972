import { eventually } from '@parcelyard/testing/eventually';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createInbox, InboxBusy } from '../src/inbox';

const LEASE_MS = 30_000;

let database: TestDatabase;
let clock: FakeClock;
let event: { accountId: number; eventId: string };
let runs: number;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database?.close());

beforeEach(() => {
  clock = new FakeClock();
  runs = 0;
  event = { accountId: 7, eventId: expect.getState().currentTestName ?? '' };
});

const inboxOf = (consumer: string) => createInbox(database.db, consumer, { clock, leaseMs: LEASE_MS });

const work = async () => {
  runs += 1;
};

it('an event is handled once for ever', async () => {
  const inbox = await inboxOf('mailer');
  expect(await inbox.once(event, work)).toBe(true);
  clock.advance(365 * 86_400_000);
  expect(await inbox.once(event, work)).toBe(false);
  expect(await (await inboxOf('mailer')).once(event, work)).toBe(false);
  expect(runs).toBe(1);
});

it('consumers do not take events from each other', async () => {
  expect(await (await inboxOf('mailer')).once(event, work)).toBe(true);
  expect(await (await inboxOf('webhooks')).once(event, work)).toBe(true);
  expect(runs).toBe(2);
});

it('a hundred deliveries at once run the work once', async () => {
  const inbox = await inboxOf('mailer');
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => inbox.once(event, work)));
  expect(runs).toBe(1);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  for (const failure of failures) expect(failure).toBeInstanceOf(InboxBusy);
});

it('work that failed may be tried again at once', async () => {
  const inbox = await inboxOf('mailer');
  const failing = inbox.once(event, async () => {
    throw new Error('no paper');
  });
  await expect(failing).rejects.toThrow('no paper');
  expect(await inbox.once(event, work)).toBe(true);
});

it('work whose process died may be tried again when its lease is over', async () => {
  const inbox = await inboxOf('mailer');
  await database.db
    .collection('inbox')
    .insertOne({ ...event, consumer: 'mailer', leaseUntil: new Date(clock.now().getTime() + LEASE_MS) });
  await expect(inbox.once(event, work)).rejects.toThrow(InboxBusy);
  clock.advance(LEASE_MS + 1);
  expect(await inbox.once(event, work)).toBe(true);
  expect(runs).toBe(1);
});

it('slow work keeps its lease', async () => {
  const impatient = await createInbox(database.db, 'mailer', { clock, leaseMs: 30 });
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = impatient.once(event, () => finished);
  const leaseUntil = async () => (await database.db.collection('inbox').findOne(event))?.leaseUntil;
  await eventually(async () => expect(await leaseUntil()).toBeInstanceOf(Date));
  for (const round of [1, 2, 3]) {
    clock.advance(25);
    const renewed = new Date(clock.now().getTime() + 30);
    await eventually(async () => expect([round, await leaseUntil()]).toEqual([round, renewed]));
  }
  await expect(impatient.once(event, work)).rejects.toThrow(InboxBusy);
  finish();
  expect(await slow).toBe(true);
  expect(await impatient.once(event, work)).toBe(false);
});

it('looking up an event reads no other', async () => {
  const inbox = await inboxOf('mailer');
  for (let n = 0; n < 20; n += 1) await inbox.once({ ...event, eventId: `${event.eventId}${n}` }, work);
  const plan = await database.db
    .collection('inbox')
    .find({ ...event, consumer: 'mailer', eventId: `${event.eventId}3` })
    .explain('executionStats');
  expect(plan.executionStats.totalDocsExamined).toBe(1);
});
