import { DomainError } from '@parcelyard/service-kit/domain-error';
import { anAddress, anOrder } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { callTool, startGateway } from '../support/start-gateway';

const ADA = { name: 'Ada Lovelace', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };

describe('bulk_create_orders', () => {
  const bulk = () =>
    startGateway({
      orders: {
        bulkCreateOrders: async () => ({
          created: 1,
          skipped: 1,
          results: [
            { created: true, order: anOrder({ items: [] }), customerId: 55, customerCreated: true },
            { created: false, order: anOrder({ orderId: 1002, status: 'PrintLabel' }) },
          ],
        }),
      },
    });

  it('returns the counts and each order in input order like create_order [MCP-O15]', async () => {
    const gateway = await bulk();
    const { data } = await callTool(gateway, 'bulk_create_orders', {
      orders: [
        { ship_to: ADA, weight_oz: 8 },
        { customer_id: 9, external_order_id: 'shop-2', items: [{ name: 'Mug', price: 12.5, notes: null }] },
      ],
    });
    expect(data).toMatchObject({
      created: 1,
      skipped: 1,
      results: [
        {
          created: true,
          order_id: 1001,
          order_number: 'K7Q2MX',
          status: 'Ready to ship',
          items_count: 0,
          customer_id: 55,
          customer_created: true,
          weight_oz: 8,
        },
        { created: false, skipped_existing: true, order_id: 1002, status: 'Label purchased' },
      ],
    });
    expect(gateway.calls).toMatchObject([
      {
        method: 'bulkCreateOrders',
        request: {
          accountId: ACCOUNT_ID,
          orders: [
            { shipTo: { name: 'Ada Lovelace', country: 'US' }, items: [], weightOz: 8 },
            {
              customerId: 9,
              externalOrderId: 'shop-2',
              items: [{ name: 'Mug', quantity: 1, priceCents: 1250 }],
            },
          ],
        },
      },
    ]);
  });

  it('names every problem of one call with its position, and the service is not called [MCP-O16]', async () => {
    const gateway = await bulk();
    const { isError, text } = await callTool(gateway, 'bulk_create_orders', {
      orders: [
        { ship_to: ADA },
        {},
        { ship_to: { ...ADA, zip: ' ' }, customer_id: 4 },
        {
          ship_to: { ...ADA, zip: null, city: undefined },
          weight_oz: 0,
          items: [{ name: 'Mug', price: -1 }],
        },
      ],
    });
    expect(isError).toBe(true);
    for (const sentence of [
      'orders[1]: Exactly one of customer_id or ship_to must be provided; got neither.',
      'orders[2].ship_to.zip is required.',
      'orders[2]: Exactly one of customer_id or ship_to must be provided; got both.',
      'orders[3].ship_to.city is required.',
      'orders[3].ship_to.zip is required.',
      'orders[3].items[0].price must be 0 or more; got -1.',
      'orders[3].weight_oz must be greater than 0; got 0.',
    ]) {
      expect(text).toContain(sentence);
    }
    expect(text).not.toContain('orders[0]');
    expect(gateway.calls).toEqual([]);
  });

  it.each([
    [{}, 'orders is required.'],
    [{ orders: null }, 'orders is required.'],
    [{ orders: [] }, 'orders is required.'],
    [{ orders: [null] }, 'orders[0] is required.'],
    [
      { orders: Array.from({ length: 101 }, () => ({ customer_id: 1 })) },
      'orders must hold at most 100 orders; got 101. Nothing was saved.',
    ],
  ])('%# is refused with a sentence [MCP-L6]', async (args, sentence) => {
    const gateway = await bulk();
    const { isError, text } = await callTool(gateway, 'bulk_create_orders', args);
    expect([isError, text]).toEqual([true, expect.stringContaining(sentence)]);
    expect(gateway.calls).toEqual([]);
  });

  it('names only the number when there are too many orders', async () => {
    const orders = Array.from({ length: 101 }, () => ({ ship_to: { name: 'Ada' } }));
    const { text } = await callTool(await bulk(), 'bulk_create_orders', { orders });
    expect(text).toBe('orders must hold at most 100 orders; got 101. Nothing was saved.');
  });

  it.each([
    { orders: 'all' },
    { orders: [7] },
    { orders: [{ customer_id: 'Ada' }, {}] },
    { orders: [{ ship_to: { ...ADA, zip: 10118 } }] },
  ])('%j has a wrong type and gets the general message [MCP-E6]', async (args) => {
    const gateway = await bulk();
    const { isError, text } = await callTool(gateway, 'bulk_create_orders', args);
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(
        /^Something went wrong while running bulk_create_orders\. Nothing was saved\. orders.* must be .+; got .+\. \(reference /,
      ),
    ]);
    expect(gateway.calls).toEqual([]);
  });
});

describe('a postal code of another country without a country', () => {
  const TORONTO = { ...ADA, street1: '290 Bremner Blvd', city: 'Toronto', state: 'ON', zip: 'm5v 3L9' };
  const SAID = [expect.stringMatching(/^ship_to\.country was not given\. CA was used, because m5v 3L9 is /)];
  const writing = () =>
    startGateway({
      orders: {
        createOrder: async () => ({ created: true, order: anOrder() }),
        updateAddress: async () => anOrder(),
      },
      shipping: {
        validateAddress: async () => {
          throw new DomainError('unavailable', 'unavailable', {});
        },
      },
    });

  it.each([
    ['create_order', {}],
    ['update_order_address', { order_id: 1001 }],
  ])('%s takes the country from the postal code, and says so', async (tool, args) => {
    const gateway = await writing();
    const { data } = await callTool(gateway, tool, { ...args, ship_to: TORONTO });
    expect(data?.warnings).toEqual(SAID);
    expect(JSON.stringify(gateway.calls)).toContain('"country":"CA"');
  });

  it.each([{ country: 'US' }, { zip: '10118' }, { zip: '101' }])(
    'never replaces a given country: %j',
    async (part) => {
      const gateway = await writing();
      const { data } = await callTool(gateway, 'create_order', { ship_to: { ...TORONTO, ...part } });
      expect(data).not.toHaveProperty('warnings');
      expect(JSON.stringify(gateway.calls)).toContain('"country":"US"');
    },
  );

  it('quote_shipping takes the country from it too', async () => {
    const gateway = await startGateway({
      shipping: { quoteShipping: async () => ({ rates: [], errors: [] }) },
    });
    await callTool(gateway, 'quote_shipping', { to_zip: 'SW1A 1AA', weight_oz: 9 });
    expect(gateway.calls).toMatchObject([{ request: { toCountry: 'GB' } }]);
  });
});

describe('update_order', () => {
  const updating = () => startGateway({ orders: { updateOrder: async () => ({ order: anOrder() }) } });

  it('sends the given values in cents and returns all details of the order [MCP-O17]', async () => {
    const gateway = await updating();
    const { data } = await callTool(gateway, 'update_order', {
      order_id: 1001,
      weight_oz: 9,
      order_note: '',
      tax: 1.01,
      shipping: 0,
      discount: 2,
      items: [{ name: 'Mug', quantity: 2, price: 12.5, sku: 'M1' }],
    });
    expect(gateway.calls).toEqual([
      {
        method: 'updateOrder',
        request: {
          accountId: ACCOUNT_ID,
          orderId: 1001,
          weightOz: 9,
          note: '',
          taxCents: 101,
          shippingCents: 0,
          discountCents: 200,
          items: { items: [{ name: 'Mug', quantity: 2, priceCents: 1250, sku: 'M1', notes: undefined }] },
        },
      },
    ]);
    expect(data).toMatchObject({
      order_id: 1001,
      totals: { subtotal: 48.5, shipping: 5, tax: 4.01, total: 57.51, weight_oz: 12.5 },
      items: [{ sku: 'ENGINE-1' }, { sku: 'Punched cards' }],
    });
  });

  it('sends the lines to add and to remove as given [MCP-O26]', async () => {
    const gateway = await updating();
    await callTool(gateway, 'update_order', {
      order_id: 1001,
      add_items: [{ sku: 'MUG-B' }, { name: 'Bowl', quantity: 2, price: 8 }],
      remove_items: [{ sku: 'CARD', quantity: 1 }, { name: 'Engine' }],
    });
    expect(gateway.calls.map(({ request }) => request)).toEqual([
      {
        accountId: ACCOUNT_ID,
        orderId: 1001,
        addItems: {
          items: [
            { name: '', sku: 'MUG-B', quantity: 1 },
            { name: 'Bowl', quantity: 2, priceCents: 800 },
          ],
        },
        removeItems: { lines: [{ name: '', sku: 'CARD', quantity: 1 }, { name: 'Engine' }] },
      },
    ]);
  });

  it('returns its catalog changes, and the lines without a price whose product has one [MCP-O24]', async () => {
    const catalog = {
      changed: [
        { name: 'Bowl', toCents: 800 },
        { name: 'Mug', fromCents: 1250, toCents: 1000 },
      ],
      unpriced: [{ name: 'Card', catalogPriceCents: 99 }],
    };
    const gateway = await startGateway({
      orders: {
        updateOrder: async () => ({ order: anOrder(), catalog }),
        createOrder: async () => ({ created: true, order: anOrder(), catalog }),
      },
    });
    const told = {
      catalog_changed: [
        { name: 'Bowl', from: null, to: 8 },
        { name: 'Mug', from: 12.5, to: 10 },
      ],
      warnings: [expect.stringMatching(/^Card was given no price, .* Its price in the catalog is \$0\.99\./)],
    };
    const changed = await callTool(gateway, 'update_order', { order_id: 1001, items: [{ name: 'Card' }] });
    expect(changed.data).toMatchObject(told);
    const made = await callTool(gateway, 'create_order', { ship_to: ADA, items: [{ name: 'Card' }] });
    expect(made.data).toMatchObject(told);
    const { data } = await callTool(await updating(), 'update_order', { order_id: 1001, tax: 1 });
    expect(data).not.toHaveProperty('warnings');
    expect(data).not.toHaveProperty('catalog_changed');
  });

  it('sends no missing fields, and distinguishes an empty list from a missing one [MCP-O17]', async () => {
    const gateway = await updating();
    await callTool(gateway, 'update_order', { order_id: 1001, order_note: 'Fragile', tax: null });
    await callTool(gateway, 'update_order', { order_id: 1001, items: [] });
    expect(gateway.calls.map(({ request }) => request)).toEqual([
      { accountId: ACCOUNT_ID, orderId: 1001, note: 'Fragile' },
      { accountId: ACCOUNT_ID, orderId: 1001, items: { items: [] } },
    ]);
  });

  it.each([
    [{ order_note: 'x' }, 'order_id is required.'],
    [
      { order_id: 1001 },
      expect.stringMatching(/^Give at least one of items, add_items, remove_items, .+ or discount\.$/),
    ],
    [{ order_id: 1001, weight_oz: -1 }, 'weight_oz must be greater than 0; got -1.'],
    [{ order_id: 1001, tax: -0.01 }, 'tax must be 0 or more; got -0.01.'],
    [{ order_id: 1001, items: [{ quantity: 1 }] }, 'items[0].name is required.'],
    [{ order_id: 1001, add_items: [{ price: 1 }] }, 'add_items[0].sku is required.'],
    [{ order_id: 1001, remove_items: [{ name: ' ' }] }, 'remove_items[0].sku is required.'],
    [
      { order_id: 1001, items: [{ name: 'Mug', quantity: 0 }] },
      'items[0].quantity must be at least 1; got 0.',
    ],
  ])('%j is refused with a sentence [MCP-E5] [MCP-E7]', async (args, sentence) => {
    const gateway = await updating();
    expect(await callTool(gateway, 'update_order', args)).toMatchObject({ isError: true, text: sentence });
    expect(gateway.calls).toEqual([]);
  });

  it.each([
    { order_id: '1001', order_note: 'x' },
    { order_id: 1.5, order_note: 'x' },
    { order_id: 1001, tax: '1' },
  ])('%j has a wrong type and gets the general message [MCP-E6]', async (args) => {
    const gateway = await updating();
    const { text } = await callTool(gateway, 'update_order', args);
    expect(text).toMatch(/^Something went wrong while running update_order\. Nothing was saved\./);
  });
});

describe('update_order_address', () => {
  const shipTo = anAddress({ name: 'Grace Hopper', zip: '10001' });
  const moving = (validate?: () => never) =>
    startGateway({
      orders: { updateAddress: async () => anOrder({ shipTo }) },
      shipping: {
        validateAddress:
          validate ??
          (async () => ({
            status: 'error',
            originalAddress: undefined,
            matchedAddress: undefined,
            changedFields: [],
            addressType: 'unknown',
            messages: [{ code: 'not_found', field: 'street1', message: 'Not found.', suggestion: '' }],
          })),
      },
    });

  it('saves an address that fails its check, together with the check, and says so [MCP-O18]', async () => {
    const gateway = await moving();
    const { isError, data } = await callTool(gateway, 'update_order_address', {
      order_id: 1001,
      ship_to: { ...ADA, name: 'Grace Hopper' },
    });
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      order_id: 1001,
      ship_to: { name: 'Grace Hopper', zip: '10001', country: 'US' },
      address_check: {
        status: 'error',
        messages: [{ code: 'not_found', field: 'street1', message: 'Not found.', suggestion: null }],
      },
    });
    expect(gateway.calls.at(-1)).toMatchObject({
      method: 'updateAddress',
      request: {
        accountId: ACCOUNT_ID,
        orderId: 1001,
        shipTo: { name: 'Grace Hopper', country: 'US' },
        addressCheck: { status: 'error' },
      },
    });
  });

  it('saves the address also when it cannot be checked now [MCP-O18]', async () => {
    const gateway = await moving(() => {
      throw new DomainError('unavailable', 'text', { text: 'Shipping is down.' });
    });
    const { isError, data } = await callTool(gateway, 'update_order_address', {
      order_id: 1001,
      ship_to: ADA,
    });
    expect(isError).toBe(false);
    expect(data).toMatchObject({ address_check: { status: 'warning', messages: [{}] } });
    expect(gateway.calls.at(-1)).toMatchObject({ method: 'updateAddress' });
  });

  it.each([
    [{ ship_to: ADA }, 'order_id is required.'],
    [{ order_id: 1001 }, 'ship_to is required.'],
    [{ order_id: 1001, ship_to: { ...ADA, name: undefined } }, 'ship_to.name is required.'],
    [
      { order_id: 1001, ship_to: { ...ADA, country: 'USA' } },
      'ship_to.country must be a two-letter country code; got "USA".',
    ],
  ])('%# is refused with a sentence [MCP-E5] [MCP-E7]', async (args, sentence) => {
    const gateway = await moving();
    expect(await callTool(gateway, 'update_order_address', args)).toMatchObject({
      isError: true,
      text: sentence,
    });
    expect(gateway.calls).toEqual([]);
  });
});
