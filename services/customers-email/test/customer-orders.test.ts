import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { type ShardedDatabase, startShardedDatabase } from '@parcelyard/testing/start-sharded-database';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type Db, type Document, MongoServerError } from 'mongodb';
import { createCustomerOrders, customerOrderIndexes } from '../src/adapters/mongo/customer-orders';
import { createReassignOrder } from '../src/adapters/mongo/reassign-order';

const DATE = new Date('2026-03-01T00:00:00Z');

describe('the order counts of customers', () => {
  let database: TestDatabase;
  let account = 0;
  let nextOrder = 0;

  beforeAll(async () => {
    database = await startTestDatabase();
    await ensureIndexes(database.db, customerOrderIndexes);
  });
  beforeEach(async () => {
    account += 1;
    const customers = [1, 2, 3].map((at) => ({ _id: customer(at) as never, accountId: account }));
    await database.db.collection('customers').insertMany(customers);
  });
  afterAll(() => database.close());

  const customer = (at: number) => account * 10 + at;
  const someOrders = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      nextOrder += 1;
      return { accountId: account, orderId: nextOrder, customerId: customer(1 + (index % 3)), date: DATE };
    });
  const totals = async () => {
    const found = await database.db
      .collection('customers')
      .find({ accountId: account })
      .sort({ _id: 1 })
      .toArray();
    return found.map(({ orderCount }) => orderCount);
  };
  /** Returns a database in which `command` handles the bulk command. Everything else is the real database. */
  const withCommand = (command: (sent: Document) => Promise<Document>): Db =>
    ({
      databaseName: database.db.databaseName,
      collection: (name: string) => database.db.collection(name),
      client: { db: () => ({ command }) },
    }) as Db;
  const send = (sent: Document) => database.db.client.db('admin').command(sent);

  it('count each order once when two processes receive the same orders, some of them twice', async () => {
    const [one, two] = [createCustomerOrders(database.db), createCustomerOrders(database.db)];
    const orders = someOrders(60);
    await Promise.all(orders.flatMap((order) => [one.count(order), two.count(order), one.count(order)]));
    expect(await totals()).toEqual([20, 20, 20]);
    await Promise.all(someOrders(30).map((order) => two.count(order)));
    await Promise.all(someOrders(3).map((order) => one.count(order)));
    expect(await totals()).toEqual([31, 31, 31]);
  });

  it('count orders that come together with one command', async () => {
    let commands = 0;
    const { count } = createCustomerOrders(
      withCommand((sent) => {
        commands += 1;
        return send(sent);
      }),
    );
    await Promise.all(someOrders(60).map(count));
    expect([commands, await totals()]).toEqual([1, [20, 20, 20]]);
  });

  it('are completed by the same orders after a crash at any part of a command', async () => {
    const orders = someOrders(6);
    // The command makes nine writes: six numbers and three totals. In each round, the process dies after `done` of
    // these writes.
    for (let done = 0; done <= 9; done += 1) {
      const dying = createCustomerOrders(
        withCommand(async (sent) => {
          if (done > 0) await send({ ...sent, ops: sent.ops.slice(0, done) });
          throw new Error('killed');
        }),
      );
      const ends = await Promise.allSettled(orders.map(dying.count));
      expect(ends).toEqual(orders.map(() => ({ status: 'rejected', reason: new Error('killed') })));
    }
    await Promise.all(orders.map(createCustomerOrders(database.db).count));
    expect(await totals()).toEqual([2, 2, 2]);
  });

  it.each([20, 59, 115])('are also exact on a server without the command (code %i)', async (code) => {
    const { count } = createCustomerOrders(
      withCommand(() => Promise.reject(new MongoServerError({ code, message: 'no such command' }))),
    );
    const orders = someOrders(30);
    await Promise.all([...orders, ...orders.slice(0, 9)].map(count));
    expect(await totals()).toEqual([10, 10, 10]);
  });
});

describe('an order that is given to another customer', () => {
  let database: TestDatabase;
  let account = 0;

  beforeAll(async () => {
    database = await startTestDatabase();
    await ensureIndexes(database.db, customerOrderIndexes);
  });
  beforeEach(async () => {
    account += 1;
    const customers = [1, 2, 3].map((at) => ({ _id: customer(at) as never, accountId: account }));
    await database.db.collection('customers').insertMany(customers);
  });
  afterAll(() => database.close());

  const customer = (at: number) => account * 10 + at;
  const day = (of: number) => new Date(Date.UTC(2026, 2, of));
  const order = (number: number, at: number, on = number) => ({
    accountId: account,
    orderId: account * 100 + number,
    customerId: customer(at),
    date: day(on),
  });
  const totals = async () => {
    const found = await database.db
      .collection('customers')
      .find({ accountId: account })
      .sort({ _id: 1 })
      .toArray();
    return found.map(({ orderCount = 0, lastOrderAt }) => [orderCount, lastOrderAt]);
  };
  const { count, reassign, another } = {
    count: (one: ReturnType<typeof order>) => createCustomerOrders(database.db).count(one),
    reassign: (one: ReturnType<typeof order>, version: number) =>
      createReassignOrder(database.db)({ ...one, version }),
    another: () => createCustomerOrders(database.db),
  };

  it('is counted for the new customer, and the former has the count and last order of the rest', async () => {
    for (const number of [1, 2, 3]) await count(order(number, 1));
    await reassign(order(3, 2), 5);
    await reassign(order(3, 2), 5);
    expect(await totals()).toEqual([
      [2, day(2)],
      [1, day(3)],
      [0, undefined],
    ]);
    await reassign(order(1, 3), 2);
    await reassign(order(2, 3), 2);
    expect(await totals()).toEqual([
      [0, undefined],
      [1, day(3)],
      [2, day(2)],
    ]);
  });

  it('is counted once, in whatever sequence its events come, also twice', async () => {
    const created = () => count(order(1, 1));
    const first = () => reassign(order(1, 2), 2);
    const second = () => reassign(order(1, 3), 3);
    for (const events of [
      [created, first, second, created],
      [second, first, created],
      [first, created, second, first],
      [second, created, second, first],
    ]) {
      await database.db.collection('customer_orders').deleteMany({ accountId: account });
      for (const event of events) await event();
      expect((await totals()).slice(0, 2).flat().filter(Boolean)).toEqual([]);
      expect((await totals())[2]).toEqual([1, day(1)]);
      await database.db
        .collection('customers')
        .updateMany(
          { accountId: account },
          { $unset: { orderCount: '', lastOrderAt: '', highestNumber: '', lostOrders: '' } },
        );
    }
  });

  it('leaves no last order behind when all orders of one day are given away at one time', async () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    for (const number of numbers) await count(order(number, 1, 9));
    await Promise.all(numbers.map((number) => reassign(order(number, 2, 9), 2)));
    expect(await totals()).toEqual([
      [0, undefined],
      [6, day(9)],
      [0, undefined],
    ]);
  });

  it('leaves the counts exact while processes that remember the old count add orders', async () => {
    const [one, two] = [another(), another()];
    for (const number of [1, 2, 3]) await one.count(order(number, 1));
    await two.count(order(4, 1));
    await reassign(order(2, 2), 2);
    await Promise.all([one.count(order(5, 1)), two.count(order(6, 1)), reassign(order(3, 2), 2)]);
    await one.count(order(7, 2));
    expect((await totals()).map(([orders]) => orders)).toEqual([4, 3, 0]);
  });
});

describe('while the shard of one account does not answer', () => {
  let database: ShardedDatabase;
  beforeAll(async () => {
    database = await startShardedDatabase();
    await ensureIndexes(database.db, customerOrderIndexes);
    const customers = [1, 2].map((id) => ({ _id: id as never, accountId: id }));
    await database.db.collection('customers').insertMany(customers);
  });
  afterAll(() => database.close());

  it('orders of other accounts are counted once, and its own orders when it is available again', async () => {
    const { count } = createCustomerOrders(database.db);
    const order = (account: number, orderId: number) =>
      count({ accountId: account, orderId, customerId: account, date: DATE });
    database.takeAway(1);
    const held = order(1, 1);
    await order(2, 2);
    await order(2, 3);
    database.bringBack();
    await held;
    const found = await database.db.collection('customers').find().sort({ _id: 1 }).toArray();
    expect(found.map(({ orderCount }) => orderCount)).toEqual([1, 2]);
  });
});
