import type { NewItem, NewOrder } from '@parcelyard/contracts/orders';
import { anAddress, anImport, anOrder, SAVED_AS_GIVEN } from './support/builders';
import { serveOrders } from './support/serve-orders';

describe('create_order', () => {
  const t = serveOrders();

  it('an inline recipient creates an order that is ready to ship, and a contact', async () => {
    const made = await t.orders.createOrder(
      anOrder(t.account, {
        shipTo: anAddress({ name: 'Ada King Lovelace', street2: 'Flat 2' }),
        items: [
          { name: 'Blue mug', quantity: 2, priceCents: 1250, sku: 'MUG-B' },
          { name: 'Card', quantity: 3, priceCents: 99 },
        ],
        weightOz: 12.5,
        externalOrderId: 'shop-1',
      }),
    );
    expect(made).toMatchObject({ created: true, customerCreated: true });
    expect(made.order).toMatchObject({
      customerId: made.customerId,
      status: 'ChooseShipping',
      subtotalCents: 2797,
      totalCents: 2797,
      weightOz: 12.5,
      externalOrderId: 'shop-1',
      shipTo: {
        name: 'Ada King Lovelace',
        firstName: 'Ada',
        lastName: 'King Lovelace',
        street2: 'Flat 2',
        country: 'US',
      },
    });
    expect(made.order?.orderNumber).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    const stored = await t.orders.getOrder({ accountId: t.account, orderId: made.order?.orderId ?? 0 });
    expect(stored).toEqual(made.order);
  });

  it('every field is stored as given, with trimmed text', async () => {
    const untrimmed = Object.entries(SAVED_AS_GIVEN).map(([name, value]) => [
      name,
      typeof value === 'string' ? ` ${value} ` : value,
    ]);
    const { order } = await t.orders.createOrder(anOrder(t.account, Object.fromEntries(untrimmed)));
    expect(order).toMatchObject(SAVED_AS_GIVEN);
  });

  it("a known contact is reused: the order gets the contact's e-mail and phone, and the caller's address", async () => {
    const known = t.customers.add(t.account, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      address1: '12 ANALYTICAL WAY',
      zip: '78701',
      email: 'ada@engine.org',
      phone: '512-555-0100',
    });
    const made = await t.orders.createOrder(
      anOrder(t.account, { shipTo: anAddress({ email: 'other@engine.org', company: 'Engines Ltd' }) }),
    );
    expect(made).toMatchObject({ customerId: known.customerId, customerCreated: false });
    expect(made.order?.shipTo).toMatchObject({
      email: 'ada@engine.org',
      phone: '512-555-0100',
      street1: '12 Analytical Way',
      company: 'Engines Ltd',
    });
  });

  it('all parts of a customer record are copied to the order', async () => {
    const customer = t.customers.add(t.account, {
      firstName: 'Grace',
      lastName: 'Hopper',
      company: 'Navy',
      email: 'grace@navy.mil',
      phone: '555-867-5309',
      address1: '1 Compiler Rd',
      address2: 'Dock 3',
      city: 'Arlington',
      state: 'VA',
      zip: '02201',
    });
    const made = await t.orders.createOrder(anOrder(t.account, { customerId: customer.customerId }));
    expect(made.customerCreated).toBeUndefined();
    expect(made.order?.shipTo).toMatchObject({
      name: 'Grace Hopper',
      company: 'Navy',
      email: 'grace@navy.mil',
      phone: '555-867-5309',
      street1: '1 Compiler Rd',
      street2: 'Dock 3',
      zip: '02201',
    });
  });

  it("another account's customer is refused with the same message as an unknown one", async () => {
    const foreign = t.customers.add(t.account + 1_000);
    for (const customerId of [foreign.customerId, 999_999]) {
      await expect(t.orders.createOrder(anOrder(t.account, { customerId }))).rejects.toMatchObject({
        code: 'not_found',
        reason: 'customer_not_found',
        params: { customerId },
      });
    }
  });

  it('bad input is refused by its field, and no order, contact or product is stored', async () => {
    const good = anOrder(t.account, {
      items: [{ name: 'Rare lamp', quantity: 1, priceCents: 100 }],
    }).order as NewOrder;
    const required = (field: string) => ({ reason: 'field_required', params: {}, field });
    const oneRecipient = { reason: 'order_needs_one_recipient', params: {} };
    const bad: [Partial<NewOrder>, object][] = [
      [{ shipTo: undefined }, { ...oneRecipient, field: 'customer_id' }],
      [
        { customerId: 5, shipTo: anAddress() },
        { ...oneRecipient, field: 'ship_to' },
      ],
      [{ shipTo: anAddress({ zip: ' ' }) }, required('ship_to.zip')],
      [{ shipTo: anAddress({ name: '' }) }, required('ship_to.name')],
      [{ shipTo: anAddress({ street1: '' }) }, required('ship_to.street1')],
      [{ shipTo: anAddress({ city: '' }) }, required('ship_to.city')],
      [{ shipTo: anAddress({ state: '' }) }, required('ship_to.state')],
      [
        { shipTo: anAddress({ country: 'USA' }) },
        { reason: 'field_not_country_code', params: { got: 'USA' }, field: 'ship_to.country' },
      ],
      [{ items: [{ name: ' ', quantity: 1, priceCents: 0 }] }, required('items[0].name')],
      [
        { items: [{ name: 'A', quantity: 0, priceCents: 0 }] },
        { reason: 'field_not_counting', params: { got: 0 }, field: 'items[0].quantity' },
      ],
      [
        { items: [{ name: 'A', quantity: 1, priceCents: -1 }] },
        { reason: 'field_negative', params: { got: -0.01 }, field: 'items[0].price_cents' },
      ],
      [{ weightOz: 0 }, { reason: 'field_not_positive', params: { got: 0 }, field: 'weight_oz' }],
    ];
    const contacts = t.customers.records.size;
    for (const [change, refusal] of bad) {
      const order = { ...good, ...change };
      await expect(t.orders.createOrder({ accountId: t.account, order })).rejects.toMatchObject({
        code: 'invalid_argument',
        ...refusal,
      });
    }
    const page = { page: 1, pageSize: 25 };
    expect(await t.orders.listOrders({ accountId: t.account, status: 'active', page })).toMatchObject({
      total: 0,
    });
    expect(await t.orders.listProducts({ accountId: t.account, query: '', page })).toMatchObject({
      total: 0,
    });
    expect(t.customers.records.size).toBe(contacts);
  });

  it('fifty creates with one external order id at once create one order and all return it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        t.orders.createOrder(anOrder(t.account, { externalOrderId: 'shop-7' })),
      ),
    );
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ order }) => order?.orderId)).size).toBe(1);
    const page = { page: 1, pageSize: 25 };
    expect(await t.orders.listOrders({ accountId: t.account, status: 'active', page })).toMatchObject({
      total: 1,
    });
  });

  it('the external id of a canceled or merged order is free again, and an id is separate for each account', async () => {
    await t.orders.importOrders({
      accountId: t.account,
      orders: [
        anImport({ externalOrderId: 'gone-1', status: 'Deleted' }),
        anImport({ externalOrderId: 'gone-2', status: 'Merged' }),
      ],
    });
    for (const externalOrderId of ['gone-1', 'gone-2']) {
      const made = await t.orders.createOrder(anOrder(t.account, { externalOrderId }));
      expect(made.created).toBe(true);
      const again = await t.orders.createOrder(anOrder(t.account, { externalOrderId }));
      expect(again).toMatchObject({ created: false, order: { orderId: made.order?.orderId } });
      const elsewhere = await t.orders.createOrder(anOrder(t.account + 1_000, { externalOrderId }));
      expect(elsewhere.created).toBe(true);
    }
  });

  it('an order is in the list as soon as its creation returns', async () => {
    const page = { page: 1, pageSize: 25 };
    for (let made = 1; made <= 10; made += 1) {
      const { order } = await t.orders.createOrder(anOrder(t.account));
      const list = await t.orders.listOrders({ accountId: t.account, status: '', page });
      expect(list.total).toBe(made);
      expect(list.orders.map(({ orderId }) => orderId)).toContain(order?.orderId);
    }
  });

  it('an item adds its product, or sets the price of the product with that name in any case', async () => {
    const page = { page: 1, pageSize: 25 };
    const items = [{ name: 'Blue Mug', quantity: 1, priceCents: 500 }];
    await t.orders.createOrder(anOrder(t.account, { items }));
    const first = await t.orders.listProducts({ accountId: t.account, query: '', page });
    expect(first.products).toMatchObject([
      { name: 'Blue Mug', priceCents: 500, description: '', active: true },
    ]);
    await t.orders.createOrder(
      anOrder(t.account, { items: [{ name: ' blue  mug', quantity: 1, priceCents: 700 }] }),
    );
    const second = await t.orders.listProducts({ accountId: t.account, query: '', page });
    expect(second.products).toEqual([{ ...first.products[0], priceCents: 700 }]);
  });

  it('an item without a price counts 0 in the order and does not change the price in the catalog [MCP-O24]', async () => {
    const page = { page: 1, pageSize: 25 };
    const priced = { name: 'Beeswax candle', quantity: 1, priceCents: 1450 };
    await t.orders.createOrder(anOrder(t.account, { items: [priced] }));
    const unpriced = [
      { name: 'beeswax CANDLE', quantity: 2 },
      { name: 'New soap', quantity: 1 },
    ];
    const { order } = await t.orders.createOrder(anOrder(t.account, { items: unpriced }));
    expect(order).toMatchObject({ subtotalCents: 0, totalCents: 0 });
    await t.orders.updateOrder({
      accountId: t.account,
      orderId: order?.orderId ?? 0,
      items: { items: [{ name: 'Beeswax candle', quantity: 3 }] },
      shipTo: undefined,
    });
    // The order has one product twice, once with a price. The product gets this price.
    const twice = [
      { name: 'Comb', quantity: 1, priceCents: 700 },
      { name: 'comb', quantity: 1 },
    ];
    await t.orders.createOrder(anOrder(t.account, { items: twice }));
    const { products } = await t.orders.listProducts({ accountId: t.account, query: '', page });
    expect(products.map(({ name, priceCents }) => [name, priceCents])).toEqual([
      ['Beeswax candle', 1450],
      ['comb', 700],
      ['New soap', 0],
    ]);
  });

  describe('the answer lists the changes of the catalog', () => {
    const place = async (...items: NewItem[]) =>
      (await t.orders.createOrder(anOrder(t.account, { items }))).catalog;
    const MUG = { name: 'Blue mug', quantity: 1, priceCents: 1200 };

    it('for a new product and for a changed price, and none for an unchanged price [MCP-O24]', async () => {
      expect(await place(MUG)).toEqual({ changed: [{ name: 'Blue mug', toCents: 1200 }], unpriced: [] });
      expect(await place(MUG)).toBeUndefined();
      expect(await place({ ...MUG, name: 'blue MUG', priceCents: 1500 })).toEqual({
        changed: [{ name: 'Blue mug', fromCents: 1200, toCents: 1500 }],
        unpriced: [],
      });
    });

    it('for a new product with price 0, but price 0 changes no existing product [MCP-O24]', async () => {
      await place(MUG);
      expect(await place({ ...MUG, priceCents: 0 })).toBeUndefined();
      expect(await place({ ...MUG, priceCents: 1300 }, { ...MUG, priceCents: 0 })).toMatchObject({
        changed: [{ fromCents: 1200, toCents: 1300 }],
      });
      expect(await place({ name: 'Sticker', quantity: 1, priceCents: 0 })).toEqual({
        changed: [{ name: 'Sticker', toCents: 0 }],
        unpriced: [],
      });
    });

    it('and the catalog price of a known product that was given without a price [MCP-O24]', async () => {
      await place(MUG);
      expect(await place({ name: 'Blue mug', quantity: 2 }, { name: 'Sticker', quantity: 1 })).toEqual({
        changed: [{ name: 'Sticker', toCents: 0 }],
        unpriced: [{ name: 'Blue mug', catalogPriceCents: 1200 }],
      });
    });

    it('a product keeps the last item code that an order gave it', async () => {
      const page = { page: 1, pageSize: 25 };
      await place({ ...MUG, sku: ' MUG-B ' });
      const list = () => t.orders.listProducts({ accountId: t.account, query: '', page });
      expect((await list()).products).toMatchObject([{ name: 'Blue mug', sku: 'MUG-B' }]);
      expect(await place({ ...MUG, sku: 'MUG-C' })).toBeUndefined();
      expect((await list()).products).toMatchObject([{ sku: 'MUG-C', priceCents: 1200 }]);
    });

    it('products are in alphabetical order, as people read names [MCP-O8]', async () => {
      const names = ['zebra', 'Éclair', 'Egg', 'eagle', 'Wafer', 'Eclair'];
      await place(...names.map((name) => ({ name, quantity: 1, priceCents: 100 })));
      const page = { page: 1, pageSize: 25 };
      const { products } = await t.orders.listProducts({ accountId: t.account, query: '', page });
      const sorted = ['eagle', 'Eclair', 'Éclair', 'Egg', 'Wafer', 'zebra'];
      expect(products.map(({ name }) => name)).toEqual(sorted);
    });

    it('two orders at once with one new product create one product', async () => {
      await Promise.all([place(MUG), place(MUG), place({ ...MUG, name: 'BLUE MUG' })]);
      const page = { page: 1, pageSize: 25 };
      const { products } = await t.orders.listProducts({ accountId: t.account, query: '', page });
      expect(products).toMatchObject([{ priceCents: 1200 }]);
    });
  });

  it('an item stores its customs data, with the code in digits and the country in capitals', async () => {
    const items = [
      { name: 'Shirt', quantity: 1, priceCents: 2000, hsCode: '6109.10.0012', originCountry: 'pt' },
      { name: 'Mug', quantity: 1, priceCents: 900 },
    ];
    const { order } = await t.orders.createOrder(anOrder(t.account, { items }));
    expect(order?.items).toEqual([
      expect.objectContaining({ name: 'Shirt', hsCode: '6109100012', originCountry: 'PT' }),
      expect.not.objectContaining({ hsCode: expect.anything() }),
    ]);
    const odd = { name: 'Shirt', quantity: 1 };
    for (const [item, refusal] of [
      [
        { ...odd, hsCode: '6109' },
        { reason: 'field_not_hs_code', params: { got: '6109' }, field: 'items[0].hs_code' },
      ],
      [
        { ...odd, originCountry: 'Peru' },
        { reason: 'field_not_country_code', params: { got: 'Peru' }, field: 'items[0].origin_country' },
      ],
    ] as const) {
      await expect(t.orders.createOrder(anOrder(t.account, { items: [item] }))).rejects.toMatchObject({
        code: 'invalid_argument',
        ...refusal,
      });
    }
  });

  it('twenty orders at once with one new item create one product', async () => {
    const items = [{ name: 'Lamp', quantity: 1, priceCents: 500 }];
    await Promise.all(Array.from({ length: 20 }, () => t.orders.createOrder(anOrder(t.account, { items }))));
    const page = { page: 1, pageSize: 25 };
    expect(await t.orders.listProducts({ accountId: t.account, query: 'lamp', page })).toMatchObject({
      total: 1,
    });
  });
});
