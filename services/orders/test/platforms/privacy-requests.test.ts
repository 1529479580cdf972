import { OrderRedacted } from '@parcelyard/contracts/events';
import { orderRedacted } from '@parcelyard/events/event-type';
import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { aLabel } from '../support/builders';
import { startOrders } from '../support/start-orders';
import { aShopifyOrder, type ShopifyOrderFixture } from './a-shopify-order';
import { openAccount } from './open-account';
import { APP, shopifyEvent, signedQuery } from './shopify-app-double';
import { CLIENT, SHOPIFY_TOKEN, startShopifyDouble } from './start-shopify-double';

const ENVIRONMENT = {
  BASE_URL: 'https://parcelyard.test',
  SHOPIFY_CLIENT_ID: APP.clientId,
  SHOPIFY_CLIENT_SECRET: APP.secret,
};

const numberOf = ({ id }: ShopifyOrderFixture) => Number(id.split('/').at(-1));

describe('a privacy request from Shopify', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;
  let failing: string | undefined;
  let told: OrderRedacted[];

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    failing = undefined;
    shop = await startShopifyDouble();
    const failPoint = (place: string) => {
      if (failing !== place) return;
      failing = undefined;
      throw new Error(`The process ends at ${place}.`);
    };
    service = await startOrders(database, failPoint, [shop.host], { environment: ENVIRONMENT });
    told = [];
    await service.bus.subscribe({
      durable: 'test',
      type: orderRedacted.name,
      handle: async ({ payload }) => void told.push(OrderRedacted.decode(payload)),
    });
  });
  afterEach(async () => {
    await service.stop();
    await shop.stop();
  });

  /** Creates a shop with these orders, and connects it through the app. */
  const open = async (...fixtures: ShopifyOrderFixture[]) => {
    const account = openAccount(service);
    const { accountId } = account;
    const session = 'session';
    const { url } = await service.orders.beginShopifyInstall({
      accountId,
      shop: shop.host,
      session,
      query: '',
    });
    await service.orders.finishShopifyInstall({ accountId, session, query: shop.app.allow(shop.host, url) });
    await eventually(async () => expect((await account.connection())?.events).toBe('on'));
    shop.put(...fixtures);
    await account.sync();
    return account;
  };
  const ask = (topic: string, content: object = {}) =>
    service.orders.receiveHook(
      shopifyEvent(topic, shop.host, { shop_id: 1, shop_domain: shop.host, ...content }),
    );
  const requests = async ({ accountId }: { accountId: number }) =>
    (await service.orders.listPrivacyRequests({ accountId })).requests;
  const done = (account: { accountId: number }) =>
    eventually(async () => {
      service.clock.advance(1_000);
      expect((await requests(account))[0]?.doneAt).toBeDefined();
    });
  const orderIdOf = async ({ accountId }: { accountId: number }, fixture: ShopifyOrderFixture) => {
    const found = await service.db
      .collection<{ _id: number }>('orders')
      .findOne({ accountId, importKey: `shopify:${numberOf(fixture)}` });
    return found?._id ?? 0;
  };
  /** Returns all stored data of the account's orders, as text. */
  const kept = async ({ accountId }: { accountId: number }) =>
    JSON.stringify(await service.db.collection('orders').find({ accountId }).toArray());

  it("removes a customer's data from their orders and their customer record", async () => {
    const [theirs, others] = [aShopifyOrder(), aShopifyOrder({ name: '#7777' })];
    const other = {
      ...(others.shippingAddress as object),
      name: 'Grace Hopper',
      firstName: 'Grace',
      lastName: 'Hopper',
    };
    const account = await open(theirs, { ...others, shippingAddress: other });
    await ask('customers/redact', {
      customer: { id: 191, email: 'ada@shopper.example', phone: '+15125550100' },
      orders_to_redact: [numberOf(theirs)],
    });
    await done(account);
    const orderId = await orderIdOf(account, theirs);
    // Other services have copies of the data, so they are told.
    await eventually(() => expect(told).toEqual([{ accountId: account.accountId, orderId }]));
    const order = await account.get(orderId);
    expect(order.recipient).toMatchObject({
      name: 'Redacted',
      street1: '',
      zip: '',
      state: 'TX',
      country: 'US',
    });
    expect(order).toMatchObject({ status: 'Deleted', note: '', customerId: 0, totalCents: 4_132 });
    expect(await kept(account)).not.toMatch(/Lovelace/i);
    const names = [...service.customers.records.values()]
      .filter(({ accountId }) => accountId === account.accountId)
      .map(({ lastName }) => lastName);
    expect(names).toEqual(['Hopper']);
    expect((await account.get(await orderIdOf(account, others))).recipient?.name).toBe('Grace Hopper');
  });

  it('keeps the data of a label as long as accounting requires it, and then removes it', async () => {
    const sent = aShopifyOrder();
    const account = await open(sent);
    const { accountId } = account;
    const orderId = await orderIdOf(account, sent);
    const purchaseId = `pur_${orderId}_1`;
    await service.orders.lockForPurchase({ accountId, orderId, purchaseId, addressVersion: 1 });
    await service.orders.attachLabel({ accountId, orderId, label: aLabel(purchaseId) });
    await ask('customers/redact', { customer: { id: 191 }, orders_to_redact: [numberOf(sent)] });
    await eventually(async () => expect((await requests(account))[0]?.kept).toBe(1));
    expect((await account.get(orderId)).recipient?.lastName).toBe('Lovelace');
    service.clock.advance(7.01 * 365.25 * 86_400_000);
    await done(account);
    expect((await account.get(orderId)).recipient?.name).toBe('Redacted');
  });

  it('is completed once when the process dies in the middle', async () => {
    const theirs = aShopifyOrder();
    const account = await open(theirs);
    failing = 'privacy-page-redacted';
    const asked = { customer: { id: 191 }, orders_to_redact: [numberOf(theirs)] };
    await ask('customers/redact', asked);
    await ask('customers/redact', asked);
    await done(account);
    expect(await requests(account)).toHaveLength(1);
    expect(
      [...service.customers.records.values()].some(({ accountId }) => accountId === account.accountId),
    ).toBe(false);
  });

  it('for a copy of data is left to the merchant, with the list of orders', async () => {
    const theirs = aShopifyOrder();
    const account = await open(theirs);
    await ask('customers/data_request', {
      customer: { id: 191, email: 'ada@shopper.example' },
      orders_requested: [numberOf(theirs), 999_999],
      data_request: { id: 9_999 },
    });
    const [row] = await requests(account);
    expect(row).toMatchObject({
      topic: 'customers/data_request',
      shop: shop.host,
      kept: 0,
      orderIds: [await orderIdOf(account, theirs)],
    });
    expect(row?.doneAt).toBeUndefined();
    const stored = JSON.stringify(
      await service.db.collection('privacy_requests').find({ accountId: account.accountId }).toArray(),
    );
    expect(stored).not.toContain('ada@');
  });

  it('removes the data of a shop two days after the shop removed the app', async () => {
    const account = await open(aShopifyOrder(), aShopifyOrder());
    shop.app.uninstall();
    await service.orders.receiveHook(shopifyEvent('app/uninstalled', shop.host));
    service.clock.advance(48 * 3_600_000);
    await ask('shop/redact');
    await done(account);
    expect(await kept(account)).not.toMatch(/Lovelace|Analytical/i);
  });

  it('removes the data of a shop whose disconnection was not recorded because the process died', async () => {
    const account = await open(aShopifyOrder());
    const { accountId } = account;
    shop.app.uninstall();
    await service.db.collection('platform_connections').deleteOne({ accountId });
    await ask('shop/redact');
    await done(account);
    expect(await kept(account)).not.toMatch(/Lovelace|Analytical/i);
  });

  it('removes nothing of a shop that has the app', async () => {
    const account = await open(aShopifyOrder());
    await ask('shop/redact');
    expect(await requests(account)).toEqual([]);
  });

  it('removes nothing of a shop whose credentials can no longer be read, until it is disconnected', async () => {
    const account = await open(aShopifyOrder());
    const { accountId } = account;
    const lost = { $set: { 'access.kid': 'lost' } };
    await service.db.collection('platform_connections').updateOne({ accountId }, lost);
    await ask('shop/redact');
    expect(await requests(account)).toEqual([]);
    await service.orders.disconnectPlatform({ accountId, platform: 'shopify' });
    const leftAt = service.clock.now();
    const stays = service.db.collection('shopify_shops').find({ accountId, shop: shop.host });
    expect(await stays.toArray()).toMatchObject([{ leftAt }]);
    await ask('shop/redact');
    await done(account);
    expect(await kept(account)).not.toMatch(/Lovelace|Analytical/i);
  });

  it('removes the data of all connections of a shop that came back, and nothing of another shop in between', async () => {
    const [first, second] = [aShopifyOrder(), aShopifyOrder()];
    const between = aShopifyOrder({ name: '#BETWEEN' });
    const account = await open(first);
    const { accountId } = account;
    const leave = () => service.orders.disconnectPlatform({ accountId, platform: 'shopify' });
    await leave();
    const other = await startShopifyDouble();
    const away = await startOrders(database, undefined, [shop.host, other.host], {
      environment: ENVIRONMENT,
    });
    try {
      away.clock.set(service.clock.now());
      const connect = (to: typeof shop) =>
        away.orders.connectPlatform({
          accountId,
          storeName: 'Pots',
          store: {
            $case: 'shopify',
            shopify: { shop: to.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '' },
          },
        });
      const visit = async (to: typeof shop, fixture: ShopifyOrderFixture) => {
        away.clock.advance(86_400_000);
        await connect(to);
        to.put({ ...fixture, updatedAt: away.clock.now().toISOString() });
        await openAccount(away, accountId).sync();
        away.clock.advance(86_400_000);
        await away.orders.disconnectPlatform({ accountId, platform: 'shopify' });
      };
      await visit(other, between);
      await visit(shop, second);
    } finally {
      await away.stop();
      await other.stop();
    }
    service.clock.set(new Date(service.clock.now().getTime() + 10 * 86_400_000));
    await ask('shop/redact');
    await done(account);
    const nameOf = async (fixture: ShopifyOrderFixture) =>
      (await account.get(await orderIdOf(account, fixture))).recipient?.name;
    expect(await Promise.all([first, second].map(nameOf))).toEqual(['Redacted', 'Redacted']);
    expect(await nameOf(between)).toBe('Ada Lovelace');
  });

  it('is refused from an account that left the shop and has another one', async () => {
    const theirs = aShopifyOrder();
    const [agency, owner] = [openAccount(service), await open(theirs)];
    const other = await startShopifyDouble();
    const own = { $case: 'shopify' as const, shopify: { shop: shop.host, accessToken: '', ...CLIENT } };
    await agency.connect(own);
    await service.orders.disconnectPlatform({ accountId: agency.accountId, platform: 'shopify' });
    await database.db.collection('platform_connections').deleteMany({ accountId: agency.accountId });
    const forged = shopifyEvent(
      ...(['customers/redact', shop.host] as const),
      { shop_domain: shop.host, orders_to_redact: [numberOf(theirs)] },
      CLIENT.clientSecret,
    );
    await expect(service.orders.receiveHook(forged)).rejects.toMatchObject({ code: 'unauthenticated' });
    // The account now uses the app, with the same secret, in another of its shops.
    await service.stop();
    service = await startOrders(database, undefined, [shop.host, other.host], { environment: ENVIRONMENT });
    const elsewhere = { ...own, shopify: { ...own.shopify, shop: other.host } };
    await service.orders.connectPlatform({
      accountId: agency.accountId,
      storeName: 'Pots',
      store: elsewhere,
    });
    await expect(service.orders.receiveHook(forged)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await requests(owner)).toEqual([]);
    await other.stop();
  });

  it('is carried out only for the accounts whose secret signed it', async () => {
    const theirs = aShopifyOrder();
    const [agency, owner] = [openAccount(service), await open(theirs)];
    await agency.connect({
      $case: 'shopify',
      shopify: { shop: shop.host, accessToken: '', ...CLIENT },
    });
    await agency.sync();
    const content = { shop_domain: shop.host, orders_to_redact: [numberOf(theirs)] };
    await service.orders.receiveHook(
      shopifyEvent('customers/redact', shop.host, content, CLIENT.clientSecret),
    );
    await done(agency);
    expect(await requests(owner)).toEqual([]);
    await ask('customers/redact', { orders_to_redact: [numberOf(theirs)] });
    await done(owner);
  });

  it.each(['orders/create', 'app/uninstalled', 'customers/redact', 'shop/redact'])(
    'with a query that Shopify signed for a browser is refused as event %s',
    async (topic) => {
      const account = await open(aShopifyOrder());
      const { accountId } = account;
      const query = new URLSearchParams(
        signedQuery({ code: 'c', shop: shop.host, state: 's', timestamp: '1772600000' }),
      );
      const hmac = query.get('hmac') ?? '';
      query.delete('hmac');
      const hook = {
        source: 'shopify',
        key: '',
        body: Buffer.from(query.toString()),
        headers: {
          'x-shopify-topic': topic,
          'x-shopify-shop-domain': shop.host,
          'x-shopify-hmac-sha256': Buffer.from(hmac, 'hex').toString('base64'),
        },
      };
      await expect(service.orders.receiveHook(hook)).rejects.toMatchObject({ code: 'invalid_argument' });
      const requested = { accountId, requests: { $exists: true } };
      expect(await database.db.collection('platform_connections').findOne(requested)).toBeNull();
    },
  );

  it('is refused when its signed body names another shop', async () => {
    await open(aShopifyOrder());
    await expect(ask('shop/redact', { shop_domain: 'other.myshopify.com' })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});
