import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { wrapCalls } from '@parcelyard/testing/wrap-calls';
import fc from 'fast-check';
import type { CountersDocument } from '../src/adapters/mongo/counters-document';
import { CountersWriter } from '../src/adapters/mongo/counters-writer';
import type { OrderDocument } from '../src/adapters/mongo/order-document';
import { orderIndexes } from '../src/adapters/mongo/order-indexes';
import { type OrderStatus, STATUS_NAMES } from '../src/domain/order-status';
import { seeded } from './support/faulty-collection';
import { domainOrder } from './support/order-builder';
import { createReplica } from './support/replica';

/** Five statuses are enough for every kind of move, and make changes of one counter collide. */
const SOME = STATUS_NAMES.slice(0, 5);

describe('the counters of an account', () => {
  let database: TestDatabase;
  let account = 0;
  let nextOrder = 0;

  beforeAll(async () => {
    database = await startTestDatabase();
    await ensureIndexes(database.db, orderIndexes);
  });
  beforeEach(() => {
    account += 1;
  });
  afterAll(() => database.close());

  const orders = () => database.db.collection<OrderDocument>('orders');
  const documents = () => database.db.collection<CountersDocument>('order_counters');

  const replica = (probability = 0, random: () => number = Math.random) =>
    createReplica(database.db, new FakeClock(), probability, random);
  type Replica = ReturnType<typeof replica>;

  const create = async ({ store }: Replica, status = SOME[0]) => {
    nextOrder += 1;
    const order = domainOrder({
      accountId: accountId(account),
      orderId: orderId(nextOrder),
      orderNumber: `N${nextOrder}`,
      ...(status ? { status } : {}),
    });
    await store.insert(order);
    return order.orderId;
  };

  const move = async ({ store }: Replica, id: number, random: () => number) => {
    const order = await store.get(accountId(account), id);
    const status = SOME[Math.floor(random() * SOME.length)];
    if (order && status) await store.update(order, { fields: { status } });
  };

  const countedByHand = async () => {
    const counts: Record<string, number> = {};
    for await (const { status } of orders().find({ accountId: account }))
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  const withoutZeros = (counts: object) =>
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

  /** Orders with a change in them, and what the counters keep of epochs that are over. */
  const leftovers = async () => {
    const document = await documents().findOne({ _id: account, accountId: account });
    return {
      uncounted: await orders().countDocuments({
        'uncounted.at': { $gt: new Date(0) },
        accountId: account,
      }),
      ended: Object.keys(document?.counted ?? {}).filter((name) => !name.startsWith(`${document?.epoch}-`)),
    };
  };

  it('are exact however often the processes that change orders are killed at any write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        account += 1;
        const random = seeded(seed);
        const replicas = Array.from({ length: 3 }, () => replica(0.25, random));
        const healthy = replica();
        const ids = await Promise.all(Array.from({ length: 8 }, () => create(healthy)));
        const worker = async (one: Replica) => {
          for (let step = 0; step < 30; step += 1) {
            const id = ids[Math.floor(random() * ids.length)] as number;
            const work =
              random() < 0.2
                ? create(one)
                : random() < 0.9
                  ? move(one, id, random)
                  : one.counters.takeOver(account);
            await work.catch(() => undefined);
          }
          await one.counters.idle();
        };
        await Promise.all(replicas.flatMap((one) => [worker(one), worker(one)]));
        await healthy.counters.takeOver(account);
        await healthy.counters.idle();
        expect(withoutZeros((await healthy.counters.read(account)).counts)).toEqual(await countedByHand());
        expect(await leftovers()).toEqual({ uncounted: 0, ended: [] });
      }),
      { numRuns: 6 },
    );
  }, 120_000);

  it('tell the caller of a change about it, whichever replica is asked', async () => {
    const [one, other] = [replica(), replica()];
    for (let made = 1; made <= 20; made += 1) {
      await create(one);
      expect((await other.counters.read(account)).counts).toEqual({ [SOME[0] as string]: made });
    }
  });

  it('take a new revision at each change that a list shows, and at no other', async () => {
    const one = replica();
    const id = await create(one);
    const before = (await one.counters.read(account)).revision;
    const order = await one.store.get(accountId(account), id);
    if (!order) throw new Error('no order');
    const locked = await one.store.update(order, { fields: { lockedBy: 'p' } });
    expect((await one.counters.read(account)).revision).toBe(before);
    if (!locked) throw new Error('not locked');
    await one.store.update(locked, { fields: { trackingNumber: 'T9' } });
    expect(await one.counters.read(account)).toMatchObject({
      revision: before + 1,
      counts: { [SOME[0] as string]: 1 },
    });
  });

  it('a replica whose account was taken over goes on counting without help', async () => {
    const [one, other] = [replica(), replica()];
    await create(one);
    await create(other);
    for (let round = 1; round <= 5; round += 1) {
      await replica().counters.takeOver(account);
      await create(one);
      await create(other);
      expect((await one.counters.read(account)).counts).toEqual({ [SOME[0] as string]: 2 + 2 * round });
    }
    await Promise.all([one.counters.idle(), other.counters.idle()]);
    expect(await leftovers()).toEqual({ uncounted: 0, ended: [] });
  });

  it('a change that a process counted and died before clearing is not counted again', async () => {
    const random = seeded(7);
    const dying = replica();
    await create(dying);
    const [order] = await orders().find({ accountId: account }).toArray();
    expect(order?.uncounted).toHaveLength(1);
    await replica(0, random).counters.takeOver(account);
    const { counters } = replica();
    await counters.takeOver(account);
    expect((await counters.read(account)).counts).toEqual({ [SOME[0] as string]: 1 });
    expect(await leftovers()).toEqual({ uncounted: 0, ended: [] });
    await dying.counters.idle();
    await create(dying);
    expect((await counters.read(account)).counts).toEqual({ [SOME[0] as string]: 2 });
  });

  it('a counting update that is under way for long and comes after later ones counts nothing', async () => {
    let lateUpdate: (() => Promise<unknown>) | undefined;
    const slow = wrapCalls(documents(), (method, call) => (...given) => {
      if (method !== 'updateOne' || lateUpdate) return call(...given);
      lateUpdate = async () => call(...given);
      return Promise.reject(new Error('no answer'));
    });
    await create(replica());
    const { epoch = 0 } = (await documents().findOne({ _id: account })) ?? {};
    const writer = new CountersWriter({ counters: slow, accountId: account, epoch, name: 'slow' });
    const change = (id: string) => ({ id, epoch, to: SOME[0] as OrderStatus, at: new Date(0) });
    expect(await writer.count([{ orderId: 1, change: change('a') }])).toBe(true);
    writer.forget(['a']);
    expect(await writer.count([{ orderId: 1, change: change('b') }])).toBe(true);
    expect(await lateUpdate?.()).toMatchObject({ matchedCount: 0 });
    expect((await replica().counters.read(account)).counts).toEqual({ [SOME[0] as string]: 3 });
  });

  it('changes of one account that come together are counted by one update', async () => {
    const one = replica();
    await create(one);
    const before = (await one.counters.read(account)).revision;
    await Promise.all(Array.from({ length: 40 }, () => create(one)));
    const after = await one.counters.read(account);
    expect(after.counts).toEqual({ [SOME[0] as string]: 41 });
    expect(after.revision - before).toBeLessThan(20);
  });

  it('what processes that are gone have left in the counters leaves them', async () => {
    for (let started = 0; started < 30; started += 1) {
      const one = replica();
      await create(one);
      await one.counters.idle();
    }
    const { counted = {} } = (await documents().findOne({ _id: account })) ?? {};
    expect(Object.keys(counted).length).toBeLessThan(20);
    expect((await replica().counters.read(account)).counts).toEqual({ [SOME[0] as string]: 30 });
  });

  it('a rebuild repairs them beside running writers', async () => {
    const one = replica();
    await Promise.all(Array.from({ length: 10 }, () => create(one)));
    await documents().updateOne({ _id: account }, { $set: { counts: { Deleted: 77 } } });
    const random = seeded(account);
    const writing = (async () => {
      for (let made = 0; made < 20; made += 1) await create(one, SOME[Math.floor(random() * SOME.length)]);
    })();
    await Promise.all([writing, replica().recount(account)]);
    await create(one);
    expect(withoutZeros((await one.counters.read(account)).counts)).toEqual(await countedByHand());
  });
});
