import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { stopTime } from '@parcelyard/testing/stop-time';
import { aLabel } from '../support/builders';
import { startOrders } from '../support/start-orders';
import { aShopifyOrder } from './a-shopify-order';
import { openAccount } from './open-account';
import { SHOPIFY_TOKEN, startShopifyDouble } from './start-shopify-double';

describe('a purchase for an order of a store checks the order in the store', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    shop = await startShopifyDouble();
    service = await startOrders(database, undefined, [shop.host]);
  });
  afterEach(async () => {
    jest.useRealTimers();
    await service.stop();
    await shop.stop();
  });

  const openOrder = async () => {
    const there = aShopifyOrder();
    shop.put(there);
    const account = openAccount(service);
    await account.connect({
      $case: 'shopify',
      shopify: { shop: shop.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '' },
    });
    await account.sync();
    const [row] = await account.list();
    const at = { accountId: account.accountId, orderId: row?.orderId ?? 0 };
    // The store's answer is never too late.
    stopTime();
    const lock = (purchaseId = 'a', addressVersion = 1) =>
      service.orders.lockForPurchase({ ...at, purchaseId, addressVersion });
    return { there, at, lock, get: () => service.orders.getOrder(at) };
  };
  const changed = (what: string) => ({
    code: 'failed_precondition',
    reason: 'store_changed_order',
    params: expect.objectContaining({ storeName: 'Mugs', what }),
  });

  it('and locks the order when nothing has changed', async () => {
    const { lock } = await openOrder();
    expect(await lock()).toMatchObject({ order: { lockedBy: 'a' } });
  });

  it.each([
    ['was fulfilled', { displayFulfillmentStatus: 'FULFILLED' }, 'shipped', 'InTransit'],
    ['was canceled', { cancelledAt: '2026-03-02T10:00:00Z' }, 'canceled', 'Deleted'],
    ['was put on hold', { displayFulfillmentStatus: 'ON_HOLD' }, 'withheld', 'BackOrdered'],
    ['was refunded', { displayFinancialStatus: 'REFUNDED' }, 'canceled', 'Deleted'],
  ])(
    'and is refused when the order %s there, and the order takes that state',
    async (_, change, what, status) => {
      const { there, lock, get } = await openOrder();
      Object.assign(there, change);
      await expect(lock()).rejects.toMatchObject(changed(what));
      const order = await get();
      expect(order.status).toBe(status);
      expect(order.lockedBy).toBeUndefined();
    },
  );

  it('and is refused when the address was edited there; the order gets the new address for another rating', async () => {
    const { there, lock, get } = await openOrder();
    const moved = { ...(there.shippingAddress as object), address1: '1 Other Street' };
    Object.assign(there, { shippingAddress: moved });
    await expect(lock()).rejects.toMatchObject(changed('changed'));
    expect((await get()).shipTo?.street1).toBe('1 Other Street');
    const { addressVersion } = await get();
    expect(await lock('b', addressVersion)).toMatchObject({ order: { lockedBy: 'b' } });
  });

  it('and is refused when a part was refunded there; the next purchase for the rest succeeds', async () => {
    const { there, lock, get } = await openOrder();
    Object.assign(there, { displayFinancialStatus: 'PARTIALLY_REFUNDED' });
    Object.assign(there.lineItems[0] ?? {}, { currentQuantity: 1, unfulfilledQuantity: 1 });
    await expect(lock()).rejects.toMatchObject(changed('changed'));
    const { items, addressVersion } = await get();
    expect(items).toMatchObject([{ quantity: 1 }]);
    expect(await lock('b', addressVersion)).toMatchObject({ order: { lockedBy: 'b' } });
  });

  it('and locks the order when only its note was changed there, with the new note', async () => {
    const { there, lock, get } = await openOrder();
    Object.assign(there, { note: 'Leave it at the door' });
    expect(await lock()).toMatchObject({ order: { lockedBy: 'a' } });
    expect((await get()).note).toBe('Leave it at the door');
  });

  it.each(['the connection breaks', 'a web page'] as const)(
    'and locks the order when the store does not answer: %s',
    async (mishap) => {
      const { there, lock } = await openOrder();
      Object.assign(there, { cancelledAt: '2026-03-02T10:00:00Z' });
      shop.mishap(mishap);
      expect(await lock()).toMatchObject({ order: { lockedBy: 'a' } });
    },
  );

  it('but not again a moment after an earlier check', async () => {
    const { at, lock } = await openOrder();
    const before = shop.calls.length;
    await lock();
    await service.orders.unlock({ ...at, purchaseId: 'a' });
    await lock('b');
    expect(shop.calls.length).toBe(before + 1);
  });

  it('but not when this purchase already holds the order', async () => {
    const { at, lock } = await openOrder();
    await lock();
    const before = shop.calls.length;
    service.clock.advance(120_000);
    await lock();
    await service.orders.attachLabel({ ...at, label: aLabel('a') });
    await lock();
    expect(shop.calls.filter(({ body }) => body.includes('query Order(')).length).toBe(1);
    expect(shop.calls.length).toBeGreaterThanOrEqual(before);
  });
});
