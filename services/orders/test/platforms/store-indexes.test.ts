import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { startOrders } from '../support/start-orders';
import { aShopifyOrder } from './a-shopify-order';
import { openAccount } from './open-account';
import { APP, shopifyEvent } from './shopify-app-double';
import { startShopifyDouble } from './start-shopify-double';
import { CONSUMER, startWooCommerceDouble } from './start-woocommerce-double';
import { wooCode, wooKeys } from './woocommerce-webhooks-double';

/** How many connections and requests the test adds that no query should read. */
const FILLERS = 100;

describe('every query for stores that connect by app or keys', () => {
  let database: TestDatabase;
  let watched: WatchedQueries;
  let service: Awaited<ReturnType<typeof startOrders>>;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  let woo: Awaited<ReturnType<typeof startWooCommerceDouble>>;

  beforeAll(async () => {
    database = await startTestDatabase();
    watched = await watchQueries(database);
    shop = await startShopifyDouble();
    woo = await startWooCommerceDouble();
    service = await startOrders(watched.mongo, undefined, [shop.host, woo.host], {
      environment: {
        BASE_URL: 'https://parcelyard.test',
        STORE_SYNC_INTERVAL_S: '900',
        SHOPIFY_CLIENT_ID: APP.clientId,
        SHOPIFY_CLIENT_SECRET: APP.secret,
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([shop.stop(), woo.stop()]);
    await watched.close();
    await database.close();
  });

  const fill = async () => {
    const numbered = (n: number) => ({ accountId: 100_000 + n, v: 1 });
    const some = (more: (n: number) => object) =>
      Array.from({ length: FILLERS }, (_, n) => ({ ...numbered(n), ...more(n) }));
    const db = database.db;
    await db.collection('platform_connections').insertMany(some(() => ({ platform: 'shopify' })));
    await db.collection('shopify_shops').insertMany(some((n) => ({ shop: `other-${n}.myshopify.com` })));
    await db.collection('privacy_requests').insertMany(some((n) => ({ digest: `d${n}` })));
  };

  it('uses an index', async () => {
    await fill();
    const account = openAccount(service);
    const { accountId } = account;
    const at = { accountId, session: 's' };
    const install = async () => {
      const { url } = await service.orders.beginShopifyInstall({ ...at, shop: shop.host, query: '' });
      await service.orders.finishShopifyInstall({ ...at, query: shop.app.allow(shop.host, url) });
      await eventually(async () => expect((await account.connection())?.events).toBe('on'));
    };
    await install();
    const keys = await service.orders.beginWooCommerceKeys({
      accountId,
      storeName: 'Pots',
      accountName: 'ada@example.com',
      url: woo.url,
    });
    await service.orders.receiveHook(wooKeys(keys.url, CONSUMER));
    await service.orders.listConnections({ accountId });
    await expect(service.orders.confirmWooCommerceKeys({ accountId, code: '1' })).rejects.toMatchObject({
      reason: 'store_code_wrong',
    });
    await service.orders.confirmWooCommerceKeys({ accountId, code: wooCode(woo.events.webhooks) });
    const order = aShopifyOrder({ updatedAt: service.clock.now().toISOString() });
    shop.put(order);
    const ring = (topic: string, content: object = {}) =>
      service.orders.receiveHook(shopifyEvent(topic, shop.host, { shop_domain: shop.host, ...content }));
    await ring('orders/create');
    await eventually(async () => {
      service.clock.advance(5_000);
      expect(await account.list()).toHaveLength(1);
    });
    service.clock.advance(3_500_000);
    await eventually(() => {
      service.clock.advance(5_000);
      expect(shop.calls.filter(({ body }) => body.includes('refresh_token'))).not.toEqual([]);
    });
    await ring('customers/redact', { orders_to_redact: [Number(order.id.split('/').at(-1))] });
    shop.app.uninstall();
    await ring('app/uninstalled');
    await ring('shop/redact');
    await eventually(async () => {
      service.clock.advance(1_000);
      const { requests } = await service.orders.listPrivacyRequests({ accountId });
      expect(requests.map(({ doneAt }) => doneAt !== undefined)).toEqual([true, true]);
    });
    await service.orders.disconnectPlatform({ accountId, platform: 'woocommerce' });

    const explained = await watched.explain();
    expect(explained.length).toBeGreaterThan(20);
    expect(explained.filter(({ indexed }) => !indexed)).toEqual([]);
    expect(explained.filter(({ sortsInMemory }) => sortsInMemory)).toEqual([]);
    expect(explained.filter(({ wasted }) => wasted > FILLERS / 2)).toEqual([]);
  });
});
