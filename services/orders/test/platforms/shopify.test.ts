import { LockOutcome } from '@parcelyard/contracts/orders';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { aLabel, anAddress } from '../support/builders';
import { startOrders } from '../support/start-orders';
import { aShopifyLine, aShopifyOrder, type ShopifyOrderFixture } from './a-shopify-order';
import { openAccount } from './open-account';
import { ACCESS_DENIED, CLIENT, SHOPIFY_TOKEN, startShopifyDouble } from './start-shopify-double';

const refusal = (said: string) => ({
  reason: 'store_refused_access',
  params: { storeName: 'Mugs', said: expect.stringContaining(said) },
});

const notice = (reason: string, params: object = {}) => ({
  reason,
  params: JSON.stringify({ storeName: 'Mugs', ...params }),
});

describe('a store on Shopify', () => {
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
    await service.stop();
    await shop.stop();
  });

  const shopify = (
    given: Partial<Record<'shop' | 'accessToken' | 'clientId' | 'clientSecret', string>> = {},
  ) => ({
    $case: 'shopify' as const,
    shopify: { shop: shop.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '', ...given },
  });
  const openStore = async (...orders: ShopifyOrderFixture[]) => {
    shop.put(...orders);
    const account = openAccount(service);
    await account.connect(shopify());
    return account;
  };

  it('imports its orders with recipient, lines, amounts, weight and note', async () => {
    const account = await openStore(aShopifyOrder());
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { fetched: 1, created: 1 } });
    const [row] = await account.list();
    expect(await account.get(row?.orderId ?? 0)).toMatchObject({
      status: 'ChooseShipping',
      date: new Date('2026-03-01T09:30:00Z'),
      externalOrderId: expect.stringMatching(/^shopify:\d+$/),
      externalOrderNumber: expect.stringMatching(/^#\d+$/),
      subtotalCents: 3_600,
      shippingCents: 595,
      taxCents: 297,
      discountCents: 360,
      totalCents: 4_132,
      weightOz: 28.01,
      note: 'Ring twice',
      items: [{ name: 'Ceramic mug - Blue', sku: 'MUG-B', quantity: 2, priceCents: 1_800 }],
      recipient: {
        name: 'Ada Lovelace',
        firstName: 'Ada',
        lastName: 'Lovelace',
        company: '',
        street1: '12 Analytical Way',
        street2: 'Unit 3',
        city: 'Austin',
        state: 'TX',
        zip: '78701',
        country: 'US',
        phone: '+15125550100',
        email: 'ada@shopper.example',
      },
    });
  });

  const internationalOrder = () => {
    const goods = { harmonizedSystemCode: '6912.00.3950123', countryCodeOfOrigin: 'PT' };
    const lines = [
      aShopifyLine({ variant: { inventoryItem: goods } }),
      aShopifyLine({ name: 'Gift wrap', variant: null }),
    ];
    const order = aShopifyOrder({ lineItems: lines });
    const shippingAddress = { ...(order.shippingAddress as object), countryCodeV2: 'CA', provinceCode: 'ON' };
    return { ...order, shippingAddress };
  };

  it('adds HS code and origin to items that leave the country', async () => {
    const account = await openStore(internationalOrder());
    await account.sync();
    const [row] = await account.list();
    const [mug, wrap] = (await account.get(row?.orderId ?? 0)).items;
    expect(mug).toMatchObject({ hsCode: '6912003950', originCountry: 'PT' });
    expect(wrap).toMatchObject({ name: 'Gift wrap' });
    expect(wrap?.hsCode ?? wrap?.originCountry).toBeUndefined();
  });

  it('is imported also when the app may not read products', async () => {
    const account = await openStore(internationalOrder());
    shop.hooks.onCall = ({ body }) => {
      if (body.includes('harmonizedSystemCode')) shop.mishap(ACCESS_DENIED);
    };
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
    expect(await account.connection()).toMatchObject({ status: 'connected' });
  });

  it('is read page by page, and the lines of a long order in further pages', async () => {
    const lines = Array.from({ length: 130 }, (_, index) =>
      aShopifyLine({ name: `Mug ${index}`, price: '1.00' }),
    );
    const minute = (index: number) => new Date(Date.UTC(2026, 2, 1, 10, index)).toISOString();
    const orders = Array.from({ length: 45 }, (_, index) => aShopifyOrder({ updatedAt: minute(index) }));
    const account = await openStore(...orders, aShopifyOrder({ lineItems: lines, updatedAt: minute(59) }));
    expect((await account.sync())?.counts).toMatchObject({ fetched: 46, created: 46, failed: 0 });
    const kept = database.db.collection('orders').find({ accountId: account.accountId });
    expect((await kept.toArray()).map(({ items }) => items.length)).toContain(130);
    // One call for the access, three for pages of orders, two for more lines.
    expect(shop.calls).toHaveLength(6);
  });

  it('imports only new and changed orders again, and ignores changes of fields that we do not use', async () => {
    const [kept, changed] = [aShopifyOrder(), aShopifyOrder()];
    const account = await openStore(kept, changed);
    await account.sync();
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    service.clock.advance(600_000);
    // In the shop, one order gets a tag, the other gets another note, and a new order is placed.
    shop.put({ ...kept, updatedAt: now }, { ...changed, note: 'Leave at the door', updatedAt: now });
    shop.put(aShopifyOrder({ updatedAt: now }));
    expect((await account.sync())?.counts).toEqual({
      fetched: 3,
      created: 1,
      updated: 1,
      skipped: 1,
      failed: 0,
    });
    service.clock.advance(600_000);
    expect((await account.sync())?.counts).toMatchObject({ fetched: 0 });
    expect(await account.list()).toHaveLength(3);
  });

  it('loses no order when clocks differ or its search is late', async () => {
    const account = await openStore();
    await account.sync();
    service.clock.advance(30_000);
    const beforeTheSync = new Date(service.clock.now().getTime() - 90_000).toISOString();
    shop.put(aShopifyOrder({ updatedAt: beforeTheSync }));
    expect((await account.sync())?.counts).toMatchObject({ created: 1 });
  });

  it('does not import orders that cannot be shipped: unpaid, fulfilled, canceled, digital', async () => {
    const account = await openStore(
      aShopifyOrder({ displayFinancialStatus: 'PENDING' }),
      aShopifyOrder({ displayFulfillmentStatus: 'FULFILLED' }),
      aShopifyOrder({ cancelledAt: '2026-03-01T10:00:00Z', currencyCode: 'EUR' }),
      aShopifyOrder({ displayFinancialStatus: 'REFUNDED' }),
      aShopifyOrder({ displayFulfillmentStatus: 'ON_HOLD' }),
      aShopifyOrder({ displayFulfillmentStatus: 'IN_PROGRESS' }),
      aShopifyOrder({ shippingAddress: null, lineItems: [aShopifyLine({ requiresShipping: false })] }),
    );
    expect((await account.sync())?.counts).toMatchObject({ fetched: 7, created: 0, skipped: 7, failed: 0 });
  });

  it('imports an unpaid order after it is paid', async () => {
    const order = aShopifyOrder({ displayFinancialStatus: 'PENDING' });
    const account = await openStore(order);
    await account.sync();
    service.clock.advance(600_000);
    shop.put({ ...order, displayFinancialStatus: 'PAID', updatedAt: service.clock.now().toISOString() });
    expect((await account.sync())?.counts).toMatchObject({ created: 1 });
  });

  describe('when an imported order changes in the store', () => {
    /** Imports an order, changes it here and then in the store, and imports again. */
    const changed = async (
      change: Partial<ShopifyOrderFixture>,
      meanwhile: (at: { accountId: number; orderId: number }) => Promise<unknown> = async () => undefined,
    ) => {
      const order = aShopifyOrder();
      const account = await openStore(order);
      await account.sync();
      const [row] = await account.list();
      const at = { accountId: account.accountId, orderId: row?.orderId ?? 0 };
      await meanwhile(at);
      const put = async (next: Partial<ShopifyOrderFixture>) => {
        service.clock.advance(600_000);
        shop.put({ ...order, ...next, updatedAt: service.clock.now().toISOString() });
        service.clock.advance(600_000);
        return (await account.sync()).counts;
      };
      const counts = await put(change);
      const comesTo = (status: string) => account.comesTo(status, at.orderId);
      return { counts, put, at, comesTo, get: () => account.get(at.orderId) };
    };
    const label = async (at: { accountId: number; orderId: number }) => {
      const purchaseId = `pur_${at.orderId}_1`;
      await service.orders.lockForPurchase({ ...at, purchaseId, addressVersion: 1 });
      await service.orders.attachLabel({ ...at, label: aLabel(purchaseId) });
    };
    const lock = async (at: { accountId: number; orderId: number }) =>
      service.orders.lockForPurchase({ ...at, purchaseId: 'a', addressVersion: 1 });

    it('it is no longer ready to ship after a fulfillment there, so that nothing is sent twice [MCP-Y5]', async () => {
      const { counts, comesTo, at } = await changed({ displayFulfillmentStatus: 'FULFILLED' });
      expect(counts).toMatchObject({ updated: 1, skipped: 0 });
      expect(await comesTo('InTransit')).toMatchObject({ storeNotice: notice('store_fulfilled') });
      expect((await lock(at)).outcome).toBe(LockOutcome.WRONG_STATUS);
    });

    it('only the rest is to be shipped after a partial fulfillment there', async () => {
      const [mug, pot] = [aShopifyLine(), aShopifyLine({ name: 'Pot', currentQuantity: 3, price: '9.00' })];
      const { counts, get } = await changed({
        displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
        lineItems: [
          { ...mug, unfulfilledQuantity: 0 },
          { ...pot, unfulfilledQuantity: 1 },
        ],
      });
      expect(counts).toMatchObject({ updated: 1 });
      const order = await get();
      expect(order).toMatchObject({ status: 'ChooseShipping', subtotalCents: 6_300, totalCents: 4_132 });
      expect(order.items.map(({ name, quantity }) => [name, quantity])).toEqual([['Pot', 1]]);
    });

    it('it is on hold here while it is on hold there', async () => {
      const { comesTo, put } = await changed({ displayFulfillmentStatus: 'ON_HOLD' });
      expect(await comesTo('BackOrdered')).toMatchObject({ storeNotice: notice('store_withholds') });
      expect(await put({})).toMatchObject({ updated: 1 });
      const open = await comesTo('ChooseShipping');
      expect(open.storeNotice).toBeUndefined();
    });

    it('it is canceled here after a cancellation there; an order with a label keeps it and shows a notice [MCP-Y5]', async () => {
      const canceled = { cancelledAt: '2026-03-02T10:00:00Z' };
      await (await changed(canceled)).comesTo('Deleted');
      shop.forget();
      expect(await (await changed(canceled, label)).get()).toMatchObject({
        status: 'PrintLabel',
        label: { carrier: 'usps' },
        storeNotice: notice('store_canceled_labelled'),
      });
    });

    it('it shows a notice when it was fulfilled there and has a label here', async () => {
      const { get } = await changed({ displayFulfillmentStatus: 'FULFILLED' }, async (at) => {
        const fulfillment = { fulfillOn: 'never', statusAfter: '', notifyCustomer: false };
        await service.orders.updateConnection({ ...at, platform: 'shopify', fulfillment });
        await label(at);
      });
      expect(await get()).toMatchObject({
        status: 'PrintLabel',
        storeNotice: notice('store_fulfilled_labelled'),
      });
    });

    it('during a purchase, the new state applies after the purchase fails', async () => {
      const { get, at, comesTo } = await changed({ displayFulfillmentStatus: 'FULFILLED' }, lock);
      expect(await get()).toMatchObject({ status: 'ChooseShipping', lockedBy: 'a' });
      await service.orders.unlock({ ...at, purchaseId: 'a' });
      await comesTo('InTransit');
    });

    it('fields that were edited here stay, and all others are taken from the store [MCP-Y5]', async () => {
      const { get } = await changed(
        {
          note: 'Leave at the door',
          shippingAddress: { ...(aShopifyOrder().shippingAddress as object), city: 'Dallas' },
          lineItems: [aShopifyLine({ currentQuantity: 1 })],
        },
        async (at) => {
          await service.orders.updateAddress({
            ...at,
            shipTo: anAddress({ city: 'Houston' }),
            addressCheck: undefined,
          });
          await service.orders.updateOrder({ ...at, items: undefined, note: 'Gift' });
        },
      );
      expect(await get()).toMatchObject({
        note: 'Gift',
        shipTo: { city: 'Houston' },
        items: [{ quantity: 1 }],
        storeNotice: notice('store_changed_edited', { parts: ['recipient'] }),
      });
    });

    it('items that were edited here stay, whatever the store changes in them', async () => {
      const { get } = await changed({ lineItems: [aShopifyLine({ currentQuantity: 1 })] }, (at) =>
        service.orders.updateOrder({
          ...at,
          items: { items: [{ name: 'Ceramic mug - Red', quantity: 5, priceCents: 1_800 }] },
        }),
      );
      expect(await get()).toMatchObject({
        items: [{ name: 'Ceramic mug - Red', quantity: 5 }],
        storeNotice: notice('store_changed_edited', { parts: ['goods'] }),
      });
    });

    it('a tag there changes nothing and adds no notice', async () => {
      const { counts, get } = await changed({ tags: ['vip'] });
      expect(counts).toMatchObject({ skipped: 1, updated: 0 });
      expect((await get()).storeNotice).toBeUndefined();
    });
  });

  it('is connected with the client id and secret of its app, and gets a new token after a revocation', async () => {
    shop.put(aShopifyOrder());
    const account = openAccount(service);
    await account.connect(shopify({ accessToken: '', ...CLIENT }));
    shop.revokeTokens();
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
    const grants = shop.calls.filter(({ url }) => url.pathname === '/admin/oauth/access_token');
    expect(grants).toHaveLength(2);
  });

  it('is not connected with refused credentials or under an address that is no shop', async () => {
    const account = openAccount(service);
    const connect = (given: Parameters<typeof shopify>[0]) => account.connect(shopify(given));
    await expect(connect({ accessToken: 'shpat_wrong' })).rejects.toMatchObject(
      refusal('the access token is wrong or was revoked'),
    );
    await expect(connect({ accessToken: '', clientId: 'other', clientSecret: 'x' })).rejects.toMatchObject(
      refusal('the client id and secret are wrong, or their app is not installed in the store'),
    );
    await expect(connect({ accessToken: '', clientId: 'other' })).rejects.toMatchObject({
      reason: 'field_required',
      field: 'client_secret',
    });
    shop.mishap(ACCESS_DENIED);
    await expect(connect({})).rejects.toMatchObject(refusal('give the app the scope read_orders'));
    shop.mishap('the connection breaks');
    await expect(connect({})).rejects.toMatchObject({
      reason: 'store_no_answer',
      params: { storeName: 'Mugs' },
    });
    const seen = shop.calls.length;
    for (const elsewhere of [
      'evil.example',
      'mugs.myshopify.com.evil.example',
      '127.0.0.1:1',
      '169.254.169.254',
    ]) {
      await expect(connect({ shop: elsewhere })).rejects.toMatchObject({
        reason: 'shop_invalid',
        field: 'shop',
      });
    }
    expect(shop.calls).toHaveLength(seen);
    expect(await account.connection()).toBeUndefined();
  });

  it('keeps its token encrypted, and another store cannot replace it', async () => {
    const account = await openStore();
    const kept = await database.db
      .collection('platform_connections')
      .findOne({ accountId: account.accountId });
    expect(JSON.stringify(kept)).not.toContain(SHOPIFY_TOKEN);
    expect(Buffer.from(kept?.access.sealed.value()).toString('latin1')).not.toContain(SHOPIFY_TOKEN);
    const other = await startShopifyDouble();
    try {
      const both = await startOrders(database, undefined, [shop.host, other.host]);
      const answer = both.orders.connectPlatform({
        accountId: account.accountId,
        storeName: 'Others',
        store: shopify({ shop: other.host }),
      });
      await expect(answer).rejects.toMatchObject({ reason: 'another_store_connected' });
      await both.stop();
    } finally {
      await other.stop();
    }
  });
});
