import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { startOrders } from '../support/start-orders';
import { openAccount } from './open-account';
import {
  aWooOrder,
  CONSUMER,
  startWooCommerceDouble,
  type WooOrderFixture,
} from './start-woocommerce-double';

const refusal = (said: string) => ({
  reason: 'store_refused_access',
  params: { storeName: 'Mugs', said: expect.stringContaining(said) },
});

describe('a store on WooCommerce', () => {
  let database: TestDatabase;
  let site: Awaited<ReturnType<typeof startWooCommerceDouble>>;
  let service: Awaited<ReturnType<typeof startOrders>>;

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    site = await startWooCommerceDouble();
    service = await startOrders(database, undefined, [site.host]);
  });
  afterEach(async () => {
    await service.stop();
    await site.stop();
  });

  const woo = (given: Partial<Record<'url' | 'consumerKey' | 'consumerSecret', string>> = {}) => ({
    $case: 'woocommerce' as const,
    woocommerce: { url: `${site.url}/`, ...CONSUMER, ...given },
  });
  const openStore = async (...orders: WooOrderFixture[]) => {
    site.put(...orders);
    const account = openAccount(service);
    await account.connect(woo());
    return account;
  };
  const gmt = (time: Date | number) => new Date(time).toISOString().slice(0, 19);

  it('imports its orders with recipient, lines, amounts and note', async () => {
    const order = aWooOrder();
    const account = await openStore(order);
    expect(await account.sync()).toMatchObject({ status: 'completed', counts: { fetched: 1, created: 1 } });
    const [row] = await account.list();
    expect(await account.get(row?.orderId ?? 0)).toMatchObject({
      status: 'ChooseShipping',
      date: new Date('2026-03-01T09:30:00Z'),
      externalOrderId: `woocommerce:${order.id}`,
      // Three pieces cost 10.00. The price of one piece is rounded, but the sum is not.
      items: [{ name: 'Beeswax candle', sku: 'WAX-3', quantity: 3, priceCents: 333 }],
      subtotalCents: 1_000,
      discountCents: 100,
      shippingCents: 595,
      taxCents: 83,
      totalCents: 1_578,
      note: 'Ring twice',
      recipient: {
        name: 'Ada Lovelace',
        street1: '12 Analytical Way',
        city: 'Austin',
        state: 'TX',
        zip: '78701',
        country: 'US',
        phone: '(512) 555-0100',
        email: 'ada@shopper.example',
      },
    });
  });

  const blank = Object.fromEntries(Object.keys(aWooOrder().shipping as object).map((field) => [field, '']));

  it('ships to the billing address when the order has a shipping method and no other address', async () => {
    const account = await openStore(aWooOrder({ shipping: blank }));
    await account.sync();
    const [row] = await account.list();
    const { recipient } = await account.get(row?.orderId ?? 0);
    expect(recipient).toMatchObject({ name: 'Ada Lovelace', zip: '78701' });
  });

  it.each([
    ['a download without a shipping method', { shipping: blank, shipping_lines: [] }],
    ['picked up by its customer', { shipping: blank, shipping_lines: [{ method_id: 'local_pickup' }] }],
    [
      'picked up by its customer, in the block checkout',
      { shipping_lines: [{ method_id: 'pickup_location' }] },
    ],
  ])('does not import an order that is %s, also with a billing address', async (_, given) => {
    const account = await openStore(aWooOrder(given));
    expect((await account.sync())?.counts).toMatchObject({ fetched: 1, created: 0, skipped: 1, failed: 0 });
  });

  it('imports an order that was entered by hand with an address and without a shipping method', async () => {
    const account = await openStore(aWooOrder({ shipping_lines: [] }));
    expect((await account.sync())?.counts).toMatchObject({ created: 1 });
  });

  describe('whose block checkout gives every order a shipping address', () => {
    const [MUG, LESSON, SEAT] = [93, 94, 96];
    const line = (product_id: number, variation_id = 0) => ({
      id: 400 + product_id,
      name: 'A line',
      product_id,
      variation_id,
      quantity: 1,
      subtotal: '10.00',
      sku: '',
    });
    const orderOf = (...line_items: ReturnType<typeof line>[]) =>
      aWooOrder({ shipping_lines: [], line_items });
    beforeEach(() => {
      site.catalogue.products.set(MUG, { virtual: false });
      site.catalogue.products.set(LESSON, { virtual: true });
      site.catalogue.products.set(SEAT, { virtual: true, parent: 95 });
    });

    it.each([
      ['virtual products', [line(LESSON)]],
      ['virtual variations', [line(95, SEAT), line(LESSON)]],
    ])('does not import an order of %s alone', async (_, lines) => {
      const account = await openStore(orderOf(...lines));
      expect((await account.sync())?.counts).toMatchObject({ created: 0, skipped: 1, failed: 0 });
    });

    it.each([
      ['a product to ship', [line(LESSON), line(MUG)]],
      ['a product that was deleted', [line(LESSON), line(97)]],
      ['a variation that was deleted', [line(95, 98)]],
    ])('imports an order with %s', async (_, lines) => {
      const account = await openStore(orderOf(...lines));
      expect((await account.sync())?.counts).toMatchObject({ created: 1, failed: 0 });
    });

    it('asks for the products of a page of orders at once', async () => {
      const account = await openStore(...Array.from({ length: 20 }, () => orderOf(line(LESSON))));
      site.calls.length = 0;
      expect((await account.sync())?.counts).toMatchObject({ fetched: 20, skipped: 20 });
      expect(site.calls.filter(({ url }) => url.pathname.endsWith('/products'))).toHaveLength(1);
    });

    it('imports the order when the key may not read products', async () => {
      site.catalogue.settings.forbidden = true;
      const account = await openStore(orderOf(line(LESSON)));
      expect(await account.sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
    });

    it('stops the shipping of an order whose products became virtual', async () => {
      const order = orderOf(line(MUG));
      const account = await openStore(order);
      await account.sync();
      const [row] = await account.list();
      site.catalogue.products.set(MUG, { virtual: true });
      service.clock.advance(600_000);
      const date_modified_gmt = gmt(service.clock.now());
      site.put({ ...order, date_modified_gmt });
      service.clock.advance(600_000);
      await account.sync();
      await account.comesTo('BackOrdered', row?.orderId ?? 0);
    });
  });

  it('finds and shows an order by the number that the shop shows', async () => {
    const account = await openStore(aWooOrder({ number: 'MUG-2026-0042' }), aWooOrder());
    await account.sync();
    const search = { text: 'mug-2026-0042', from: '', to: '' };
    const { orders } = await service.orders.listOrders({
      accountId: account.accountId,
      status: '',
      page: { page: 1, pageSize: 10 },
      search,
    });
    expect(orders).toHaveLength(1);
    expect(await account.get(orders[0]?.orderId ?? 0)).toMatchObject({
      externalOrderNumber: 'MUG-2026-0042',
    });
  });

  it('imports an order sold by the metre, with each such line as one piece', async () => {
    const lines = [
      { name: 'Linen', quantity: 2.5, subtotal: '31.25', sku: 'LIN' },
      { name: 'Thread', quantity: 2, subtotal: '6.00', sku: null },
    ];
    const account = await openStore(aWooOrder({ line_items: lines }));
    expect((await account.sync())?.counts).toMatchObject({ created: 1, failed: 0 });
    const [row] = await account.list();
    expect(await account.get(row?.orderId ?? 0)).toMatchObject({
      items: [
        { name: 'Linen (2.5)', sku: 'LIN', quantity: 1, priceCents: 3_125 },
        { name: 'Thread', quantity: 2, priceCents: 300 },
      ],
      subtotalCents: 3_725,
    });
  });

  describe('with refunded pieces', () => {
    const lines = [
      { id: 11, name: 'Mug', quantity: 3, subtotal: '10.00', sku: 'MUG' },
      { id: 12, name: 'Candle', quantity: 2, subtotal: '6.00', sku: 'WAX' },
    ];
    const refund = (...pieces: [line: number, quantity: number][]) => ({
      id: 900,
      reason: '',
      total: '-1.00',
      line_items: pieces.map(([line, quantity]) => ({
        id: 800 + line,
        quantity: -quantity,
        meta_data: [{ id: 1, key: '_refunded_item_id', value: String(line) }],
      })),
    });

    it('imports the rest of the order', async () => {
      const refunds = [refund([11, 1]), refund([12, 2])];
      const account = await openStore(aWooOrder({ line_items: lines, refunds }));
      expect((await account.sync())?.counts).toMatchObject({ created: 1, failed: 0 });
      const [row] = await account.list();
      const { items, subtotalCents } = await account.get(row?.orderId ?? 0);
      expect(items).toMatchObject([{ name: 'Mug', quantity: 2, priceCents: 333 }]);
      expect([items.length, subtotalCents]).toEqual([1, 667]);
    });

    it('takes refunded pieces out of an order that was imported before', async () => {
      const order = aWooOrder({ line_items: lines });
      const account = await openStore(order);
      await account.sync();
      const [row] = await account.list();
      service.clock.advance(60_000);
      const now = gmt(service.clock.now());
      service.clock.advance(600_000);
      site.put({ ...order, refunds: [refund([12, 1])], date_modified_gmt: now });
      expect((await account.sync())?.counts).toMatchObject({ updated: 1 });
      expect((await account.get(row?.orderId ?? 0)).items).toMatchObject([{ quantity: 3 }, { quantity: 1 }]);
    });

    it('does not import an order of which every piece was refunded', async () => {
      const account = await openStore(aWooOrder({ line_items: lines, refunds: [refund([11, 3], [12, 2])] }));
      expect((await account.sync())?.counts).toMatchObject({ created: 0, skipped: 1, failed: 0 });
    });

    describe('and a virtual product', () => {
      const [MUG, LESSON] = [93, 94];
      const mixed = [
        { id: 11, name: 'Mug', product_id: MUG, quantity: 1, subtotal: '10.00', sku: 'MUG' },
        { id: 12, name: 'Lesson', product_id: LESSON, quantity: 1, subtotal: '6.00', sku: '' },
      ];
      beforeEach(() => {
        site.catalogue.products.set(MUG, { virtual: false });
        site.catalogue.products.set(LESSON, { virtual: true });
      });

      it('does not import an order of which every piece to ship was refunded', async () => {
        const account = await openStore(aWooOrder({ line_items: mixed, refunds: [refund([11, 1])] }));
        expect((await account.sync())?.counts).toMatchObject({ created: 0, skipped: 1, failed: 0 });
      });

      it.each([
        ['the virtual product was refunded', refund([12, 1])],
        ['only money was refunded', refund()],
      ])('imports an order of which %s', async (_, refunded) => {
        const account = await openStore(aWooOrder({ line_items: mixed, refunds: [refunded] }));
        expect((await account.sync())?.counts).toMatchObject({ created: 1, failed: 0 });
      });
    });

    it('imports the whole order after a refund of money alone', async () => {
      const account = await openStore(aWooOrder({ line_items: lines, refunds: [refund()] }));
      await account.sync();
      const [row] = await account.list();
      expect((await account.get(row?.orderId ?? 0)).items).toMatchObject([{ quantity: 3 }, { quantity: 2 }]);
    });
  });

  it('takes the changes of an order whose date was edited in the shop', async () => {
    const order = aWooOrder();
    const account = await openStore(order);
    await account.sync();
    const [row] = await account.list();
    service.clock.advance(600_000);
    const date_modified_gmt = gmt(service.clock.now());
    const edited = { date_created_gmt: '2026-03-01T08:00:00', customer_note: 'Leave at the door' };
    site.put({ ...order, ...edited, date_modified_gmt });
    service.clock.advance(600_000);
    expect(await account.sync()).toMatchObject({ errors: [], counts: { updated: 1, failed: 0 } });
    expect(await account.get(row?.orderId ?? 0)).toMatchObject({ note: 'Leave at the door' });
  });

  it.each([
    ['now', {}],
    ['by version 0.1.0', { date_created_gmt: '2026-03-01T08:00:00' }],
  ])('does not take another order with the same number for an order imported %s', async (by, given) => {
    const order = aWooOrder();
    const account = await openStore(order);
    await account.sync();
    const [row] = await account.list();
    const { accountId } = account;
    const noMark = { $unset: { 'source.mark': '' } } as const;
    if (by !== 'now') await database.db.collection('orders').updateOne({ accountId }, noMark);
    service.clock.advance(600_000);
    const date_modified_gmt = gmt(service.clock.now());
    const other = aWooOrder({
      id: order.id,
      customer_note: 'Leave at the door',
      date_modified_gmt,
      ...given,
    });
    site.put(other);
    service.clock.advance(600_000);
    expect(await account.sync()).toMatchObject({ counts: { updated: 0, failed: 1 } });
    expect(await account.get(row?.orderId ?? 0)).toMatchObject({ note: 'Ring twice' });
  });

  it('cancels an order that was moved to the trash', async () => {
    const order = aWooOrder();
    const account = await openStore(order);
    await account.sync();
    const [row] = await account.list();
    service.clock.advance(60_000);
    const now = gmt(service.clock.now());
    service.clock.advance(600_000);
    site.put({ ...order, status: 'trash', date_modified_gmt: now });
    expect((await account.sync())?.counts).toMatchObject({ updated: 1 });
    await account.comesTo('Deleted', row?.orderId ?? 0);
  });

  it('is read completely when a proxy removes the number of pages', async () => {
    site.settings.withoutTotals = true;
    const start = Date.UTC(2026, 2, 1, 10);
    const orders = Array.from({ length: 230 }, (_, index) =>
      aWooOrder({ date_modified_gmt: gmt(start + index * 1_000) }),
    );
    const account = await openStore(...orders);
    expect((await account.sync())?.counts).toMatchObject({ fetched: 230, created: 230 });
  });

  it('is read completely when orders change their positions during the import', async () => {
    const start = Date.UTC(2026, 2, 1, 10);
    const orders = Array.from({ length: 250 }, (_, index) =>
      aWooOrder({ date_modified_gmt: gmt(start + index * 1_000) }),
    );
    const account = await openStore(...orders);
    const first = orders[0] as WooOrderFixture;
    // While the second page is requested, the first order moves to the end of the list. All other orders move up by
    // one.
    service.customers.onResolve = () => {
      site.put({ ...first, date_modified_gmt: gmt(service.clock.now().getTime() + 60_000) });
    };
    expect((await account.sync())?.counts).toMatchObject({ created: 250, failed: 0 });
    service.customers.onResolve = undefined;
    expect(await database.db.collection('orders').countDocuments({ accountId: account.accountId })).toBe(250);
  });

  it('is read completely in the hour that clocks repeat, when it keeps orders as posts', async () => {
    site.settings.ordersArePosts = true;
    const hour = 3_600_000;
    const clocksGoBack = Date.UTC(2026, 10, 1, 6);
    service.clock.set(new Date(clocksGoBack + 3 * hour));
    const orders = Array.from({ length: 240 }, (_, index) => {
      const time = clocksGoBack - hour + index * 30_000;
      const local = time - (time < clocksGoBack ? 4 : 5) * hour;
      return aWooOrder({ date_modified_gmt: gmt(time), date_modified: gmt(local) });
    });
    const account = await openStore(...orders);
    expect((await account.sync())?.counts).toMatchObject({ fetched: 240, created: 240 });
  });

  it.each([20, 120])('is read completely when %s orders leave the list at once', async (count) => {
    const start = Date.UTC(2026, 2, 1, 10);
    const orders = Array.from({ length: 250 }, (_, index) =>
      aWooOrder({ date_modified_gmt: gmt(start + index * 1_000) }),
    );
    const account = await openStore(...orders);
    const moved = orders.slice(0, count).map((order) => ({
      ...order,
      date_modified_gmt: gmt(service.clock.now().getTime() + 60_000),
    }));
    service.customers.onResolve = () => site.put(...moved);
    // `count` orders leave the list while the first page is being imported. That page has 100 of them. This import
    // cannot read the rest.
    const created = orders.length - Math.max(0, count - 100);
    expect((await account.sync())?.counts).toMatchObject({ created, failed: 0 });
    service.customers.onResolve = undefined;
  });

  it('is read completely after a bulk edit has changed hundreds of orders within a second', async () => {
    const orders = Array.from({ length: 230 }, () => aWooOrder({ date_modified_gmt: '2026-03-01T10:00:00' }));
    const account = await openStore(...orders, aWooOrder({ date_modified_gmt: '2026-03-01T10:00:01' }));
    expect((await account.sync())?.counts).toMatchObject({ fetched: 231, created: 231 });
  });

  it('imports only new and changed orders again', async () => {
    const order = aWooOrder();
    const account = await openStore(order);
    await account.sync();
    service.clock.advance(60_000);
    const now = gmt(service.clock.now());
    service.clock.advance(600_000);
    site.put({ ...order, customer_note: 'Leave at the door', date_modified_gmt: now });
    site.put(aWooOrder({ date_modified_gmt: now }));
    expect((await account.sync())?.counts).toEqual({
      fetched: 2,
      created: 1,
      updated: 1,
      skipped: 0,
      failed: 0,
    });
    service.clock.advance(600_000);
    expect((await account.sync())?.counts).toMatchObject({ fetched: 0 });
  });

  it.each(['pending', 'on-hold', 'completed', 'failed', 'checkout-draft', 'cancelled', 'refunded'])(
    'does not import an order that is %s',
    async (status) => {
      const account = await openStore(aWooOrder({ status, currency: 'EUR' }));
      expect((await account.sync())?.counts).toMatchObject({ fetched: 1, skipped: 1, failed: 0 });
    },
  );

  it('is not connected with refused keys, without encryption, or at an address without WooCommerce', async () => {
    const account = openAccount(service);
    const connect = (given: Parameters<typeof woo>[0]) => account.connect(woo(given));
    await expect(connect({ consumerSecret: 'cs_wrong' })).rejects.toMatchObject(
      refusal('the consumer key is wrong or was revoked, or may not read orders'),
    );
    await expect(connect({ url: `http://${site.host}` })).rejects.toMatchObject(
      refusal('no WooCommerce REST API answers at its address'),
    );
    await expect(connect({ consumerKey: '' })).rejects.toMatchObject({
      reason: 'field_required',
      field: 'consumer_key',
    });
    for (const url of [
      'http://mugs.example',
      'mugs.example',
      'https://u:p@mugs.example',
      'ftp://mugs.example',
    ]) {
      await expect(connect({ url })).rejects.toMatchObject({ reason: 'store_url_invalid' });
    }
    for (const url of [
      'https://127.0.0.1:1',
      'https://[::1]',
      'https://169.254.169.254',
      'https://localhost',
    ]) {
      await expect(connect({ url })).rejects.toMatchObject(
        refusal('its address is not a public https address'),
      );
    }
    site.mishap({ status: 301, headers: { location: 'https://www.mugs.example/' }, body: '' });
    await expect(connect({})).rejects.toMatchObject(refusal('connect the store with that other address'));
    expect(await account.connection()).toBeUndefined();
  });
});
