import { anImport, blankAddress } from './support/builders';
import { serveOrders } from './support/serve-orders';

const t = serveOrders();

const importAll = async (...given: Parameters<typeof anImport>[0][]) => {
  const orders = given.map((one) => anImport(one));
  return (await t.orders.importOrders({ accountId: t.account, orders })).ids;
};
const ready = async (limit = 0, anyWeight = false) => {
  const answer = await t.orders.listReadyToShip({ accountId: t.account, limit, anyWeight });
  return { ...answer, ids: answer.orders.map(({ orderId }) => orderId) };
};
const listed = async (limit?: number) => (await ready(limit)).ids;

describe('the orders of a batch that names none', () => {
  it('are ready to ship and have a weight, oldest first', async () => {
    const [newer, older] = await importAll(
      { weightOz: 3, date: new Date('2026-01-02') },
      { weightOz: 4, date: new Date('2026-01-01') },
      { date: new Date('2026-01-03') },
      { weightOz: 5, status: 'Delivered' },
      { weightOz: 6, status: 'Deleted' },
    );
    expect(await listed()).toEqual([older, newer]);
    expect(await listed(1)).toEqual([older]);
  });

  it('are returned with those that are left out for a missing weight or for the limit, oldest first [MCP-S60]', async () => {
    const [unweighed, first, second, zero] = await importAll(
      { date: new Date('2026-01-01') },
      { weightOz: 3, date: new Date('2026-01-02') },
      { weightOz: 4, date: new Date('2026-01-03') },
      { date: new Date('2026-01-04') },
      { status: 'WaitingForPayment' },
    );
    const answer = await ready(1);
    expect(answer.ids).toEqual([first]);
    expect(answer.leftOut.map(({ orderId, withoutWeight }) => [orderId, withoutWeight])).toEqual([
      [unweighed, true],
      [second, false],
      [zero, true],
    ]);
    expect(answer.leftOut[0]?.orderNumber).toMatch(/^[A-Z0-9]{6}$/);
    expect(answer.leftOutCount).toBe(3);
  });

  it('are all ready-to-ship orders when the batch gives a weight', async () => {
    const ids = await importAll(
      { date: new Date('2026-01-01') },
      { weightOz: 3, date: new Date('2026-01-02') },
    );
    expect(await ready(0, true)).toMatchObject({ ids, leftOut: [], leftOutCount: 0 });
  });

  it('are returned with up to a hundred that are left out, and the number of all of them', async () => {
    await importAll(...Array.from({ length: 103 }, () => ({})));
    const answer = await ready();
    expect(answer.ids).toEqual([]);
    expect([answer.leftOut.length, answer.leftOutCount]).toEqual([100, 103]);
  });

  it('change with the orders', async () => {
    const [orderId = 0] = await importAll({});
    expect(await listed()).toEqual([]);
    const at = { accountId: t.account, orderId };
    await t.orders.saveRating({ ...at, parcel: { weightOz: 7 }, addressCheck: undefined });
    expect(await listed()).toEqual([orderId]);
    await t.orders.cancelOrder({ ...at, dryRun: false, labelPurchaseId: undefined });
    expect(await listed()).toEqual([]);
  });

  it('belong to the account', async () => {
    await importAll({ weightOz: 3 });
    t.changeAccount();
    expect(await listed()).toEqual([]);
  });
});

describe('orders that are requested by id', () => {
  it('are returned in the requested order, without unknown ones and those of another account', async () => {
    const [foreign = 0] = await importAll({});
    t.changeAccount();
    const [one = 0, two = 0] = await importAll({}, {});
    const { orders } = await t.orders.getOrders({
      accountId: t.account,
      orderIds: [two, 999_999, foreign, one],
    });
    expect(orders.map(({ orderId }) => orderId)).toEqual([two, one]);
  });

  it('have the same ship-to address as a single order, and their customer records are read in one call', async () => {
    const addGrace = () => t.customers.add(t.account, { firstName: 'Grace', lastName: 'Hopper' }).customerId;
    const [one, two] = [addGrace(), addGrace()];
    const recipient = blankAddress({ name: 'Guest', street1: '1 Main St', zip: '78701' });
    const orders = [one, two, one].map((customerId) => ({ customerId, recipient }));
    const ids = await importAll(...orders);
    const before = t.customers.lookups;
    const found = await t.orders.getOrders({ accountId: t.account, orderIds: ids });
    expect(t.customers.lookups - before).toBe(1);
    for (const order of found.orders) {
      expect(order.shipTo?.name).toBe('Grace Hopper');
      expect(order).toEqual(await t.orders.getOrder({ accountId: t.account, orderId: order.orderId }));
    }
  });

  it('are limited to five hundred', async () => {
    const orderIds = Array.from({ length: 501 }, (_, at) => at);
    await expect(t.orders.getOrders({ accountId: t.account, orderIds })).rejects.toMatchObject({
      code: 'invalid_argument',
      reason: 'too_many_named',
      params: { max: 500, got: 501 },
      field: 'order_ids',
    });
  });
});
