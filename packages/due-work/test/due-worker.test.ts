import { eventually } from '@parcelyard/testing/eventually';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startShardedDatabase } from '@parcelyard/testing/start-sharded-database';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { stopTime } from '@parcelyard/testing/stop-time';
import { wrapCalls } from '@parcelyard/testing/wrap-calls';
import { type Collection, MongoClient, type WithId } from 'mongodb';
import {
  type DueDocument,
  type DueState,
  dueIndex,
  dueIndexWithin,
  LeasedCollection,
  LeaseLostError,
  requesting,
} from '../src/leased-collection';
import { dueBackoff, type Lease, startDueWorker } from '../src/start-due-worker';
import type { Worker } from '../src/worker';

interface Job extends DueDocument {
  name: string;
  done?: number;
}

const LEASE_MS = 60_000;
const FARTHEST_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let database: TestDatabase;
let collection: Collection<Job>;
let clock: FakeClock;
let workers: Worker[];
let test = 0;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database?.close());

beforeEach(async () => {
  test += 1;
  clock = new FakeClock();
  workers = [];
  collection = database.db.collection<Job>(`jobs_${test}`);
  await collection.createIndexes([dueIndex]);
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
});

type Handle = (job: WithId<Job>, lease: Lease) => Promise<void>;

type Choice = Partial<ConstructorParameters<typeof LeasedCollection<Job>>[0]>;

const leasedJobs = (choice: Choice = {}) =>
  new LeasedCollection<Job>({ collection, clock, leaseMs: LEASE_MS, farthestMs: FARTHEST_MS, ...choice });

type Habits = { renews?: boolean; slow?: { afterMs: number; places: number } };

function startWorker(handle: Handle, concurrency?: number, choice: Choice & Habits = {}) {
  const { renews = false, slow, ...leaseChoice } = choice;
  const worker = startDueWorker({
    leased: leasedJobs(leaseChoice),
    renews,
    name: 'jobs',
    logger: silentLogger,
    handle,
    maxIdleMs: 10,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(slow && { slow }),
  });
  workers.push(worker);
  return worker;
}

const schedule = (name: string, inMs = 0) =>
  collection.insertOne({ accountId: 7, name, dueAt: new Date(clock.now().getTime() + inMs) });

/** Ends a handler's work, by one update that only the process with the lease can make. */
const finish = (job: WithId<Job>, { fence }: Lease) =>
  collection.updateOne(
    { _id: job._id, accountId: job.accountId, fence },
    { $unset: { dueAt: '', leaseUntil: '' }, $inc: { done: 1 } },
  );

function aLatch() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it('due work is done, the longest overdue first, and other work waits', async () => {
  await schedule('later', 60_000);
  await schedule('second', -1_000);
  await schedule('first', -5_000);
  const names: string[] = [];
  startWorker(async (job, lease) => {
    names.push(job.name);
    await finish(job, lease);
  }, 1);
  await eventually(() => expect(names).toEqual(['first', 'second']));
  clock.advance(59_999);
  await schedule('third', -1);
  await eventually(() => expect(names).toEqual(['first', 'second', 'third']));
  clock.advance(1);
  await eventually(() => expect(names).toEqual(['first', 'second', 'third', 'later']));
});

it('claimed work is not claimed by another worker, and many workers do each piece once', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, n) => schedule(`job ${n}`)));
  const handle: Handle = async (job, lease) => {
    await finish(job, lease);
  };
  for (let n = 0; n < 3; n += 1) startWorker(handle);
  await eventually(async () => expect(await collection.countDocuments({ done: 1 })).toBe(60));
  expect(await collection.countDocuments({ fence: 1 })).toBe(60);
});

it('work of a vanished worker is claimed again after its lease, and the vanished worker can write nothing', async () => {
  await schedule('job');
  const fences: number[] = [];
  const { opened, open } = aLatch();
  const outcomes: number[] = [];
  const vanished: Handle = async (job, lease) => {
    fences.push(lease.fence);
    await opened;
    outcomes.push((await finish(job, lease)).modifiedCount);
  };
  const first = startWorker(vanished, 1);
  await eventually(() => expect(fences).toEqual([1]));
  startWorker(async (job, lease) => {
    fences.push(lease.fence);
    outcomes.push((await finish(job, lease)).modifiedCount);
  });
  clock.advance(LEASE_MS);
  await schedule('proof that the second worker looked', -1);
  await eventually(() => expect(outcomes).toEqual([1]));
  expect(fences).toEqual([1, 1]);
  clock.advance(1);
  await eventually(() => expect(outcomes).toEqual([1, 1]));
  expect(fences).toEqual([1, 1, 2]);
  open();
  await first.stop();
  expect(outcomes).toEqual([1, 1, 0]);
  expect(await collection.findOne({ name: 'job' })).toMatchObject({ done: 1, fence: 2 });
});

it('a failure after the end of the lease changes nothing for the next holder', async () => {
  await schedule('job');
  const [first, second] = [aLatch(), aLatch()];
  const fences: number[] = [];
  const begin = async (lease: Lease, { opened }: ReturnType<typeof aLatch>) => {
    fences.push(lease.fence);
    await opened;
  };
  const slow = startWorker(async (_job, lease) => {
    await begin(lease, first);
    throw new Error('too late to matter');
  }, 1);
  await eventually(() => expect(fences).toEqual([1]));
  clock.advance(LEASE_MS + 1);
  startWorker((_job, lease) => begin(lease, second), 1);
  await eventually(() => expect(fences).toEqual([1, 2]));
  const held = await collection.findOne();
  first.open();
  await slow.stop();
  expect(await collection.findOne()).toEqual(held);
  second.open();
});

it('work that fails is due again after a growing delay', async () => {
  await schedule('job');
  let failures = 0;
  startWorker(async (job, lease) => {
    if (failures === 3) {
      await finish(job, lease);
      return;
    }
    failures += 1;
    throw new Error('not yet');
  });
  for (const failed of [1, 2, 3]) {
    const due = new Date(clock.now().getTime() + dueBackoff(failed));
    await eventually(async () =>
      expect(await collection.findOne()).toMatchObject({ dueAt: due, dueFailures: failed }),
    );
    expect(await collection.findOne()).not.toHaveProperty('leaseUntil');
    clock.advance(dueBackoff(failed));
  }
  await eventually(async () => expect(await collection.findOne()).toMatchObject({ done: 1 }));
  await eventually(async () => expect(await collection.findOne()).not.toHaveProperty('dueFailures'));
  expect(dueBackoff(1)).toBeLessThan(dueBackoff(2));
  expect(dueBackoff(1_000)).toBe(300_000);
});

it('slow work does not delay other work', async () => {
  const { opened, open } = aLatch();
  const begun: string[] = [];
  startWorker(async (job, lease) => {
    begun.push(job.name);
    if (job.name === 'slow') await opened;
    await finish(job, lease);
  }, 2);
  await schedule('slow');
  await eventually(() => expect(begun).toEqual(['slow']));
  for (const name of ['a', 'b', 'c']) await schedule(name);
  await eventually(() => expect(begun.sort()).toEqual(['a', 'b', 'c', 'slow']));
  open();
});

it('no more work runs at one time than allowed', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, n) => schedule(`job ${n}`)));
  let underWay = 0;
  let most = 0;
  const { opened, open } = aLatch();
  startWorker(async (job, lease) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await opened;
    await finish(job, lease);
    underWay -= 1;
  }, 3);
  await eventually(() => expect(underWay).toBeGreaterThanOrEqual(3));
  open();
  await eventually(async () => expect(await collection.countDocuments({ done: 1 })).toBe(12));
  expect(most).toBe(3);
});

it('slow work gives its place to other work, as long as there are places for slow work', async () => {
  const { opened, open } = aLatch();
  const begun: string[] = [];
  for (let n = 0; n < 9; n += 1) await schedule(`slow ${n}`, -10 + n);
  const handle = async (job: WithId<Job>, lease: Lease) => {
    begun.push(job.name);
    if (begun.length <= 5) await opened;
    await finish(job, lease);
  };
  const worker = startWorker(handle, 2, { slow: { afterMs: 20, places: 3 } });
  // Two jobs run at a time. Three more jobs are slow and no longer count.
  await eventually(() => expect(begun).toHaveLength(5));
  await schedule('other');
  worker.wake();
  expect(begun).toHaveLength(5);
  open();
  await eventually(async () => expect(await collection.countDocuments({ done: 1 })).toBe(10));
  expect(begun.at(-1)).toBe('other');
});

it('stopping waits for running work and claims nothing more', async () => {
  await schedule('job');
  const { opened, open } = aLatch();
  const steps: string[] = [];
  const worker = startWorker(async (job, lease) => {
    steps.push('begun');
    await opened;
    await finish(job, lease);
    steps.push('finished');
  });
  await eventually(() => expect(steps).toEqual(['begun']));
  const stopping = worker.stop().then(() => steps.push('stopped'));
  await schedule('too late');
  open();
  await stopping;
  expect(steps).toEqual(['begun', 'finished', 'stopped']);
  expect(await collection.findOne({ name: 'too late' })).not.toHaveProperty('fence');
});

it('a worker for some documents does not touch the others', async () => {
  await schedule('theirs');
  await schedule('mine');
  startWorker(
    async (job, lease) => {
      await finish(job, lease);
    },
    4,
    { only: { name: 'mine' } },
  );
  await eventually(async () => expect(await collection.findOne({ name: 'mine' })).toMatchObject({ done: 1 }));
  expect(await collection.findOne({ name: 'theirs' })).not.toHaveProperty('fence');
});

it('a worker that hides claimed work causes no lag, and its unfinished work is due again after its lease', async () => {
  await schedule('job', -5_000);
  const fences: number[] = [];
  const { opened, open } = aLatch();
  const takes: Handle = async (job, lease) => {
    fences.push(lease.fence);
    await opened;
    await finish(job, lease);
  };
  startWorker(takes, 1, { hidesClaimed: true });
  await eventually(() => expect(fences).toEqual([1]));
  expect(await leasedJobs().lagMs()).toBe(0);
  clock.advance(LEASE_MS + 1);
  startWorker(takes, 1, { hidesClaimed: true });
  await eventually(() => expect(fences).toEqual([1, 2]));
  open();
  await eventually(async () => expect(await collection.findOne({ name: 'job' })).toMatchObject({ done: 1 }));
});

it('a search for due work reads only due documents', async () => {
  await collection.insertMany(Array.from({ length: 200 }, (_, n) => ({ accountId: 7, name: `idle ${n}` })));
  await schedule('later', 60_000);
  await schedule('due', -1);
  const now = clock.now();
  const plan = await collection
    .find({
      dueAt: { $lte: now },
      $or: [{ leaseUntil: { $exists: false } }, { leaseUntil: { $lt: now } }],
    })
    .sort({ dueAt: 1 })
    .explain('executionStats');
  expect(plan.executionStats.totalDocsExamined).toBe(1);
});

it('work that a wrong clock has put off keeps no other process from its work while one process does it', async () => {
  await schedule('put off', DAY_MS);
  await schedule('in time', 2 * MINUTE_MS);
  const [mine, others] = [leasedJobs(), leasedJobs()];
  for (const leased of [mine, others]) expect(await leased.claimNext()).toBeUndefined();
  clock.advance(2 * MINUTE_MS);
  expect(await mine.claimNext()).toMatchObject({ name: 'put off' });
  expect(await others.claimNext()).toMatchObject({ name: 'in time' });
});

it('a renewal that arrives after the work has ended does not claim the document again', async () => {
  await schedule('job');
  const [begun, late, arrived] = [aLatch(), aLatch(), aLatch()];
  const slowToRenew = wrapCalls(collection, (method, call) => (...inputs) => {
    const { $set = {} } = (inputs[1] ?? {}) as { $set?: object };
    if (method !== 'updateOne' || !('leaseUntil' in $set)) return call(...inputs);
    begun.open();
    return late.opened.then(() => call(...inputs)).finally(arrived.open);
  });
  const handle: Handle = async (job, lease) => {
    await begun.opened;
    await finish(job, lease);
  };
  startWorker(handle, 1, { collection: slowToRenew, leaseMs: 30, renews: true });
  await eventually(async () => expect(await collection.findOne()).toMatchObject({ done: 1 }));
  late.open();
  await arrived.opened;
  expect(await collection.findOne()).not.toHaveProperty('leaseUntil');
});

it('work that was deferred or claimed while the clock was a day ahead is done within minutes, and is visible in the lag', async () => {
  clock.advance(DAY_MS);
  await schedule('put off', FARTHEST_MS);
  await schedule('taken');
  await leasedJobs().claim((await collection.findOne({ name: 'taken' })) as WithId<Job>);
  clock.advance(-DAY_MS);
  await schedule('in time', FARTHEST_MS);
  expect(await leasedJobs().lagMs()).toBe(DAY_MS + FARTHEST_MS);
  const names: string[] = [];
  startWorker(async (job, lease) => {
    names.push(job.name);
    await finish(job, lease);
  });
  clock.advance(MINUTE_MS);
  await eventually(() => expect(names.sort()).toEqual(['put off', 'taken']));
  expect(await leasedJobs().lagMs()).toBe(0);
});

it('work that was deferred while the clock was ahead is done when the clock is right again', async () => {
  const names: string[] = [];
  startWorker(async (job, lease) => {
    names.push(job.name);
    await finish(job, lease);
  });
  clock.advance(DAY_MS);
  await Promise.all(Array.from({ length: 20 }, (_, n) => schedule(`job ${n}`, FARTHEST_MS)));
  clock.advance(-DAY_MS);
  await eventually(() => expect(names).toHaveLength(20));
});

it('the lag is the delay of the oldest due work', async () => {
  expect(await leasedJobs().lagMs()).toBe(0);
  await schedule('later', 60_000);
  expect(await leasedJobs().lagMs()).toBe(0);
  clock.advance(61_500);
  expect(await leasedJobs().lagMs()).toBe(1_500);
});

it('work that was finished elsewhere while its handler failed is not due again', async () => {
  await schedule('ended elsewhere');
  let failed = 0;
  startWorker(async (job) => {
    await collection.updateOne(
      { _id: job._id },
      { $unset: { dueAt: '', leaseUntil: '' }, $inc: { done: 1 } },
    );
    failed += 1;
    throw new Error('no answer');
  });
  await eventually(() => expect(failed).toBe(1));
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(await collection.findOne({ name: 'ended elsewhere' })).not.toHaveProperty('dueAt');
});

describe('an idle worker', () => {
  const NEVER_MS = 3_600_000;
  let client: MongoClient;
  let commands: string[];

  beforeEach(async () => {
    commands = [];
    client = new MongoClient(database.uri, { monitorCommands: true });
    client.on('commandStarted', ({ commandName }) => commands.push(commandName));
    collection = client.db(database.name).collection(`jobs_${test}`);
    stopTime();
  });

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    jest.useRealTimers();
    await client.close();
  });

  /** Starts a worker that reads only when it is woken or when work is due. */
  const startQuiet = (leased = leasedJobs()) => {
    const worker = startDueWorker({
      leased,
      name: 'jobs',
      logger: silentLogger,
      maxIdleMs: NEVER_MS,
      handle: async (job, lease) => {
        await finish(job, lease);
      },
    });
    workers.push(worker);
    return worker;
  };

  it('reads once for each search, whether nothing waits, work is due later, or another process has claimed it', async () => {
    await schedule('later', 60_000);
    await schedule('theirs', -1);
    const other = await leasedJobs().claimNext();
    expect(other).toMatchObject({ name: 'theirs' });
    commands.length = 0;
    const worker = startQuiet();
    for (const looks of [1, 2, 3]) {
      await eventually(() => expect(commands).toEqual(Array(looks).fill('find')));
      worker.wake();
    }
  });

  it('claims with one read and one write for each piece of work, and searches no further', async () => {
    const worker = startQuiet();
    await eventually(() => expect(commands).toEqual(['find']));
    await schedule('a');
    await schedule('b');
    commands.length = 0;
    worker.wake();
    await eventually(() =>
      expect(commands.sort()).toEqual(['find', 'findAndModify', 'findAndModify', 'update', 'update']),
    );
  });

  it('finds work after more claimed documents than it reads at once', async () => {
    for (let n = 0; n < 8; n += 1) await schedule(`theirs ${n}`, -100 + n);
    const others = leasedJobs();
    for (let n = 0; n < 8; n += 1) await others.claimNext();
    await schedule('mine', -1);
    startQuiet();
    await eventually(async () =>
      expect(await collection.findOne({ name: 'mine' })).toMatchObject({ done: 1 }),
    );
  });

  it('begins as much work as it has places', async () => {
    await collection.insertMany(
      Array.from({ length: 250 }, (_, n) => ({ accountId: 7, name: `job ${n}`, dueAt: clock.now() })),
    );
    const { opened, open } = aLatch();
    let begun = 0;
    workers.push(
      startDueWorker({
        leased: leasedJobs({ hidesClaimed: true }),
        name: 'jobs',
        logger: silentLogger,
        maxIdleMs: NEVER_MS,
        concurrency: 240,
        handle: async (job, lease) => {
          begun += 1;
          await opened;
          await finish(job, lease);
        },
      }),
    );
    await eventually(() => expect(begun).toBe(240));
    open();
    await eventually(async () => expect(await collection.countDocuments({ done: 1 })).toBe(250));
  });

  it('claims work of another process after its lease', async () => {
    await schedule('theirs', -1);
    await leasedJobs().claimNext();
    startQuiet();
    await eventually(() => expect(commands).toContain('find'));
    clock.advance(LEASE_MS + 1);
    await eventually(async () => expect(await collection.findOne()).toMatchObject({ done: 1, fence: 2 }));
  });

  it('is notified by the collection of work that becomes due', async () => {
    // A clock that, unlike the fake clock itself, does not wake the worker.
    const leased = leasedJobs({ clock: { now: () => clock.now() } });
    startQuiet(leased);
    await eventually(() => expect(jest.getTimerCount()).toBe(1));
    const dueAt = new Date(clock.now().getTime() + 50);
    await collection.insertOne({ accountId: 7, name: 'told', dueAt });
    leased.announce(dueAt);
    clock.advance(50);
    jest.advanceTimersByTime(50);
    await eventually(async () =>
      expect(await collection.findOne({ name: 'told' })).toMatchObject({ done: 1 }),
    );
  });
});

it('work in a part of a document is done beside the work of the document itself', async () => {
  interface Parts extends DueDocument {
    part: DueState & { done?: number };
  }
  const parts = database.db.collection<Parts>(`parts_${test}`);
  await parts.createIndexes([dueIndex, dueIndexWithin('part')]);
  const later = new Date(clock.now().getTime() + 60_000);
  await parts.insertOne({ accountId: 7, dueAt: later, fence: 5, part: { dueAt: clock.now() } });
  const leased = new LeasedCollection<Parts>({
    collection: parts,
    clock,
    leaseMs: LEASE_MS,
    farthestMs: FARTHEST_MS,
    within: 'part',
  });
  let tries = 0;
  workers.push(
    startDueWorker({
      leased,
      name: 'parts',
      logger: silentLogger,
      handle: async (document) => {
        tries += 1;
        if (tries === 1) throw new Error('not yet');
        await leased.finish(leased.held(document), { $inc: { 'part.done': 1 } });
      },
    }),
  );
  const due = new Date(clock.now().getTime() + dueBackoff(1));
  await eventually(async () =>
    expect((await parts.findOne())?.part).toEqual({ dueAt: due, fence: 1, dueFailures: 1 }),
  );
  clock.advance(dueBackoff(1));
  await eventually(async () => expect((await parts.findOne())?.part).toEqual({ fence: 2, done: 1 }));
  expect(await parts.findOne()).toMatchObject({ dueAt: later, fence: 5 });
});

describe('the holder of a lease', () => {
  const held = (job: WithId<Job> | undefined) => {
    if (!job) throw new Error('Nothing was claimed.');
    return { _id: job._id, accountId: 7, fence: job.fence ?? 0 };
  };

  it('writes, renews and finishes, and cannot do so after another claim', async () => {
    await schedule('job');
    const leased = leasedJobs();
    const first = held(await leased.claimNext());
    await leased.write(first, { $set: { done: 1 } });
    clock.advance(LEASE_MS - 1);
    await leased.renewLease(first);
    clock.advance(2);
    expect(await leased.claimNext()).toBeUndefined();
    clock.advance(LEASE_MS);
    const second = held(await leased.claimNext());
    const afterClaim = await collection.findOne();
    await expect(leased.write(first, { $set: { done: 9 } })).rejects.toThrow(LeaseLostError);
    await expect(leased.renewLease(first)).rejects.toThrow(LeaseLostError);
    await expect(leased.finish(first)).rejects.toThrow(LeaseLostError);
    expect(await leased.defer(first, 1_000)).toBe(false);
    expect(await collection.findOne()).toEqual(afterClaim);
    await leased.write(second, { $set: { done: 2 } });
    await leased.finish(second, { $set: { done: 3 } });
    expect(await collection.findOne()).toEqual(
      expect.not.objectContaining({ dueAt: expect.anything(), leaseUntil: expect.anything() }),
    );
    expect(await leased.claimNext()).toBeUndefined();
  });

  it('defers the document until a given time', async () => {
    await schedule('job');
    const leased = leasedJobs();
    expect(await leased.defer(held(await leased.claimNext()), 500, { $set: { done: 1 } })).toBe(true);
    expect(await leased.claimNext()).toBeUndefined();
    clock.advance(500);
    expect(await leased.claimNext()).toMatchObject({ done: 1, fence: 2 });
  });

  it.each([{ next: 60_000 }, { next: undefined }])(
    'ends its turn, and work that was requested meanwhile is due again at once (next turn: $next)',
    async ({ next }) => {
      await schedule('job');
      const leased = leasedJobs();
      const first = (await leased.claimNext()) as WithId<Job>;
      await collection.updateOne({ _id: first._id }, requesting(clock.now()));
      expect(await leased.endTurn(first, { next, update: { $set: { done: 1 } } })).toBe(true);
      const second = (await leased.claimNext()) as WithId<Job>;
      expect(second).toMatchObject({ done: 1, fence: 2, requests: 1 });
      expect(await leased.endTurn(first, { next })).toBe(false);
      expect(await leased.endTurn(second, { next, update: { $set: { done: 2 } } })).toBe(true);
      expect(await leased.claimNext()).toBeUndefined();
      clock.advance(60_000);
      expect((await leased.claimNext())?.done).toBe(next && 2);
    },
  );

  it('renews its lease during the work, detects a lost lease, and then does not touch the document', async () => {
    await schedule('job', -1);
    const seen: boolean[] = [];
    const { opened, open } = aLatch();
    const worker = startWorker(
      async (_job, lease) => {
        await eventually(() => expect(lease.mustEnd()).toBe(true));
        seen.push(lease.mustEnd());
        await opened;
        throw new LeaseLostError('job');
      },
      1,
      { renews: true, leaseMs: 60 },
    );
    await eventually(async () => expect(await collection.findOne()).toMatchObject({ fence: 1 }));
    const before = (await collection.findOne())?.leaseUntil?.getTime() ?? 0;
    clock.advance(50);
    await eventually(async () =>
      expect((await collection.findOne())?.leaseUntil?.getTime()).toBeGreaterThan(before),
    );
    await collection.updateOne({}, { $inc: { fence: 1 } });
    await eventually(() => expect(seen).toEqual([true]));
    const taken = await collection.findOne();
    open();
    await worker.stop();
    expect(await collection.findOne()).toEqual(taken);
  });
});

it('work on other shards is found and claimed while one shard does not answer', async () => {
  const shards = await startShardedDatabase();
  const leased = leasedJobs({ collection: shards.db.collection<Job>('jobs') });
  await leased.collection.insertOne({ accountId: 2, name: 'well', dueAt: clock.now() });
  shards.takeAway(1);
  expect(await leased.claimNext()).toMatchObject({ name: 'well' });
  await shards.close();
});
