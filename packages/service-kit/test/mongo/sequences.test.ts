import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import type { Document } from 'mongodb';
import { idCheck } from '../../src/diagnosis/id-check';
import { DomainError } from '../../src/domain-error';
import { createIdKeeper, type IdKeepingBilling } from '../../src/mongo/id-keeper';
import { createSequences, SEQUENCES } from '../../src/mongo/sequences';

let database: TestDatabase;
let billing: IdKeepingBilling;
let isAway: boolean;

beforeAll(async () => {
  database = await startTestDatabase();
});

beforeEach(async () => {
  await stored().deleteMany({});
  billing = createMemoryIdKeeper();
  isAway = false;
});

afterAll(() => database?.close());

const stored = () => database.db.collection<Document & { _id: string }>(SEQUENCES);

/** The services' connection to billing. A test can interrupt it. */
const reached: IdKeepingBilling = {
  takeIds: async (request) => {
    if (isAway) throw new DomainError('unavailable', 'unavailable', {});
    return billing.takeIds(request);
  },
  listIdMarks: (request) => billing.listIdMarks(request),
};
const keeper = () => createIdKeeper('orders', reached);

/** The sequence of a process that has just started. */
const aProcess = (name: string, firstId = 1, blockSize = 50) =>
  createSequences(database.db, keeper()).create(name, firstId, blockSize);

describe('a sequence', () => {
  it('begins with its first id and returns one after another', async () => {
    const sequence = aProcess('orders', 1_001);
    expect([await sequence.next(), await sequence.next(), await sequence.next()]).toEqual([
      1_001, 1_002, 1_003,
    ]);
  });

  it('begins also when billing stands still for three seconds', async () => {
    const slow: IdKeepingBilling = {
      ...reached,
      takeIds: async (request, { timeoutMs = 0 } = {}) => {
        if (timeoutMs <= 3_000) throw new DomainError('deadline_exceeded', 'unavailable', {});
        return billing.takeIds(request);
      },
    };
    const sequence = createSequences(database.db, createIdKeeper('orders', slow)).create('orders');
    expect(await sequence.next()).toBe(1);
  });

  it('returns each id once, for many processes at one time', async () => {
    const processes = Array.from({ length: 5 }, () => aProcess('busy', 1, 7));
    const ids = await Promise.all(
      processes.flatMap((sequence) => [
        ...Array.from({ length: 100 }, () => sequence.next()),
        ...Array.from({ length: 5 }, () => sequence.take(20)),
      ]),
    );
    const all = ids.flat();
    expect(all).toHaveLength(1_000);
    expect(new Set(all).size).toBe(1_000);
    expect(Math.min(...all)).toBe(1);
  });

  it('skips no id when many requests come to one process', async () => {
    const sequence = aProcess('shared', 1, 50);
    const ids = await Promise.all(Array.from({ length: 100 }, () => sequence.next()));
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('reserves several ids in ascending order', async () => {
    const sequence = aProcess('several', 1, 4);
    const ids = await sequence.take(10);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(10);
  });

  it('never returns ids of a process that ended', async () => {
    const before = await aProcess('restarted').next();
    expect(await aProcess('restarted').next()).toBeGreaterThan(before);
  });

  it('is separate for each name', async () => {
    expect(await aProcess('left').next()).toBe(1);
    expect(await aProcess('right').next()).toBe(1);
  });
});

describe('after a restore', () => {
  /** Returns the ids of 30 processes that start one after the other. */
  const handOut = async (count = 30) => {
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await aProcess('orders', 1_001, 3).next());
    return ids;
  };
  const copy = () => stored().find().toArray();
  const restore = async (documents: (Document & { _id: string })[]) => {
    await stored().deleteMany({});
    if (documents.length > 0) await stored().insertMany(documents);
  };

  it('of its database, also to an empty one, no id is returned twice', async () => {
    const empty = await copy();
    const first = await handOut();
    const earlier = await copy();
    const lost = await handOut();
    await restore(earlier);
    const second = await handOut();
    await restore(empty);
    const third = await handOut();
    const all = [...first, ...lost, ...second, ...third];
    expect(new Set(all).size).toBe(all.length);
    expect(Math.min(...second)).toBeGreaterThan(Math.max(...lost));
  });

  it("of billing's database no id is returned twice", async () => {
    const first = await handOut();
    billing = createMemoryIdKeeper();
    const second = await handOut();
    expect(Math.min(...second)).toBeGreaterThan(Math.max(...first));
  });

  it('an id that the database has lost counts as reserved, and the next one does not', async () => {
    const earlier = await copy();
    const lost = await handOut(1);
    await restore(earlier);
    const sequence = aProcess('orders', 1_001, 3);
    expect(await sequence.wasHandedOut(lost[0] as number)).toBe(true);
    expect(await sequence.wasHandedOut(1_004)).toBe(false);
  });

  it('the diagnosis names the database that is behind, and passes after the next ids', async () => {
    const check = () => idCheck(database.db, keeper()).run();
    expect(await check()).toBe('this database and billing know the same ids');
    await handOut(1);
    expect(await check()).toBe('this database and billing know the same ids');
    const earlier = await copy();
    await handOut(2);
    await restore(earlier);
    expect(await check()).toMatchObject({
      ok: false,
      text: expect.stringContaining(
        'orders: 9 ids were issued, but this database knows only 3, because it was restored from an older backup.',
      ),
    });
    await handOut(1);
    expect(await check()).toBe('this database and billing know the same ids');
    billing = createMemoryIdKeeper();
    expect(await check()).toMatchObject({
      ok: false,
      text: expect.stringContaining('orders: 12 ids were issued, but billing knows only 0'),
    });
  });
});

describe('while billing is not reachable', () => {
  it('a process that reached it before continues, and no id is returned twice', async () => {
    const heard = [aProcess('orders', 1, 2), aProcess('orders', 1, 2)];
    const ids = await Promise.all(heard.map((sequence) => sequence.next()));
    isAway = true;
    ids.push(...(await Promise.all(heard.map((sequence) => sequence.take(9)))).flat());
    isAway = false;
    const back = [...heard, aProcess('orders', 1, 2)];
    ids.push(...(await Promise.all(back.map((sequence) => sequence.take(9)))).flat());
    expect(new Set(ids).size).toBe(47);
  });

  it('for one process and reachable for another, no id is returned twice', async () => {
    const cutOff = createSequences(
      database.db,
      createIdKeeper('orders', {
        ...reached,
        takeIds: async (request) => {
          if (isAway) throw new DomainError('deadline_exceeded', 'unavailable', {});
          return billing.takeIds(request);
        },
      }),
    ).create('orders', 1, 2);
    const ids = [await cutOff.next()];
    isAway = true;
    // The second process claims a block from billing. Before it writes this block to the database, the first process
    // claims blocks without billing.
    const slow = createSequences(database.db, {
      ...createIdKeeper('orders', billing),
      take: async (name, known, count) => {
        const taken = (await billing.takeIds({ service: 'orders', name, known, count })).taken;
        if (ids.length < 10) ids.push(...(await cutOff.take(3)));
        return taken;
      },
    }).create('orders', 1, 2);
    ids.push(...(await slow.take(8)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('a new process waits for it, so that it returns no known id', async () => {
    isAway = true;
    await expect(aProcess('orders').next()).rejects.toMatchObject({ code: 'unavailable' });
    isAway = false;
    expect(await aProcess('orders').next()).toBe(1);
  });
});
