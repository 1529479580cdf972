import type { FindOrdersRequest, Order } from '@parcelyard/contracts/orders';
import { aLabel, anAddress, anOrder } from './support/builders';
import { serveOrders } from './support/serve-orders';

describe('reading all orders with a cursor [REST-O15]', () => {
  const t = serveOrders();

  const create = async (given: object = {}): Promise<Order> =>
    (await t.orders.createOrder(anOrder(t.account, given))).order as Order;

  const page = (given: Partial<FindOrdersRequest>, pageSize: number) =>
    t.orders.findOrders({
      accountId: t.account,
      statuses: [],
      liveOnly: false,
      cursor: '',
      ...given,
      page: { page: 1, pageSize },
    });

  /** Returns the ids of all pages, in order. `between` runs after each page. */
  const walk = async (
    given: Partial<FindOrdersRequest> = {},
    between = async (): Promise<void> => undefined,
  ) => {
    const ids: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const answer: Awaited<ReturnType<typeof page>> = await page({ ...given, cursor }, 3);
      ids.push(...answer.orders.map(({ orderId }) => orderId));
      cursor = answer.nextCursor;
      await between();
    }
    return ids;
  };

  it('returns every order once, newest first, also orders of one moment, while others are created', async () => {
    const date = new Date('2026-03-01T00:00:00Z');
    const orders = [];
    for (let n = 0; n < 10; n += 1) orders.push(await create(n < 7 ? { date } : {}));
    const ids = orders.map(({ orderId }) => orderId);
    const seen = await walk({}, async () => {
      await create();
    });
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('by change date misses no order while orders change, and ends', async () => {
    const updatedFrom = t.clock.now();
    const orders = [];
    for (let n = 0; n < 12; n += 1) orders.push(await create());
    const ids = orders.map(({ orderId }) => orderId);
    let changes = 6;
    const seen = await walk({ updatedFrom }, async () => {
      if (changes === 0) return;
      changes -= 1;
      const orderId = ids[changes] as number;
      await t.orders.updateOrder({ accountId: t.account, orderId, items: undefined, note: `${changes}` });
    });
    expect([...new Set(seen)].sort()).toEqual(ids);
    expect(seen.length).toBeGreaterThan(ids.length);
  });

  it('by change date leaves out orders without a change', async () => {
    const before = await create();
    t.clock.advance(1_000);
    const updatedFrom = t.clock.now();
    const after = await create();
    expect(await walk({ updatedFrom })).toEqual([after.orderId]);
    t.clock.advance(1_000);
    await t.orders.updateOrder({
      accountId: t.account,
      orderId: before.orderId,
      items: undefined,
      note: 'x',
    });
    expect(await walk({ updatedFrom })).toEqual([after.orderId, before.orderId]);
  });

  it('by change date includes every kind of change', async () => {
    const { orderId } = await create({ weightOz: 12 });
    const at = { accountId: t.account, orderId };
    const label = aLabel('pur_walk');
    const lock = { ...at, purchaseId: label.purchaseId, addressVersion: 1 };
    const scan = { ...at, trackingNumber: label.trackingNumber, occurredAt: new Date(), scanId: 's1' };
    const named = { accountId: t.account, pickupId: 31, orderIds: [orderId] };
    const { orders } = t;
    const changes: Record<string, () => Promise<unknown>> = {
      edit: () => orders.updateOrder({ ...at, items: undefined, note: 'x' }),
      address: () => orders.updateAddress({ ...at, shipTo: anAddress(), addressCheck: undefined }),
      rating: () =>
        orders.saveRating({
          ...at,
          parcel: { weightOz: 9 },
          addressCheck: { status: 'verified', messages: [] },
        }),
      label: async () => {
        await orders.lockForPurchase({ ...lock, addressVersion: 2 });
        await orders.attachLabel({ ...at, label });
      },
      printed: () => orders.markLabelsPrinted({ accountId: t.account, orderIds: [orderId], confirm: true }),
      pickup: () => orders.assignPickup({ ...named, carrier: 'usps', seller: 'sandbox' }),
      release: () => orders.releasePickup({ ...named, keepOthers: false }),
      scan: () => orders.applyTracking({ ...scan, status: 'InTransit' }),
      delivery: () => orders.applyTracking({ ...scan, status: 'Delivered', scanId: 's2' }),
    };
    for (const [kind, change] of Object.entries(changes)) {
      t.clock.advance(1_000);
      const updatedFrom = t.clock.now();
      await change();
      expect({ kind, seen: await walk({ updatedFrom }) }).toEqual({ kind, seen: [orderId] });
    }
  });

  it('by external id also returns canceled orders', async () => {
    const first = await create({ externalOrderId: 'shop-1' });
    await create({ externalOrderId: 'shop-2' });
    await t.orders.cancelOrder({ accountId: t.account, orderId: first.orderId, dryRun: false });
    expect(await walk({ externalOrderId: 'shop-1' })).toEqual([first.orderId]);
  });

  it('is refused with an invalid cursor', async () => {
    await expect(page({ cursor: 'bait' }, 3)).rejects.toMatchObject({
      code: 'invalid_argument',
      field: 'cursor',
      reason: 'cursor_not_intact',
    });
  });
});
