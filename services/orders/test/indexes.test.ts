import { eventually } from '@parcelyard/testing/eventually';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { SHOPIFY_TOKEN, startShopifyDouble, THROTTLED } from './platforms/start-shopify-double';
import { aLabel, anImport, anOrder } from './support/builders';
import { startOrders } from './support/start-orders';

/** How many orders the test adds that no query should read. */
const FILLERS = 100;

describe('every query of the orders service', () => {
  let database: TestDatabase;
  let watched: WatchedQueries;
  let service: Awaited<ReturnType<typeof startOrders>>;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;

  beforeAll(async () => {
    database = await startTestDatabase();
    watched = await watchQueries(database);
    shop = await startShopifyDouble();
    service = await startOrders(watched.mongo, undefined, [shop.host, '127.0.0.1:1']);
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
    await watched.close();
    await database.close();
  });

  /**
   * Runs every query of an import. There are two stores. One of them first asks us to wait, and later refuses our
   * credentials.
   */
  const syncStores = async (at: { accountId: number }) => {
    const connect = async () => {
      const sandbox = { $case: 'sandbox' as const, sandbox: { ordersPerDay: 24 } };
      await service.orders.connectPlatform({ ...at, storeName: 'Mugs', store: sandbox });
      const shopify = { shop: shop.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '' };
      await service.orders.connectPlatform({
        ...at,
        storeName: 'Pots',
        store: { $case: 'shopify', shopify },
      });
    };
    await connect();
    await connect();
    shop.mishap(THROTTLED, { status: 401, body: {} });
    for (const round of [1, 2]) {
      await service.orders.startSync({ ...at, platform: '', days: round });
      await eventually(async () => {
        service.clock.advance(10_000);
        const { jobs } = await service.orders.getSyncStatus(at);
        expect(jobs.map(({ finishedAt }) => finishedAt)).not.toContain(undefined);
        await service.orders.getSyncStatus({ ...at, jobId: jobs[0]?.jobId });
      });
    }
    await service.orders.listConnections(at);
  };

  it('uses an index', async () => {
    const account = 1;
    const at = { accountId: account };
    const fillers = Array.from({ length: FILLERS }, () => anImport({ status: 'Delivered' }));
    await service.orders.importOrders({ ...at, orders: fillers });
    const page = { page: 1, pageSize: 2 };
    await service.orders.importOrders({
      ...at,
      orders: ['', 'Deleted', 'Delivered', ''].map((status, index) =>
        anImport({ status, externalOrderId: `e${index}`, orderNumber: `N${index}` }),
      ),
    });
    await service.orders.importProducts({
      ...at,
      products: [{ productId: 0, name: 'Mug', description: '', priceCents: 1, active: true }],
    });
    const items = [
      { name: 'Mug', quantity: 1, priceCents: 100 },
      { name: 'New', quantity: 1, priceCents: 100 },
    ];
    const { order } = await service.orders.createOrder(anOrder(account, { items, externalOrderId: 'x' }));
    await service.orders.createOrder(anOrder(account, { externalOrderId: 'x' }));
    const orderId = order?.orderId ?? 0;
    for (const status of ['', 'active', 'Deleted']) await service.orders.listOrders({ ...at, status, page });
    service.customers.add(account, { email: 'ada@example.com' });
    for (const search of [
      { text: 'ada', from: '', to: '' },
      { text: 'ada@example.com', from: '', to: '' },
      { text: '', from: '2026-01-01', to: '2026-12-31' },
    ]) {
      await service.orders.listOrders({ ...at, status: '', page, search });
      await service.orders.listOrders({ ...at, status: '', anyStatus: true, page, search });
      for (const status of ['active', 'Deleted']) {
        await service.orders.listOrders({ ...at, status, page, search, oldestFirst: true });
      }
    }
    for (const status of ['', 'active']) {
      await service.orders.listOrders({ ...at, status, page, oldestFirst: true });
    }
    const coded = await service.orders.createOrder(
      anOrder(account, { items: [{ name: 'Coded', sku: 'C-1', quantity: 1 }] }),
    );
    await service.orders.updateOrder({
      ...at,
      orderId: coded.order?.orderId ?? 0,
      items: undefined,
      addItems: { items: [{ name: '', sku: 'c-1', quantity: 1 }] },
    });
    await service.orders.updateOrder({
      ...at,
      orderId: coded.order?.orderId ?? 0,
      items: { items: [] },
      note: 'x',
    });
    const numbered = { invoiceNumber: 'INV-1', byEmail: true };
    await service.orders.createOrder(anOrder(account, { items, ...numbered }));
    await service.orders.createOrder(anOrder(account, { items, ...numbered })).catch(() => undefined);
    const found = { ...at, statuses: [], liveOnly: false, page };
    const from = new Date(0);
    for (const wanted of [
      ...[{}, { statuses: ['ChooseShipping'] }, { liveOnly: true }, { from, to: new Date() }],
      ...[{ email: 'ada@example.com', from }, { invoiceNumber: 'INV-1' }, { externalOrderId: 'x' }],
      ...[{ cursor: '' }, { cursor: '', updatedFrom: from }, { updatedFrom: from }],
    ])
      await service.orders.findOrders({ ...found, ...wanted });
    for (const query of ['', 'mug']) await service.orders.listProducts({ ...at, query, page });
    await service.orders.getOrder({ ...at, orderId });
    const parcel = { weightOz: 3 };
    await service.orders.saveRating({ ...at, orderId, parcel, addressCheck: undefined });
    await service.orders.lockForPurchase({ ...at, orderId, purchaseId: 'p', addressVersion: 1 });
    const lastDay = new Date(service.clock.now().getTime() - 86_400_000);
    await service.orders.registerWebhook({ ...at, url: 'http://127.0.0.1:1/' });
    await service.orders.attachLabel({ ...at, orderId, label: aLabel('p', { purchasedAt: lastDay }) });
    const deliveryId = await eventually(async () => {
      const { deliveries } = await service.orders.listWebhookDeliveries({ ...at, limit: 0 });
      expect(deliveries[0]?.status).toBe('retrying');
      return deliveries[0]?.deliveryId ?? 0;
    });
    await service.orders.listWebhookDeliveries({ ...at, limit: 1, beforeDeliveryId: 600 });
    await service.orders.inspectWebhookDeliveries({ accountId: 0, limit: 1 });
    await service.orders.replayAnyWebhookDelivery({ accountId: 0, deliveryId });
    await service.orders.getWebhook(at);
    await service.orders.deleteWebhook(at);
    await service.orders.markLabelsPrinted({ ...at, orderIds: [orderId], confirm: true });
    await service.orders.listPickupEligible({ ...at, carrier: 'usps' });
    await service.orders.assignPickup({
      ...at,
      pickupId: 3,
      orderIds: [orderId],
      carrier: 'usps',
      seller: 'sandbox',
    });
    await service.orders.listPickupOrders({ ...at, pickupIds: [3, 4] });
    await service.orders.getOrderRows({ ...at, orderIds: [orderId] });
    await service.orders.getOrders({ ...at, orderIds: [orderId] });
    for (const anyWeight of [false, true])
      await service.orders.listReadyToShip({ ...at, limit: 1, anyWeight });
    await service.orders.releasePickup({ ...at, pickupId: 3, orderIds: [orderId], keepOthers: false });
    await service.orders.releasePickup({ ...at, pickupId: 3, orderIds: [orderId], keepOthers: true });
    await service.orders.listCustomerOrders({ ...at, customerId: 3, limit: 10 });
    await service.orders.clearLabel({ ...at, orderId, purchaseId: 'p' });
    await service.orders.getReport({ ...at, from: '', to: '', months: 2, days: 0, timeZone: 'UTC' });
    await service.orders.rebuildReports(at);
    await syncStores(at);

    const explained = await watched.explain();
    expect(explained.length).toBeGreaterThan(30);
    expect(explained.filter(({ indexed }) => !indexed)).toEqual([]);
    expect(explained.filter(({ sortsInMemory }) => sortsInMemory)).toEqual([]);
    expect(explained.filter(({ wasted }) => wasted > FILLERS / 2)).toEqual([]);
  });
});
