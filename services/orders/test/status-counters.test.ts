import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import fc from 'fast-check';
import { countAfresh } from '../src/adapters/mongo/count-afresh';
import type { CountersDocument } from '../src/adapters/mongo/counters-document';
import type { OrderDocument } from '../src/adapters/mongo/order-document';
import { orderIndexes } from '../src/adapters/mongo/order-indexes';
import { createOrderStore } from '../src/adapters/mongo/order-store';
import type { ReportDayDocument } from '../src/adapters/mongo/report-day-document';
import { MongoReportDays } from '../src/adapters/mongo/report-days';
import { createStatusCounters } from '../src/adapters/mongo/status-counters';
import { STATUS_NAMES } from '../src/domain/order-status';
import { faulty, seeded } from './support/faulty-collection';
import { domainOrder } from './support/order-builder';

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

  /** One replica of the service; killed now and then when a probability is given. */
  const replica = (probability = 0, random: () => number = Math.random) => {
    const collection = faulty(orders(), probability, random);
    const options = { orders: collection, counters: faulty(documents(), probability, random) };
    const counters = createStatusCounters({ ...options, clock: new FakeClock(), logger: silentLogger });
    const shared = { clock: new FakeClock(), logger: silentLogger };
    const days = database.db.collection<ReportDayDocument>('report_days');
    const reports = new MongoReportDays({ ...shared, orders: orders(), days });
    const store = createOrderStore({ collection, counters, reports, wakeRelay: () => undefined });
    return { counters, store };
  };
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
    const groups = await orders()
      .aggregate<{ _id: string; count: number }>([
        { $match: { accountId: account } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ])
      .toArray();
    return Object.fromEntries(groups.map(({ _id, count }) => [_id, count]));
  };

  const withoutZeros = (counts: object) =>
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

  const leftovers = async () => ({
    pending: await orders().countDocuments({ accountId: account, 'pending.at': { $gt: new Date(0) } }),
    applied: (await documents().findOne({ _id: account, accountId: account }))?.applied.length,
  });

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
        expect(await leftovers()).toEqual({ pending: 0, applied: 0 });
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
    expect(await leftovers()).toEqual({ pending: 0, applied: 0 });
  });

  it('a rebuild repairs them beside running writers', async () => {
    const one = replica();
    await Promise.all(Array.from({ length: 10 }, () => create(one)));
    await documents().updateOne({ _id: account }, { $set: { counts: { Deleted: 77 } } });
    const random = seeded(account);
    const writing = (async () => {
      for (let made = 0; made < 20; made += 1) await create(one, SOME[Math.floor(random() * SOME.length)]);
    })();
    const repair = { orders: orders(), documents: documents(), counters: replica().counters };
    await Promise.all([writing, countAfresh(repair, account)]);
    await create(one);
    expect(withoutZeros((await one.counters.read(account)).counts)).toEqual(await countedByHand());
  });
});
