import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { aLabel } from '../support/builders';
import { startOrders } from '../support/start-orders';
import { aShopifyLine, aShopifyOrder, type ShopifyOrderFixture } from './a-shopify-order';
import { openAccount } from './open-account';
import { SHOPIFY_TOKEN, startShopifyDouble, THROTTLED } from './start-shopify-double';
import {
  aWooOrder,
  CONSUMER,
  startWooCommerceDouble,
  type WooOrderFixture,
} from './start-woocommerce-double';

describe('an import with failures', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  let site: Awaited<ReturnType<typeof startWooCommerceDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    [shop, site] = await Promise.all([startShopifyDouble(), startWooCommerceDouble()]);
    service = await startOrders(database, undefined, [shop.host, site.host]);
  });
  afterEach(async () => {
    await service.stop();
    await Promise.all([shop.stop(), site.stop()]);
  });

  const onShopify = async (...orders: ShopifyOrderFixture[]) => {
    shop.put(...orders);
    const account = openAccount(service);
    const shopify = { shop: shop.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '' };
    const connect = () => account.connect({ $case: 'shopify', shopify });
    await connect();
    return { ...account, reconnect: connect };
  };
  const onWooCommerce = async (...orders: WooOrderFixture[]) => {
    site.put(...orders);
    const account = openAccount(service);
    await account.connect({ $case: 'woocommerce', woocommerce: { url: site.url, ...CONSUMER } });
    return account;
  };
  const laterThan = (minutes: number) => {
    service.clock.advance(minutes * 60_000);
    return service.clock.now().toISOString();
  };

  it('asks the store again when it does not answer, and continues from the same page', async () => {
    const account = await onWooCommerce(aWooOrder(), aWooOrder());
    site.mishap('the connection breaks', { status: 503, body: 'Briefly unavailable' }, 'a web page');
    const job = await account.endedInTime(await account.start());
    expect(job).toMatchObject({ status: 'completed', counts: { fetched: 2, created: 2 }, errors: [] });
  });

  it('ends when the store stays unavailable, with a reason, and keeps the connection for the next import', async () => {
    const account = await onShopify(aShopifyOrder());
    shop.mishap(...Array.from({ length: 6 }, () => ({ status: 502, body: 'Bad gateway' })));
    const job = await account.endedInTime(await account.start());
    expect(job).toMatchObject({
      status: 'failed',
      counts: { fetched: 0 },
      errors: [
        {
          code: 'no_answer',
          message: 'Mugs did not answer. Orders fetched so far are kept; start the sync again later.',
        },
      ],
    });
    const connection = await account.connection();
    expect(connection).toMatchObject({ status: 'connected' });
    expect(connection?.lastSyncAt).toBeUndefined();
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
  });

  it.each([
    ['a firewall', { status: 403, body: '<html><title>Attention Required!</title></html>' }],
    ['a maintenance page', { status: 404, body: '<html>Be right back!</html>' }],
    ['a proxy that requires a sign-in', { status: 401, body: { error: 'login_required' } }],
    [
      'a redirect to a sign-in page',
      { status: 302, headers: { location: 'https://login.example/' }, body: '' },
    ],
    ['a web page with status 200', 'a web page' as const],
  ])('treats %s as no answer, asks again, and keeps the connection', async (_, mishap) => {
    const [woo, shopify] = [await onWooCommerce(aWooOrder()), await onShopify(aShopifyOrder())];
    site.mishap(mishap);
    shop.mishap(mishap);
    for (const account of [woo, shopify]) {
      const job = await account.endedInTime(await account.start());
      expect(job).toMatchObject({ status: 'completed', counts: { created: 1 }, errors: [] });
      expect(await account.connection()).toMatchObject({ status: 'connected' });
    }
  });

  it('fails at once when the token was revoked, marks the connection, and works again after a reconnection', async () => {
    const account = await onShopify(aShopifyOrder());
    shop.mishap({ status: 401, body: { errors: '[API] Invalid API key or access token' } });
    expect(await account.sync()).toMatchObject({
      status: 'failed',
      errors: [
        {
          code: 'access_refused',
          message: 'Mugs refused access: the access token is wrong or was revoked. Connect the store again.',
        },
      ],
    });
    expect(await account.connection()).toMatchObject({ status: 'error' });
    await account.reconnect();
    expect(await account.connection()).toMatchObject({ status: 'connected' });
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
  });

  it('fails when the WooCommerce key was deleted', async () => {
    const account = await onWooCommerce(aWooOrder());
    site.settings.revoked = true;
    expect(await account.sync()).toMatchObject({ status: 'failed', errors: [{ code: 'access_refused' }] });
    expect(await account.connection()).toMatchObject({ status: 'error' });
  });

  it('counts unreadable orders as failed with their reasons, and imports the others', async () => {
    const account = await onShopify(
      aShopifyOrder({ currencyCode: 'EUR' }),
      aShopifyOrder({ shippingAddress: null }),
      aShopifyOrder({ currentTotalPriceSet: { shopMoney: { amount: 'much' } } }),
      aShopifyOrder({ createdAt: 'yesterday' }),
      aShopifyOrder({ lineItems: [aShopifyLine({ name: 7 as never })] }),
      aShopifyOrder(),
    );
    const job = await account.sync();
    expect(job).toMatchObject({
      status: 'completed_with_errors',
      counts: { fetched: 6, created: 1, failed: 5 },
    });
    expect(job.errors.map(({ code }) => code)).toEqual(Array(5).fill('invalid_order'));
    expect(job.errors.map(({ message }) => message)).toEqual([
      'The order is in EUR; only orders in USD are taken.',
      'The order has no shipping address.',
      'The order cannot be read: one of its amounts is no amount.',
      'The order cannot be read: createdAt is missing or of an unknown form.',
      'The order cannot be read: lineItems.nodes.0.name is missing or of an unknown form.',
    ]);
    expect(job.errors.every(({ externalOrderId }) => /^\d+$/.test(externalOrderId ?? ''))).toBe(true);
  });

  it('cancels an order that was canceled in the store, unless it has a label', async () => {
    const [open, bought] = [aWooOrder(), aWooOrder()];
    const account = await onWooCommerce(open, bought);
    await account.sync();
    const idOf = async ({ id }: WooOrderFixture) => {
      const kept = await database.db
        .collection('orders')
        .findOne({ accountId: account.accountId, externalOrderId: `woocommerce:${id}` });
      return { accountId: account.accountId, orderId: Number(kept?._id) };
    };
    const labelled = await idOf(bought);
    const { addressVersion } = await account.get(labelled.orderId);
    await service.orders.lockForPurchase({ ...labelled, purchaseId: 'p1', addressVersion });
    await service.orders.attachLabel({ ...labelled, label: aLabel('p1') });

    const date_modified_gmt = laterThan(10).slice(0, 19);
    for (const order of [open, bought]) site.put({ ...order, status: 'cancelled', date_modified_gmt });
    expect((await account.sync()).counts).toEqual({
      fetched: 2,
      created: 0,
      updated: 1,
      skipped: 1,
      failed: 0,
    });
    await account.comesTo('Deleted', (await idOf(open)).orderId);
    expect(await account.get(labelled.orderId)).toMatchObject({ status: 'PrintLabel' });

    const active = { accountId: account.accountId, status: 'active', page: { page: 1, pageSize: 1 } };
    expect((await service.orders.listOrders(active)).total).toBe(1);
  });

  it('waits as long as a throttled store requests, and loses nothing', async () => {
    const account = await onShopify(aShopifyOrder());
    const tooMany = { status: 429, headers: { 'retry-after': '2.0' }, body: { errors: 'Too many requests' } };
    shop.mishap(THROTTLED, tooMany, THROTTLED);
    const job = await account.start();
    const ended = await account.endedInTime(job);
    expect(ended).toMatchObject({ status: 'completed', counts: { created: 1 }, errors: [] });
    expect(await account.connection()).toMatchObject({ status: 'connected' });
  });

  it('does not call a throttled store before its time, and ends when the store stays throttled', async () => {
    const account = await onWooCommerce(aWooOrder());
    const tooMany = { status: 429, headers: { 'retry-after': '30' }, body: { code: 'too_many' } };
    const jobs = database.db.collection<{ _id: number; busyAnswers: number; dueAt: Date }>('import_jobs');
    const putOff = (job: { jobId: number }, times: number) =>
      eventually(async () => {
        const dueAt = new Date(service.clock.now().getTime() + 30_000);
        expect(await jobs.findOne({ _id: job.jobId })).toMatchObject({ busyAnswers: times, dueAt });
      });
    site.mishap(tooMany);
    const patient = await account.start();
    await putOff(patient, 1);
    expect(site.calls).toHaveLength(2);
    service.clock.advance(30_000);
    expect(await account.ended(patient)).toMatchObject({ status: 'completed' });

    laterThan(10);
    site.mishap(tooMany, tooMany);
    const hopeless = await account.start();
    await putOff(hopeless, 1);
    await jobs.updateOne({ _id: hopeless.jobId }, { $set: { busyAnswers: 19 } });
    service.clock.advance(30_000);
    expect(await account.ended(hopeless)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'too_busy', message: expect.stringContaining('start the sync again later') }],
    });
  });
});
