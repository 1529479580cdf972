import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { unseenIn, withUnseen } from '@parcelyard/testing/unseen-text';
import { aShopifyOrder } from './platforms/a-shopify-order';
import { openAccount } from './platforms/open-account';
import { SHOPIFY_TOKEN, startShopifyDouble } from './platforms/start-shopify-double';
import { anAddress, anImport, anOrder } from './support/builders';
import { startOrders } from './support/start-orders';

const ACCOUNT = 1;
const shipTo = withUnseen(
  anAddress({ company: 'Engines', street2: 'Flat 2', phone: '512-555-0100', email: 'ada@engine.org' }),
);
const items = withUnseen([
  { name: 'Mug', quantity: 1, priceCents: 100, sku: 'M-1', notes: 'Blue', upc: '0123' },
]);
const item = withUnseen({ itemId: 0, name: 'Mug', quantity: 1, priceCents: 100, sku: 'M-1', notes: 'Blue' });

describe('invisible characters are removed from stored text [MCP-O25]', () => {
  let database: TestDatabase;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;

  beforeAll(async () => {
    database = await startTestDatabase();
    shop = await startShopifyDouble();
    service = await startOrders(database, undefined, [shop.host]);
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
    await database.close();
  });

  const saved = async () => {
    const collections = await database.db.collections();
    const documents = await Promise.all(collections.map((collection) => collection.find().toArray()));
    return documents.flatMap((all, index) =>
      all.map((document) => ({ collection: collections[index]?.collectionName, ...document })),
    );
  };

  it('in new orders, in bulk calls, in edits, in imports and in the catalog', async () => {
    const { orders } = service;
    const at = { accountId: ACCOUNT };
    const named = withUnseen({ note: 'Ring\ntwice', externalOrderId: 'e-1', invoiceNumber: 'INV-1' });
    const { order } = await orders.createOrder(anOrder(ACCOUNT, { shipTo, items, ...named }));
    expect(order).toMatchObject({
      note: 'Ring\ntwice',
      externalOrderId: 'e-1',
      invoiceNumber: 'INV-1',
      shipTo: { name: 'Ada Lovelace', street1: '12 Analytical Way', zip: '78701' },
      items: [{ name: 'Mug', sku: 'M-1', notes: 'Blue' }],
    });
    const again = await orders.createOrder(anOrder(ACCOUNT, { externalOrderId: 'e-1' }));
    expect(again).toMatchObject({ created: false, order: { orderId: order?.orderId } });
    await orders.bulkCreateOrders({
      ...at,
      orders: [
        { shipTo, items },
        { ...withUnseen({ externalOrderId: 'e-2' }), shipTo, items },
      ],
    });
    const orderId = order?.orderId ?? 0;
    await orders.updateOrder({ ...at, orderId, items: { items }, note: withUnseen('Fragile') });
    await orders.updateOrder({
      ...at,
      orderId,
      items: undefined,
      shipTo: withUnseen({ firstName: 'Ada', city: 'Dallas', zip: '75201' }),
    });
    await orders.updateAddress({ ...at, orderId, shipTo, addressCheck: undefined });
    const keys = withUnseen({ externalOrderId: 'e-3', orderNumber: 'N-3', note: 'Old', exception: 'Late' });
    const imported = anImport({ ...keys, recipient: shipTo, shippingAddress: shipTo, items: [item] });
    expect(await orders.importOrders({ ...at, orders: [imported] })).toMatchObject({ created: 1 });
    expect(await orders.importOrders({ ...at, orders: [imported] })).toMatchObject({ skipped: 1 });
    const product = { name: 'Pot', catalog: 'Kitchen', description: 'Round' };
    await orders.importProducts({
      ...at,
      products: [{ ...withUnseen(product), productId: 0, priceCents: 1, active: true }],
    });
    expect((await saved()).length).toBeGreaterThan(8);
    expect(unseenIn(await saved())).toEqual([]);
  });

  it('in orders from stores, at the first import and at later changes', async () => {
    const fixture = aShopifyOrder();
    const sent = (updatedAt: string) => ({
      ...fixture,
      name: withUnseen('#5'),
      note: withUnseen(`Ring ${updatedAt}`),
      updatedAt,
      email: withUnseen('ada@shopper.example'),
      shippingAddress: withUnseen(fixture.shippingAddress),
      lineItems: fixture.lineItems.map((line) => ({
        ...line,
        ...withUnseen({ name: line.name, sku: 'M-2' }),
      })),
    });
    const account = openAccount(service);
    shop.put(sent('2026-03-01T09:30:05Z'));
    const shopify = { shop: shop.host, accessToken: SHOPIFY_TOKEN, clientId: '', clientSecret: '' };
    await account.connect({ $case: 'shopify', shopify }, withUnseen('Mugs'));
    expect(await account.sync()).toMatchObject({ counts: { created: 1 } });
    service.clock.advance(60_000);
    const now = service.clock.now().toISOString();
    service.clock.advance(600_000);
    shop.put(sent(now));
    expect(await account.sync()).toMatchObject({ counts: { updated: 1 } });
    const [row] = await account.list();
    expect(await account.get(row?.orderId ?? 0)).toMatchObject({
      note: `Ring ${now}`,
      externalOrderNumber: '#5',
      recipient: { name: 'Ada Lovelace', email: 'ada@shopper.example' },
      items: [{ name: fixture.lineItems[0]?.name, sku: 'M-2' }],
    });
    expect(unseenIn(await saved())).toEqual([]);
  });

  it('and a name of only such characters is missing', async () => {
    const nameless = anOrder(ACCOUNT, { shipTo: anAddress({ name: '\u202e\u0007' }) });
    await expect(service.orders.createOrder(nameless)).rejects.toMatchObject({
      code: 'invalid_argument',
      reason: 'field_required',
      field: 'ship_to.name',
    });
  });
});
