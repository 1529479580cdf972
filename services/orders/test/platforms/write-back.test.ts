import type { Order } from '@parcelyard/contracts/orders';
import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { aLabel } from '../support/builders';
import { startOrders } from '../support/start-orders';
import { aShopifyLine, aShopifyOrder, type ShopifyOrderFixture } from './a-shopify-order';
import { openAccount } from './open-account';
import { ACCESS_DENIED, SHOPIFY_TOKEN, startShopifyDouble, THROTTLED } from './start-shopify-double';

type Service = Awaited<ReturnType<typeof startOrders>>;
type FulfillOn = 'purchase' | 'print' | 'never';

describe('a label of a Shopify order', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  let service: Service;
  let dieAt: string | undefined;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    shop = await startShopifyDouble();
    service = await start();
  });
  afterEach(async () => {
    await service.stop();
    await shop.stop();
  });

  /**
   * Starts the service. At a point that a test chooses, the service's current work stops for ever, as after a crash.
   */
  const start = () =>
    startOrders(
      database,
      (point) => {
        if (point !== dieAt) return;
        dieAt = undefined;
        throw new Error(`died at ${point}`);
      },
      [shop.host],
    );

  const openOrder = async (given: Partial<ShopifyOrderFixture> = {}, fulfillOn: FulfillOn = 'purchase') => {
    const there = aShopifyOrder(given);
    shop.put(there);
    const account = openAccount(service);
    const { accountId } = account;
    await account.connect({
      $case: 'shopify',
      shopify: { shop: shop.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '' },
    });
    await service.orders.updateConnection({
      accountId,
      platform: 'shopify',
      fulfillment: { fulfillOn, statusAfter: '', notifyCustomer: false },
    });
    await account.sync();
    const [row] = await account.list();
    const at = { accountId, orderId: row?.orderId ?? 0 };
    /** @param meanwhile runs after the store was asked for the order, and before the store is told about the label */
    const label = async (purchaseId: string, meanwhile: () => unknown = () => undefined) => {
      await service.orders.lockForPurchase({ ...at, purchaseId, addressVersion: 1 });
      await meanwhile();
      await service.orders.attachLabel({ ...at, label: aLabel(purchaseId) });
    };
    const clear = (purchaseId: string) => service.orders.clearLabel({ ...at, purchaseId });
    const get = (): Promise<Order> => service.orders.getOrder(at);
    const comesTo = (state: string | undefined) =>
      eventually(async () => {
        await skipPause(at.orderId);
        const order = await get();
        expect(order.storeFulfillment?.state).toBe(state);
        return order;
      });
    return { there, account, at, label, clear, get, comesTo };
  };
  const backs = () =>
    database.db.collection<{ _id: number; dueAt?: Date; leaseUntil?: Date }>('store_write_backs');
  /** Advances the clock only during a pause. If time passed during the work, its lease would end, as after a crash. */
  const skipPause = async (orderId: number) => {
    const one = await backs().findOne({ _id: orderId });
    if (one?.dueAt && !one.leaseUntil && one.dueAt > service.clock.now()) service.clock.set(one.dueAt);
  };
  const live = () => shop.shipping.fulfillments.filter(({ status }) => status === 'SUCCESS');

  it('fulfills the open lines there, with carrier, number and tracking link', async () => {
    const { there, label, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    expect(there.displayFulfillmentStatus).toBe('FULFILLED');
    expect(live()).toMatchObject([
      {
        trackingInfo: [
          { company: 'USPS', number: '94a', url: expect.stringMatching(/^https?:.*\/track\/94a$/) },
        ],
      },
    ]);
    expect(shop.shipping.inputs).toMatchObject([{ notifyCustomer: false }]);
  });

  it('fulfills both locations of an order, with the same number', async () => {
    const lines = [
      aShopifyLine(),
      aShopifyLine({ locationId: 'gid://shopify/Location/2' }),
      aShopifyLine({ name: 'Gift card', requiresShipping: false }),
    ];
    const { there, label, comesTo } = await openOrder({ lineItems: lines });
    await label('a');
    await comesTo('fulfilled');
    expect(live().map(({ trackingInfo }) => trackingInfo[0]?.number)).toEqual(['94a', '94a']);
    expect(there.lineItems.map(({ unfulfilledQuantity }) => unfulfilledQuantity)).toEqual([0, 0, 2]);
  });

  it('fulfills the rest of a partly fulfilled order', async () => {
    const lines = [aShopifyLine({ unfulfilledQuantity: 1 })];
    const { there, label, comesTo } = await openOrder({
      lineItems: lines,
      displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
    });
    await label('a');
    await comesTo('fulfilled');
    expect([...(live()[0]?.taken.values() ?? [])]).toEqual([1]);
    expect(there.displayFulfillmentStatus).toBe('FULFILLED');
  });

  it('that is voided withdraws its fulfillment, and the next label fulfills again', async () => {
    const { there, label, clear, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    await clear('a');
    expect((await comesTo('withdrawn')).status).toBe('ChooseShipping');
    expect(there.displayFulfillmentStatus).toBe('UNFULFILLED');
    // Enough time for another import. In the store, the order has changed only because we took back the first label, so
    // an import changes nothing here.
    service.clock.advance(120_000);
    await label('b');
    await comesTo('fulfilled');
    expect(live().map(({ trackingInfo }) => trackingInfo[0]?.number)).toEqual(['94b']);
  });

  it("is not mistaken for another system's label when the store reports fulfilled", async () => {
    const { account, label, clear, get, comesTo } = await openOrder();
    await label('a');
    await comesTo('fulfilled');
    await account.sync();
    expect((await get()).storeNotice).toBeUndefined();
    // The label is removed from the order, but the store still shows the order as sent. The first request to the store
    // to take this back fails, and is repeated. Afterwards the order is ready to ship.
    shop.mishap('the connection breaks');
    await clear('a');
    await comesTo('withdrawn');
    await account.sync();
    expect(await get()).toMatchObject({ status: 'ChooseShipping', storeFulfillment: { state: 'withdrawn' } });
  });

  describe('whose fulfillment arrives in the store after the label was voided', () => {
    const withLate = async () => {
      const opened = await openOrder();
      await opened.label('a');
      await opened.comesTo('fulfilled');
      await opened.clear('a');
      await opened.comesTo('withdrawn');
      const { shipping } = shop;
      const late = structuredClone(shipping.inputs[0]) as (typeof shipping.inputs)[number];
      const arrive = () => shipping.mutations.fulfillmentCreate(() => late);
      return { ...opened, arrive };
    };

    it('has it withdrawn, and the order stays ready to ship', async () => {
      const { there, account, arrive, get } = await withLate();
      arrive();
      there.updatedAt = service.clock.now().toISOString();
      expect(there.displayFulfillmentStatus).toBe('FULFILLED');
      await account.sync();
      await eventually(() => expect([live(), there.displayFulfillmentStatus]).toEqual([[], 'UNFULFILLED']));
      await account.sync();
      const { status, storeNotice } = await get();
      expect([status, storeNotice]).toEqual(['ChooseShipping', undefined]);
    });

    it('has it replaced by the fulfillment of the next label', async () => {
      const { label, arrive, comesTo } = await withLate();
      await label('b', arrive);
      await comesTo('fulfilled');
      expect(live().map(({ trackingInfo }) => trackingInfo[0]?.number)).toEqual(['94b']);
    });
  });

  it('waits until it is printed when the store has that setting', async () => {
    const { at, label, comesTo } = await openOrder({}, 'print');
    await label('a');
    await comesTo('waiting_for_print');
    expect(shop.shipping.inputs).toEqual([]);
    await service.orders.markLabelsPrinted({ ...at, orderIds: [at.orderId], confirm: true });
    await comesTo('fulfilled');
  });

  it('is not written back when the store has that setting', async () => {
    const { label, comesTo } = await openOrder({}, 'never');
    await label('a');
    await comesTo(undefined);
    expect(shop.shipping.inputs).toEqual([]);
  });

  it.each(['write-back-begun', 'write-back-told', 'write-back-withdrawn'])(
    'is written back once when the process dies at %s',
    async (point) => {
      const { there, label, clear, comesTo } = await openOrder();
      dieAt = point;
      await label('a');
      await comesTo('fulfilled');
      expect(shop.shipping.inputs).toHaveLength(1);
      await clear('a');
      await comesTo('withdrawn');
      expect(dieAt).toBeUndefined();
      expect([live(), there.displayFulfillmentStatus]).toEqual([[], 'UNFULFILLED']);
    },
  );

  it('is written back once when the answer was lost', async () => {
    const { label, comesTo } = await openOrder();
    // The order is read from the store, then the store is told about the label, and its answer is lost.
    shop.hooks.onCall = ({ body }) => {
      if (!body.includes('fulfillmentCreate') || shop.shipping.inputs.length > 0) return;
      shop.mishap('the answer is lost');
    };
    await label('a');
    await comesTo('fulfilled');
    expect(shop.shipping.inputs).toHaveLength(1);
  });

  it('waits for a throttled store', async () => {
    const { label, comesTo } = await openOrder();
    await label('a', () => shop.mishap(THROTTLED, THROTTLED));
    await comesTo('fulfilled');
  });

  it('fails with the missing scope when the app may not fulfill, and can be repeated', async () => {
    const { at, account, label, get, comesTo } = await openOrder();
    await label('a', () => shop.mishap(ACCESS_DENIED));
    await comesTo('failed');
    expect((await get()).storeFulfillment?.failure).toMatchObject({
      reason: 'store_write_refused',
      params: expect.stringContaining('write_merchant_managed_fulfillment_orders'),
    });
    expect(await account.connection()).toMatchObject({ failedWriteBacks: 1, status: 'connected' });
    await service.orders.retryWriteBack({ ...at, platform: '' });
    await comesTo('fulfilled');
    expect(await account.connection()).toMatchObject({ failedWriteBacks: 0 });
  });

  it('fails with the reason while the credentials can no longer be read, and can be repeated', async () => {
    const { at, label, get, comesTo } = await openOrder();
    const connections = service.db.collection('platform_connections');
    const { accountId } = at;
    const stored = await connections.findOne({ accountId });
    await label('a', () => connections.updateOne({ accountId }, { $set: { 'access.kid': 'lost' } }));
    await comesTo('failed');
    expect((await get()).storeFulfillment?.failure).toMatchObject({
      reason: 'store_write_refused',
      params: expect.stringContaining('its stored credentials can no longer be read'),
    });
    await connections.updateOne({ accountId }, { $set: { access: stored?.access } });
    await service.orders.retryWriteBack({ ...at, platform: '' });
    await comesTo('fulfilled');
  });

  it('of an order that is on hold there fails with a reason, and is repeated with all others of the store', async () => {
    const { at, there, label, get, comesTo } = await openOrder();
    there.held = true;
    await label('a');
    await comesTo('failed');
    expect((await get()).storeFulfillment?.failure?.params).toContain('on hold');
    there.held = false;
    await service.orders.retryWriteBack({ ...at, orderId: 0, platform: 'shopify' });
    await comesTo('fulfilled');
  });

  it('of an order that was sent elsewhere meanwhile fulfills nothing', async () => {
    const { there, label, comesTo } = await openOrder();
    await label('a', () => {
      for (const line of there.lineItems) line.unfulfilledQuantity = 0;
    });
    await comesTo('not_needed');
    expect(shop.shipping.inputs).toEqual([]);
  });

  it('of another account cannot be repeated', async () => {
    const { at } = await openOrder();
    const asked = service.orders.retryWriteBack({ ...at, accountId: 1, platform: '' });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });
});
