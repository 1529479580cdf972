import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { seeded } from '@parcelyard/testing/seeded';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import fc from 'fast-check';
import type { CountersDocument } from '../src/adapters/mongo/counters-document';
import type { OrderDocument } from '../src/adapters/mongo/order-document';
import { orderIndexes } from '../src/adapters/mongo/order-indexes';
import { STATUS_NAMES } from '../src/domain/order-status';
import { domainOrder } from './support/order-builder';
import { createReplica } from './support/replica';

/**
 * Five statuses are enough for every kind of change. Because there are so few, concurrent changes often concern the
 * same status.
 */
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

  const countOrders = async () => {
    const counts: Record<string, number> = {};
    for await (const { status } of orders().find({ accountId: account }))
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  const withoutZeros = (counts: object) =>
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

  it('are exact after processes were killed at any write', async () => {
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
            const work = random() < 0.2 ? create(one) : move(one, id, random);
            await work.catch(() => undefined);
          }
        };
        await Promise.all(replicas.flatMap((one) => [worker(one), worker(one)]));
        expect(withoutZeros((await healthy.counters.read(account)).counts)).toEqual(await countOrders());
      }),
      { numRuns: 6 },
    );
  });

  it('include a change as soon as its call returns, in every replica', async () => {
    const [one, other] = [replica(), replica()];
    for (let made = 1; made <= 20; made += 1) {
      await create(one);
      expect((await other.counters.read(account)).counts).toEqual({ [SOME[0] as string]: made });
    }
  });

  it('get a new revision with each change that a list shows, and with no other change', async () => {
    const one = replica();
    const id = await create(one);
    const before = (await one.counters.read(account)).revision;
    const order = await one.store.get(accountId(account), id);
    if (!order) throw new Error('no order');
    const locked = await one.store.update(order, { fields: { lockedBy: 'p' } });
    expect((await one.counters.read(account)).revision).toBe(before);
    if (!locked) throw new Error('not locked');
    await one.store.update(locked, { fields: { trackingNumber: 'T9' } });
    const after = await one.counters.read(account);
    expect(after.revision).toBeGreaterThan(before);
    expect(after.counts).toEqual({ [SOME[0] as string]: 1 });
  });

  it('never repeat a revision, also after a failover or a restored backup lost the last change', async () => {
    const one = replica();
    await create(one);
    const { revision, counts } = await one.counters.read(account);
    await create(one);
    const lost = (await one.counters.read(account)).revision;
    await documents().updateOne({ _id: account }, { $set: { revision, counts } });
    await create(one);
    expect((await one.counters.read(account)).revision).not.toBe(lost);
  });

  it('are blocked for seconds when a process dies in a transaction, and contain nothing of its change', async () => {
    const one = replica();
    const id = await create(one);
    const dying = database.client.startSession();
    dying.startTransaction();
    await orders().updateOne({ _id: id }, { $set: { status: 'Deleted' } }, { session: dying });
    await documents().updateOne({ _id: account }, { $inc: { revision: 1 } }, { session: dying });
    await create(one);
    expect((await one.counters.read(account)).counts).toEqual({ [SOME[0] as string]: 2 });
    expect(await countOrders()).toEqual({ [SOME[0] as string]: 2 });
    await dying.endSession();
  });

  it('are correct when one of many inserts is refused because its order number is taken', async () => {
    const one = replica();
    const first = nextOrder + 1;
    nextOrder += 10;
    const orderOf = (number: number) =>
      domainOrder({
        accountId: accountId(account),
        orderId: orderId(first + number),
        orderNumber: `T${number % 9}`,
      });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, number) => one.store.insert(orderOf(number))),
    );
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('inserted'), 'order_number_taken']);
    expect((await one.counters.read(account)).counts).toEqual({ LabelPrinted: 9 });
  });

  it('are updated once for changes of one account that come together', async () => {
    const one = replica();
    await create(one);
    const transactions = jest.spyOn(database.client, 'withSession');
    await Promise.all(Array.from({ length: 40 }, () => create(one)));
    expect((await one.counters.read(account)).counts).toEqual({ [SOME[0] as string]: 41 });
    expect(transactions.mock.calls.length).toBeLessThan(20);
    transactions.mockRestore();
  });

  it('are repaired by a rebuild while other processes write', async () => {
    const one = replica();
    await Promise.all(Array.from({ length: 10 }, () => create(one)));
    await documents().updateOne({ _id: account }, { $set: { counts: { Deleted: 77 } } });
    const random = seeded(account);
    const writing = (async () => {
      for (let made = 0; made < 20; made += 1) await create(one, SOME[Math.floor(random() * SOME.length)]);
    })();
    await Promise.all([writing, replica().recount(account)]);
    await create(one);
    expect(withoutZeros((await one.counters.read(account)).counts)).toEqual(await countOrders());
  });
});
