import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { aLabel, anImport } from './support/builders';
import { slowWrites } from './support/faulty-collection';
import { startOrders } from './support/start-orders';

/** As many orders as one pickup collects. */
const MANY = 500;
/** A call makes a write for many orders, not for each order. */
const MOST_WRITES = 3;

describe('orders of a pickup', () => {
  let database: TestDatabase;
  let service: Awaited<ReturnType<typeof startOrders>>;
  let account = 0;
  let writes = 0;

  beforeAll(async () => {
    database = await startTestDatabase();
    service = await startOrders({ ...database, db: slowWrites(database.db, 60, () => (writes += 1)) });
  });
  beforeEach(() => {
    account += 1;
  });
  afterAll(async () => {
    await service.stop();
    await database.close();
  });

  const printed = async (count: number) => {
    const orders = Array.from({ length: count }, () => anImport({ status: 'LabelPrinted' }));
    const { ids } = await service.orders.importOrders({ accountId: account, orders });
    // The labels are written to the database directly. Buying hundreds of labels would take too long here.
    await database.db
      .collection('orders')
      .updateMany({ accountId: account }, { $set: { label: aLabel('imported') } });
    return ids;
  };
  const assign = (pickupId: number, orderIds: number[]) =>
    service.orders.assignPickup({
      accountId: account,
      pickupId,
      orderIds,
      carrier: 'usps',
      seller: 'sandbox',
    });
  const release = (pickupId: number, orderIds: number[], keepOthers = false) =>
    service.orders.releasePickup({ accountId: account, pickupId, orderIds, keepOthers });
  const statuses = async (orderIds: number[]) => {
    const { orders } = await service.orders.getOrderRows({ accountId: account, orderIds });
    return orders.map(({ status }) => status);
  };
  const total = async (status: string) =>
    (await service.orders.listOrders({ accountId: account, status, page: { page: 1, pageSize: 1 } })).total;

  it('can be five hundred, assigned and released with few writes', async () => {
    const ids = await printed(MANY);
    writes = 0;
    expect((await assign(7, ids)).orderIds).toEqual(ids);
    expect(writes).toBeLessThan(MOST_WRITES);
    expect(await total('WaitingForPickup')).toBe(MANY);
    expect(await total('LabelPrinted')).toBe(0);
    writes = 0;
    await release(7, ids);
    expect(writes).toBeLessThan(MOST_WRITES);
    expect(await total('WaitingForPickup')).toBe(0);
    expect(await total('LabelPrinted')).toBe(MANY);
    expect(new Set(await statuses(ids))).toEqual(new Set(['LabelPrinted']));
  });

  it('are listed for a page of a hundred pickups', async () => {
    const [first, last] = (await printed(2)) as [number, number];
    await assign(1, [first]);
    await assign(100, [last]);
    const pickupIds = Array.from({ length: 100 }, (_, n) => n + 1);
    const { pickups } = await service.orders.listPickupOrders({ accountId: account, pickupIds });
    expect(pickups.map(({ pickupId, orderIds }) => [pickupId, orderIds])).toEqual([
      [1, [first]],
      [100, [last]],
    ]);
  });

  it('are not assigned by a call that arrives after their pickup was given up', async () => {
    const [a, b] = (await printed(2)) as [number, number];
    await assign(7, [a]);
    await release(7, [a, b]);
    expect((await assign(7, [a, b])).orderIds).toEqual([]);
    expect(await statuses([a, b])).toEqual(['LabelPrinted', 'LabelPrinted']);
    expect((await assign(8, [a, b])).orderIds).toEqual([a, b]);
    await release(7, [a, b]);
    expect(await statuses([a, b])).toEqual(['WaitingForPickup', 'WaitingForPickup']);
  });

  it('stay assigned when others of the pickup are released', async () => {
    const [a, b] = (await printed(2)) as [number, number];
    await assign(7, [a, b]);
    await release(7, [b], true);
    expect(await statuses([a, b])).toEqual(['WaitingForPickup', 'LabelPrinted']);
  });

  it('that two pickups request at once are divided between them, and each is counted once', async () => {
    const ids = await printed(40);
    const [mine, others] = await Promise.all([assign(7, ids), assign(8, ids)]);
    expect([...mine.orderIds, ...others.orderIds].sort((a, b) => a - b)).toEqual(ids);
    expect(await total('WaitingForPickup')).toBe(40);
    expect(await total('LabelPrinted')).toBe(0);
  });
});
