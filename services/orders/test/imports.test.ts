import { STATUS_NAMES } from '../src/domain/order-status';
import { anAddress, anImport, anOrder } from './support/builders';
import { serveOrders } from './support/serve-orders';

describe('imports', () => {
  const t = serveOrders();

  const total = async (status: string) =>
    (await t.orders.listOrders({ accountId: t.account, status, page: { page: 1, pageSize: 1 } })).total;

  it('an order is stored as the other system had it', async () => {
    const kept = anImport({
      externalOrderId: 'shop-1',
      orderNumber: '#1001',
      status: 'Delivered',
      date: new Date('2025-11-01T08:00:00Z'),
      recipient: anAddress({ name: ' guest ', country: '' }),
      items: [{ itemId: 0, name: 'Mug', sku: 'M', upc: '12', quantity: 2, priceCents: 500 }],
      shippingCents: 300,
      taxCents: 80,
      handlingCents: 20,
      discountCents: 100,
      weightOz: 9,
      note: 'ring twice',
      shippingCostCents: 450,
      trackingNumber: '1Z9',
      trackingUrl: 'https://carrier.example/1Z9',
      deliveredDate: new Date('2025-11-05T08:00:00Z'),
      invoiceNumber: 'INV-9',
    });
    const { ids, created } = await t.orders.importOrders({ accountId: t.account, orders: [kept] });
    expect(created).toBe(1);
    const order = await t.orders.getOrder({ accountId: t.account, orderId: ids[0] ?? 0 });
    const { items, recipient, ...rest } = kept;
    expect(order).toMatchObject({
      ...rest,
      recipient: { ...recipient, firstName: 'guest' },
      subtotalCents: 1000,
      totalCents: 1300,
    });
    expect(order.items).toMatchObject([{ name: 'Mug', sku: 'M', upc: '12', quantity: 2, priceCents: 500 }]);
    expect(order.label).toBeUndefined();
    expect(order.shipTo).toMatchObject({ name: 'Current Resident', country: 'US' });
  });

  it('the same import a second time changes nothing and returns the same ids', async () => {
    const orders = STATUS_NAMES.map((status, index) => anImport({ status, externalOrderId: `e${index}` }));
    const first = await t.orders.importOrders({ accountId: t.account, orders });
    expect(first).toMatchObject({ created: 26, skipped: 0 });
    const second = await t.orders.importOrders({ accountId: t.account, orders });
    expect(second).toEqual({ created: 0, skipped: 26, ids: first.ids });
    expect(await total('active')).toBe(24);
  });

  it('duplicates inside an import and imports at once create one order each', async () => {
    const orders = Array.from({ length: 60 }, (_, index) => anImport({ externalOrderId: `t${index % 30}` }));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => t.orders.importOrders({ accountId: t.account, orders })),
    );
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(30);
    for (const { ids } of answers) expect(ids).toEqual(answers[0]?.ids);
    expect(await total('ChooseShipping')).toBe(30);
  });

  it('an import finds an order that was created here under the same external id', async () => {
    const { order } = await t.orders.createOrder(anOrder(t.account, { externalOrderId: 'both' }));
    const { ids, skipped } = await t.orders.importOrders({
      accountId: t.account,
      orders: [anImport({ externalOrderId: 'both' })],
    });
    expect({ ids, skipped }).toEqual({ ids: [order?.orderId], skipped: 1 });
  });

  it('an unknown status or an invalid quantity is refused by its field, and nothing is stored', async () => {
    const orders = [anImport(), anImport({ status: 'Shipped' })];
    await expect(t.orders.importOrders({ accountId: t.account, orders })).rejects.toMatchObject({
      code: 'invalid_argument',
      field: 'orders[1].status',
    });
    const items = [{ itemId: 0, name: 'Mug', quantity: 0, priceCents: 1 }];
    await expect(
      t.orders.importOrders({ accountId: t.account, orders: [anImport({ items })] }),
    ).rejects.toMatchObject({ field: 'orders[0].items[0].quantity' });
    expect(await total('active')).toBe(0);
  });

  it('thousands of orders and their totals are imported completely', async () => {
    const orders = Array.from({ length: 2_500 }, (_, index) =>
      anImport({ externalOrderId: `m${index}`, status: index % 5 === 0 ? 'Delivered' : '' }),
    );
    const imported = await t.orders.importOrders({ accountId: t.account, orders }, { timeoutMs: 60_000 });
    expect(imported).toMatchObject({ created: 2_500 });
    expect(await total('Delivered')).toBe(500);
    expect(await total('')).toBe(2_000);
    expect(await total('active')).toBe(2_500);
  });

  it('products are imported with description, catalog label and active flag, one for each name', async () => {
    const products = [
      {
        productId: 0,
        name: 'zebra',
        description: 'Striped [a+b]',
        catalog: 'Animals',
        priceCents: 900,
        active: true,
      },
      { productId: 0, name: 'Apple', description: '', priceCents: 50, active: true },
      { productId: 0, name: 'Hidden', description: 'striped', priceCents: 1, active: false },
      { productId: 0, name: ' ZEBRA ', description: 'other', priceCents: 1, active: true },
    ];
    const first = await t.orders.importProducts({ accountId: t.account, products });
    expect(first).toMatchObject({ created: 3, skipped: 1 });
    expect(first.ids[3]).toBe(first.ids[0]);
    expect(await t.orders.importProducts({ accountId: t.account, products })).toMatchObject({
      created: 0,
      ids: first.ids,
    });

    const find = async (query: string, page = { page: 1, pageSize: 25 }) => {
      const found = await t.orders.listProducts({ accountId: t.account, query, page });
      return { names: found.products.map(({ name }) => name), total: found.total };
    };
    expect(await find('')).toEqual({ names: ['Apple', 'zebra'], total: 2 });
    expect(await find('', { page: 2, pageSize: 1 })).toEqual({ names: ['zebra'], total: 2 });
    expect(await find('  STRIPED ')).toEqual({ names: ['zebra'], total: 1 });
    expect(await find('[a+b]')).toEqual({ names: ['zebra'], total: 1 });
    for (const query of ['.', '.*', '^z', 'a|z', '[^', '\\', '$', '(']) {
      expect(await find(query)).toEqual({ names: [], total: 0 });
    }
    const [zebra] = (await t.orders.listProducts({ accountId: t.account, query: 'zeb', page: undefined }))
      .products;
    expect(zebra).toEqual({ ...products[0], productId: first.ids[0] });
  });
});
