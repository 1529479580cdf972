import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { startOrders } from '../support/start-orders';
import { aShopifyOrder } from './a-shopify-order';
import { openAccount } from './open-account';
import { APP, shopifyEvent, signedQuery } from './shopify-app-double';
import { CLIENT, startShopifyDouble } from './start-shopify-double';

const ENVIRONMENT = {
  BASE_URL: 'https://parcelyard.test',
  SHOPIFY_CLIENT_ID: APP.clientId,
  SHOPIFY_CLIENT_SECRET: APP.secret,
};

const TOPICS = [
  ...['APP_UNINSTALLED', 'FULFILLMENTS_CREATE', 'FULFILLMENTS_UPDATE'],
  ...['ORDERS_CANCELLED', 'ORDERS_CREATE', 'ORDERS_UPDATED'],
];

describe('a Shopify store that installs the app', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    shop = await startShopifyDouble();
    service = await startOrders(database, undefined, [shop.host], { environment: ENVIRONMENT });
  });
  afterEach(async () => {
    await service.stop();
    await shop.stop();
  });

  const begin = (accountId: number, session = 'session', query = '') =>
    service.orders.beginShopifyInstall({ accountId, shop: shop.host, session, query });
  const finish = (accountId: number, query: string, session = 'session') =>
    service.orders.finishShopifyInstall({ accountId, session, query });
  const install = async () => {
    const account = openAccount(service);
    const { url } = await begin(account.accountId);
    await finish(account.accountId, shop.app.allow(shop.host, url));
    await eventually(async () => expect((await account.connection())?.events).toBe('on'));
    return account;
  };
  const ring = (topic: string, content?: object, secret?: string) =>
    service.orders.receiveHook(shopifyEvent(topic, shop.host, content, secret));
  /**
   * Waits for the import that begins without a request of ours. The clock is advanced, so that the import becomes due.
   */
  const imported = (account: ReturnType<typeof openAccount>, count: number) =>
    eventually(async () => {
      service.clock.advance(5_000);
      expect(await account.list()).toHaveLength(count);
    });

  it('is asked for the required scopes, with the reason of each', async () => {
    const { url, permissions } = await begin(1);
    const query = new URL(url).searchParams;
    expect(url.startsWith(`http://${shop.host}/admin/oauth/authorize?`)).toBe(true);
    expect(query.get('client_id')).toBe(APP.clientId);
    expect(query.get('redirect_uri')).toBe('https://parcelyard.test/shopify/callback');
    expect(query.get('scope')?.split(',')).toEqual(permissions.map(({ name }) => name));
    expect(permissions.every(({ reason }) => reason.startsWith('to '))).toBe(true);
  });

  it('is connected, reports changes from then on, and its orders are imported', async () => {
    const account = await install();
    expect(await account.connection()).toMatchObject({ platform: 'shopify', status: 'connected' });
    const subscribed = [...shop.app.subscriptions.values()];
    expect(subscribed.map(({ topic }) => topic).sort()).toEqual(TOPICS);
    expect(new Set(subscribed.map(({ uri }) => uri))).toEqual(
      new Set(['https://parcelyard.test/webhooks/shopify']),
    );
    shop.put(aShopifyOrder());
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
  });

  it('gets no second subscription when the app is installed again', async () => {
    const account = await install();
    const { url } = await begin(account.accountId);
    await finish(account.accountId, shop.app.allow(shop.host, url));
    await eventually(async () => expect((await account.connection())?.events).toBe('on'));
    expect(shop.app.subscriptions.size).toBe(TOPICS.length);
  });

  it('is connected only in the session and the account that started the installation', async () => {
    const { url } = await begin(1);
    const refusal = { code: 'failed_precondition', reason: 'install_not_begun_here' };
    await expect(finish(1, shop.app.allow(shop.host, url), 'another')).rejects.toMatchObject(refusal);
    await expect(finish(2, shop.app.allow(shop.host, url))).rejects.toMatchObject(refusal);
    service.clock.advance(3_600_001);
    await expect(finish(1, shop.app.allow(shop.host, url))).rejects.toMatchObject(refusal);
    expect(shop.app.codes.size).toBe(3);
  });

  it.each(['', '!', 'a.b', 'test.AAAA'])(
    'is refused with the state %j, which we did not create',
    async (state) => {
      const query = signedQuery({ code: 'x', shop: shop.host, state, timestamp: '1' });
      await expect(finish(1, query)).rejects.toMatchObject({ reason: 'install_not_begun_here' });
    },
  );

  it('is refused with a query that Shopify has not signed', async () => {
    const { url } = await begin(1);
    const query = shop.app.allow(shop.host, url).replace('code=code-1', 'code=code-2');
    const refusal = { code: 'invalid_argument', reason: 'not_from_shopify' };
    await expect(finish(1, query)).rejects.toMatchObject(refusal);
    await expect(begin(1, 'session', `shop=${shop.host}&hmac=00`)).rejects.toMatchObject(refusal);
    const signed = signedQuery({ shop: shop.host, timestamp: '1772600000', host: 'YWRtaW4uc2hvcA==' });
    expect((await begin(1, 'session', signed)).url).toContain('/admin/oauth/authorize');
  });

  it('is refused with a used code, and the reason says that nothing was connected', async () => {
    const account = openAccount(service);
    const { url } = await begin(account.accountId);
    const query = shop.app.allow(shop.host, url);
    await finish(account.accountId, query);
    await expect(finish(account.accountId, query)).rejects.toMatchObject({ reason: 'store_refused_access' });
  });

  it('renews its tokens before they expire, once for requests at the same time', async () => {
    const account = await install();
    service.clock.advance(3_400_000);
    shop.put(aShopifyOrder({ updatedAt: service.clock.now().toISOString() }));
    // Each of these events makes us call the shop. The shop still accepts the token, so it stays connected.
    await Promise.all(Array.from({ length: 5 }, () => ring('app/uninstalled')));
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
    const grants = shop.calls.filter(({ url }) => url.pathname === '/admin/oauth/access_token');
    expect(grants).toHaveLength(2);
  });

  it('stays connected when the answer to a token renewal is lost', async () => {
    const account = await install();
    service.clock.advance(3_700_000);
    shop.mishap('the connection breaks');
    await account.endedInTime(await account.start());
    expect((await account.connection())?.status).toBe('connected');
  });

  it('reports an order, which is then imported', async () => {
    const account = await install();
    shop.put(aShopifyOrder({ updatedAt: service.clock.now().toISOString() }));
    await ring('orders/create', { id: 1 });
    await imported(account, 1);
  });

  it('is imported once for events that come together', async () => {
    const account = await install();
    shop.put(aShopifyOrder({ updatedAt: service.clock.now().toISOString() }));
    await Promise.all(Array.from({ length: 10 }, () => ring('orders/updated')));
    await imported(account, 1);
    const jobs = await service.db.collection('import_jobs').find({ accountId: account.accountId }).toArray();
    expect(jobs).toHaveLength(1);
  });

  it("is imported once more after an event, because Shopify's search is late", async () => {
    const account = await install();
    await ring('orders/create');
    const jobs = () =>
      service.db.collection('import_jobs').find({ accountId: account.accountId, active: false }).toArray();
    service.clock.advance(5_000);
    await eventually(async () => expect(await jobs()).toHaveLength(1));
    shop.put(aShopifyOrder({ updatedAt: service.clock.now().toISOString() }));
    service.clock.advance(60_000);
    await eventually(async () => expect(await account.list()).toHaveLength(1));
    await eventually(async () => expect(await jobs()).toHaveLength(2));
  });

  it("is refused with an event that is not signed with the app's secret", async () => {
    const account = await install();
    const refusal = { code: 'unauthenticated' };
    await expect(ring('orders/create', {}, 'another')).rejects.toMatchObject(refusal);
    const unsigned = shopifyEvent('orders/create', shop.host);
    await expect(
      service.orders.receiveHook({ ...unsigned, headers: { 'x-shopify-shop-domain': shop.host } }),
    ).rejects.toMatchObject(refusal);
    const [stored] = await service.db
      .collection('platform_connections')
      .find({ accountId: account.accountId })
      .toArray();
    expect(stored).not.toHaveProperty('requests');
  });

  it('is disconnected when it has removed the app', async () => {
    const account = await install();
    shop.app.uninstall();
    await ring('app/uninstalled');
    expect(await account.connection()).toBeUndefined();
  });

  it('stays connected when a late event reports an earlier removal of the app', async () => {
    const account = await install();
    await ring('app/uninstalled');
    expect(await account.connection()).toMatchObject({ status: 'connected' });
  });

  it('answers a removal as unavailable while the shop does not answer, so that Shopify sends it again', async () => {
    const account = await install();
    shop.app.uninstall();
    shop.mishap('the connection breaks');
    await expect(ring('app/uninstalled')).rejects.toMatchObject({ code: 'unavailable' });
    await ring('app/uninstalled');
    expect(await account.connection()).toBeUndefined();
  });

  describe('when its credentials can no longer be read', () => {
    const losingTheKey = async ({ accountId }: { accountId: number }) => {
      await service.stop();
      const environment = {
        ...ENVIRONMENT,
        PLATFORM_KEYS: `other:${Buffer.alloc(32, 6).toString('base64url')}`,
      };
      service = await startOrders(database, undefined, [shop.host], { environment });
      return openAccount(service, accountId);
    };
    const removal = () => ({ id: 548380009, myshopify_domain: shop.host });

    it('is disconnected by a signed event that names it', async () => {
      const account = await losingTheKey(await install());
      await ring('app/uninstalled', removal());
      expect(await account.connection()).toBeUndefined();
    });

    it('stays connected after an event whose signed body does not name it', async () => {
      const account = await losingTheKey(await install());
      await ring('app/uninstalled', { id: 1, myshopify_domain: 'another.myshopify.com' });
      await ring('app/uninstalled');
      await ring('orders/updated', removal());
      expect(await account.connection()).toMatchObject({ platform: 'shopify' });
    });
  });

  it('has no credentials and no webhooks after it is disconnected', async () => {
    const account = await install();
    await service.orders.disconnectPlatform({ accountId: account.accountId, platform: 'shopify' });
    expect(await account.connection()).toBeUndefined();
    expect(shop.app.subscriptions.size).toBe(0);
    await expect(account.start()).rejects.toMatchObject({ reason: 'no_platform_connected' });
  });

  it('ends its running import when it is disconnected', async () => {
    const account = await install();
    shop.mishap('the connection breaks');
    const job = await account.start();
    await eventually(() => expect(shop.calls.at(-1)?.url.pathname).toContain('graphql'));
    await service.orders.disconnectPlatform({ accountId: account.accountId, platform: 'shopify' });
    expect(await account.ended(job)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'disconnected' }],
    });
  });

  it('is disconnected at once also when the shop does not answer', async () => {
    const account = await install();
    shop.mishap('the connection breaks');
    await service.orders.disconnectPlatform({ accountId: account.accountId, platform: 'shopify' });
    expect(await account.connection()).toBeUndefined();
  });

  it('may have its own app, whose secret then signs its events', async () => {
    const account = openAccount(service);
    const shopify = { shop: shop.host, accessToken: '', ...CLIENT };
    await account.connect({ $case: 'shopify', shopify });
    await eventually(async () => expect((await account.connection())?.events).toBe('on'));
    shop.put(aShopifyOrder({ updatedAt: service.clock.now().toISOString() }));
    await ring('orders/create', {}, CLIENT.clientSecret);
    await imported(account, 1);
  });
});

it('a deployment without the app offers no installation', async () => {
  const database = await startTestDatabase();
  const service = await startOrders(database);
  expect(await service.orders.listConnections({ accountId: 1 })).toMatchObject({ shopifyApp: false });
  const asked = { accountId: 1, shop: 'mugs.myshopify.com', session: 's', query: '' };
  await expect(service.orders.beginShopifyInstall(asked)).rejects.toMatchObject({ code: 'not_found' });
  await expect(
    service.orders.receiveHook(shopifyEvent('orders/create', 'mugs.myshopify.com')),
  ).rejects.toMatchObject({
    reason: 'hook_not_configured',
  });
  await service.stop();
  await database.close();
});
