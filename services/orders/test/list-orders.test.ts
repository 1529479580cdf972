import { isLive, STATUS_NAMES } from '../src/domain/order-status';
import { anAddress, anImport, anOrder } from './support/builders';
import { serveOrders } from './support/serve-orders';

describe('list_orders', () => {
  const t = serveOrders();

  const list = (status: string, page = 1, pageSize = 25) =>
    t.orders.listOrders({ accountId: t.account, status, page: { page, pageSize } });

  it('lists ready-to-ship orders without a status, newest first', async () => {
    await t.orders.importOrders({
      accountId: t.account,
      orders: [
        anImport({ date: new Date('2026-01-02T00:00:00Z'), recipient: anAddress({ name: 'second' }) }),
        anImport({ date: new Date('2026-01-03T00:00:00Z'), recipient: anAddress({ name: 'first' }) }),
        anImport({ date: new Date('2026-01-01T00:00:00Z'), recipient: anAddress({ name: 'tie, older id' }) }),
        anImport({ date: new Date('2026-01-01T00:00:00Z'), recipient: anAddress({ name: 'tie, newer id' }) }),
        anImport({ status: 'Delivered' }),
      ],
    });
    const { orders, total, status } = await list('');
    expect(orders.map(({ name }) => name)).toEqual(['first', 'second', 'tie, newer id', 'tie, older id']);
    expect({ total, status }).toEqual({ total: 4, status: 'ChooseShipping' });
  });

  it('returns the same answer object for an unchanged page, so that it is encoded once', async () => {
    await t.orders.importOrders({ accountId: t.account, orders: [anImport()] });
    const [one, two] = [await list(''), await list('')];
    expect(two).toBe(one);
    await t.orders.importOrders({ accountId: t.account, orders: [anImport()] });
    expect((await list('')).orders).toHaveLength(2);
  });

  it('shows the stored values: placeholder names, shipping address, US as default country and tracking number', async () => {
    const { ids } = await t.orders.importOrders({
      accountId: t.account,
      orders: [
        anImport({
          recipient: anAddress({ name: 'Guest', country: '' }),
          totalCents: 1999,
          orderNumber: 'A-1',
        }),
        anImport({
          recipient: anAddress(),
          shippingAddress: anAddress({
            name: 'Dock',
            city: 'Reno',
            state: 'NV',
            zip: '89501',
            country: 'CA',
          }),
          status: 'InTransit',
          trackingNumber: '1Z',
        }),
      ],
    });
    const { orders } = await list('active');
    const byId = new Map(orders.map((order) => [order.orderId, order]));
    expect(byId.get(ids[0] ?? 0)).toEqual({
      source: 'manual',
      orderId: ids[0],
      orderNumber: 'A-1',
      name: 'Guest',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      country: 'US',
      totalCents: 1999,
      status: 'ChooseShipping',
      date: t.clock.now(),
    });
    expect(byId.get(ids[1] ?? 0)).toMatchObject({
      name: 'Dock',
      city: 'Reno',
      state: 'NV',
      zip: '89501',
      country: 'CA',
      status: 'InTransit',
      trackingNumber: '1Z',
    });
  });

  it('lists for each status its own orders, and for active all except canceled and merged ones', async () => {
    await t.orders.importOrders({
      accountId: t.account,
      orders: STATUS_NAMES.flatMap((status, index) =>
        Array.from({ length: index + 1 }, () => anImport({ status })),
      ),
    });
    for (const [index, status] of STATUS_NAMES.entries()) {
      const { orders, total } = await list(status, 1, 50);
      expect(total).toBe(index + 1);
      expect(orders).toHaveLength(total);
      expect(new Set(orders.map((order) => order.status))).toEqual(new Set([status]));
    }
    const live = STATUS_NAMES.flatMap((status, index) => (isLive(status) ? [index + 1] : []));
    const sum = live.reduce((a, b) => a + b, 0);
    expect(await list('active')).toMatchObject({ total: sum, status: 'active' });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list('active', page, 100)));
    const shown = pages.flatMap(({ orders }) => orders);
    expect(new Set(shown.map(({ orderId }) => orderId)).size).toBe(sum);
    expect(shown.every(({ status }) => status !== 'Deleted' && status !== 'Merged')).toBe(true);
  });

  it('an unknown status is refused with the accepted names', async () => {
    for (const status of ['chooseshipping', 'Ready to ship', 'ACTIVE', '__proto__']) {
      await expect(list(status)).rejects.toMatchObject({
        code: 'invalid_argument',
        field: 'status',
        reason: 'status_filter_unknown',
        params: { names: STATUS_NAMES, got: status },
      });
    }
  });

  it('divides the orders into pages without gaps, and a page after the last one is empty with the total', async () => {
    await t.orders.importOrders({
      accountId: t.account,
      orders: Array.from({ length: 7 }, () => anImport()),
    });
    const pages = await Promise.all([1, 2, 3].map((page) => list('', page, 3)));
    expect(pages.map(({ orders }) => orders.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.flatMap(({ orders }) => orders.map(({ orderId }) => orderId))).size).toBe(7);
    expect(await list('', 4, 3)).toEqual({ orders: [], total: 7, status: 'ChooseShipping' });
    expect(await list('', Number.MAX_SAFE_INTEGER, 50)).toMatchObject({ orders: [], total: 7 });
    expect((await list('', 0, 0)).orders).toHaveLength(7);
  });

  it('shows no order of another account', async () => {
    await t.orders.createOrder(anOrder(t.account));
    const foreign = { accountId: t.account + 1_000, page: { page: 1, pageSize: 25 } };
    expect(await t.orders.listOrders({ ...foreign, status: 'active' })).toMatchObject({
      orders: [],
      total: 0,
    });
  });

  it('shows every change as soon as its call returns, also in a page that was read before', async () => {
    const first = await t.orders.createOrder(anOrder(t.account));
    const orderId = first.order?.orderId ?? 0;
    expect((await list('')).total).toBe(1);
    await t.orders.lockForPurchase({
      accountId: t.account,
      orderId,
      purchaseId: 'p1',
      addressVersion: 1,
    });
    await t.orders.attachLabel({
      accountId: t.account,
      orderId,
      label: {
        purchaseId: 'p1',
        seller: 'sandbox',
        carrier: 'usps',
        method: 'USPS',
        serviceLevel: 'x',
        costCents: 1,
        labelUrl: '/labels/x',
        trackingNumber: '94',
        trackingUrl: '/track/94',
        purchasedAt: t.clock.now(),
      },
    });
    expect(await list('')).toMatchObject({ orders: [], total: 0 });
    expect((await list('active')).orders).toMatchObject([
      { orderId, status: 'PrintLabel', trackingNumber: '94' },
    ]);
    const second = await t.orders.createOrder(anOrder(t.account));
    expect((await list('active')).orders.map((order) => order.orderId)).toEqual([
      second.order?.orderId,
      orderId,
    ]);
  });
});
