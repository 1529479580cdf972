import { loadConfig } from '@parcelyard/service-kit/config';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { ordersVariables } from '../../src/config';
import { startOrders } from '../support/start-orders';
import { aShopifyOrder } from './a-shopify-order';
import { openAccount } from './open-account';
import { SHOPIFY_TOKEN, startShopifyDouble } from './start-shopify-double';
import { aWooOrder, CONSUMER, startWooCommerceDouble } from './start-woocommerce-double';

describe('an import from a store that never ends', () => {
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
  });
  afterEach(async () => {
    await service.stop();
    await Promise.all([shop.stop(), site.stop()]);
  });

  const open = async (environment: Record<string, string>) => {
    service = await startOrders(database, undefined, [shop.host, site.host], { environment });
    return openAccount(service);
  };
  const onWooCommerce = async (environment: Record<string, string>) => {
    const account = await open(environment);
    await account.connect({ $case: 'woocommerce', woocommerce: { url: site.url, ...CONSUMER } });
    return account;
  };

  /**
   * Answers each request with a full page. The orders of each page have changed later than those of the page before.
   * The header of each page says that there are a hundred million orders.
   */
  const answerWithEndlessPages = (rows = 100, padding = '') => {
    let second = 0;
    site.hooks.onCall = () => {
      second += 1;
      const date_modified_gmt = new Date(Date.UTC(2026, 2, 1) + second * 2_000).toISOString().slice(0, 19);
      const page = Array.from({ length: rows }, () =>
        aWooOrder({ date_modified_gmt, status: 'pending', padding }),
      );
      const last = aWooOrder({ date_modified_gmt: date_modified_gmt.replace(/.$/, '9'), status: 'pending' });
      site.mishap({ headers: { 'x-wp-total': '100000000' }, body: [...page, last] });
    };
  };

  it.each([
    ['pages', { IMPORT_MAX_PAGES: '5' }, 'Mugs has more than 5 pages for one import.'],
    ['orders', { IMPORT_MAX_ORDERS: '250' }, 'Mugs has more than 250 orders for one import.'],
  ])('stops at the limit of %s, and keeps what it has imported', async (_, environment, reason) => {
    const account = await onWooCommerce(environment);
    answerWithEndlessPages();
    const job = await account.ended(await account.start());
    expect(job).toMatchObject({
      status: 'completed_with_errors',
      errors: [{ code: 'too_large', message: expect.stringContaining(reason) }],
    });
    expect(job.counts?.fetched).toBeLessThan(700);
    // The import ended before it had read all changes, so `lastSyncAt` stays unset.
    expect((await account.connection())?.lastSyncAt).toBeUndefined();
  });

  it('stops at the limit of megabytes', async () => {
    const account = await onWooCommerce({ IMPORT_MAX_MB: '1' });
    answerWithEndlessPages(100, 'x'.repeat(10_000));
    const job = await account.ended(await account.start());
    expect(job.errors).toMatchObject([
      { code: 'too_large', message: expect.stringContaining('sent more than 1 MB') },
    ]);
  });

  it('stops at the limit of minutes', async () => {
    const account = await onWooCommerce({ IMPORT_MAX_MINUTES: '10' });
    answerWithEndlessPages();
    const started = await account.start();
    const job = await account.ended(started, () => service.clock.advance(60_000));
    expect(job.errors).toMatchObject([
      { code: 'too_large', message: expect.stringContaining('took more than 10 minutes') },
    ]);
  });

  it('does not request the same page forever', async () => {
    const account = await open({});
    const shopify = { shop: shop.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '' };
    shop.put(aShopifyOrder());
    await account.connect({ $case: 'shopify', shopify });
    const page = { orders: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'again' } } };
    shop.hooks.onCall = () => void shop.mishap({ body: { data: page } });
    const job = await account.endedInTime(await account.start());
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'no_answer' }] });
  });
});

it.each(['0', '-1', '1.5', 'many'])('IMPORT_MAX_PAGES=%s is refused at start', (value) => {
  const environment = {
    MONGODB_URI: 'mongodb://x',
    CUSTOMERS_EMAIL_ADDRESS: 'x:1',
    IMPORT_MAX_PAGES: value,
    PLATFORM_KEYS: `k:${'A'.repeat(43)}`,
    WEBHOOK_KEYS: `k:${'A'.repeat(43)}`,
  };
  expect(() => loadConfig(ordersVariables, environment)).toThrow('IMPORT_MAX_PAGES');
});
