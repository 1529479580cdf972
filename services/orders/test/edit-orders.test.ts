import { LockOutcome, type Order } from '@parcelyard/contracts/orders';
import { consumeEvent } from '@parcelyard/events/consume-event';
import { createDeadLetters } from '@parcelyard/events/dead-letters';
import { labelVoided } from '@parcelyard/events/event-type';
import type { DomainError } from '@parcelyard/service-kit/domain-error';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { aLabel, anAddress, anImport, anOrder, blankAddress, SAVED_AS_GIVEN } from './support/builders';
import { serveOrders } from './support/serve-orders';

const t = serveOrders();
const voided: { orderId: number; purchaseId: string | undefined }[] = [];

beforeAll(async () => {
  await consumeEvent(t.bus, {
    deadLetters: await createDeadLetters(t.db),
    logger: silentLogger,
    durable: 'voided',
    type: labelVoided,
    handle: async ({ orderId, label }) => void voided.push({ orderId, purchaseId: label?.purchaseId }),
  });
});

const ref = (orderId: number) => ({ accountId: t.account, orderId });
const get = (orderId: number) => t.orders.getOrder(ref(orderId));
const create = async (given: Parameters<typeof anOrder>[1] = {}) => {
  const { order } = await t.orders.createOrder(
    anOrder(t.account, { items: [{ name: 'Mug', quantity: 2, priceCents: 1250 }], ...given }),
  );
  if (!order) throw new Error('no order');
  return order;
};
const imported = async (status: string, given: Parameters<typeof anImport>[0] = {}) => {
  const { ids } = await t.orders.importOrders({
    accountId: t.account,
    orders: [anImport({ status, ...given })],
  });
  return get(ids[0] ?? 0);
};
const lock = (orderId: number, purchaseId = `pur_${orderId}_1`, addressVersion = 1) =>
  t.orders.lockForPurchase({ ...ref(orderId), purchaseId, addressVersion });
const buy = async (orderId: number, purchaseId = `pur_${orderId}_1`, given = {}) => {
  await lock(orderId, purchaseId, (await get(orderId)).addressVersion);
  await t.orders.attachLabel({ ...ref(orderId), label: aLabel(purchaseId, given) });
  return get(orderId);
};
type Edit = Partial<Parameters<typeof t.orders.updateOrder>[0]>;
const updated = (orderId: number, edit: Edit) =>
  t.orders.updateOrder({ ...ref(orderId), items: undefined, ...edit });
const update = async (orderId: number, edit: Edit) => (await updated(orderId, edit)).order as Order;
const move = (orderId: number, shipTo = anAddress({ name: 'Grace Hopper', zip: '10001', country: 'us' })) =>
  t.orders.updateAddress({
    ...ref(orderId),
    shipTo,
    addressCheck: { status: 'error', messages: [] },
  });
const cancel = (orderId: number, dryRun = false, labelPurchaseId?: string) =>
  t.orders.cancelOrder({ ...ref(orderId), dryRun, labelPurchaseId });
const clear = async (orderId: number, purchaseId = `pur_${orderId}_1`) => {
  await t.orders.clearLabel({ ...ref(orderId), purchaseId });
  return get(orderId);
};

describe('the lines of an order', () => {
  const MUG = { name: 'Blue mug', quantity: 2, priceCents: 1250, sku: 'MUG-B' };
  const CARD = { name: 'Card', quantity: 3, priceCents: 99 };
  const order = async () =>
    (await t.orders.createOrder(anOrder(t.account, { items: [MUG, CARD] }))).order as Order;
  const change = async (edit: Edit) => {
    const { orderId } = await order();
    return update(orderId, edit);
  };
  const shown = ({ items, subtotalCents, totalCents }: Order) => [
    ...items.map(({ name, quantity, priceCents }) => `${quantity} ${name} ${priceCents}`),
    subtotalCents,
    totalCents,
  ];

  it.each<[string, Edit, (string | number)[]]>([
    [
      'adding an item code in any case adds units to its line',
      { addItems: { items: [{ name: '', sku: 'mug-b', quantity: 1 }] } },
      ['3 Blue mug 1250', '3 Card 99', 4047, 4047],
    ],
    [
      'adding a name adds units to its line',
      { addItems: { items: [{ name: ' CARD', quantity: 2, priceCents: 99 }] } },
      ['2 Blue mug 1250', '5 Card 99', 2995, 2995],
    ],
    [
      'adding an item at another price adds a line',
      { addItems: { items: [{ name: 'Card', quantity: 1, priceCents: 0 }] } },
      ['2 Blue mug 1250', '3 Card 99', '1 Card 0', 2797, 2797],
    ],
    [
      'removing an item without a quantity removes its line',
      { removeItems: { lines: [{ name: '', sku: 'MUG-B' }] } },
      ['3 Card 99', 297, 297],
    ],
    [
      'removing a quantity removes units',
      { removeItems: { lines: [{ name: 'card', quantity: 2 }] } },
      ['2 Blue mug 1250', '1 Card 99', 2599, 2599],
    ],
    [
      'one call can remove one line and add another',
      {
        removeItems: { lines: [{ name: 'Card' }] },
        addItems: { items: [{ name: 'Bowl', quantity: 1, priceCents: 800 }] },
      },
      ['2 Blue mug 1250', '1 Bowl 800', 3300, 3300],
    ],
  ])('%s [MCP-O26]', async (_case, edit, lines) => {
    expect(shown(await change(edit))).toEqual(lines);
  });

  it('keep their ids, and a new line gets a new id', async () => {
    const before = await order();
    const after = await update(before.orderId, {
      addItems: {
        items: [
          { name: 'Bowl', quantity: 1 },
          { name: 'Card', quantity: 1 },
        ],
      },
    });
    const ids = after.items.map(({ itemId }) => itemId);
    expect(ids.slice(0, 2)).toEqual(before.items.map(({ itemId }) => itemId));
    expect(new Set(ids).size).toBe(3);
  });

  it('take name and price from the catalog when only an item code is given', async () => {
    await order();
    const { orderId } = (await t.orders.createOrder(anOrder(t.account))).order as Order;
    const { order: after, catalog } = await updated(orderId, {
      addItems: { items: [{ name: '', sku: 'MUG-B', quantity: 4 }] },
    });
    expect(after?.items).toMatchObject([{ name: 'Blue mug', sku: 'MUG-B', quantity: 4, priceCents: 1250 }]);
    expect(catalog).toBeUndefined();
  });

  it('are changed one after another when changes come at once', async () => {
    const { orderId } = await order();
    const adding = Array.from({ length: 6 }, () =>
      update(orderId, { addItems: { items: [{ name: 'Card', quantity: 1 }] } }),
    );
    await Promise.all(adding);
    expect(shown(await get(orderId))).toEqual(['2 Blue mug 1250', '9 Card 99', 3391, 3391]);
  });

  it('keep an imported subtotal, except for added and removed lines', async () => {
    const items = [{ itemId: 0, name: 'Set of 3', quantity: 3, priceCents: 900 }];
    const { orderId } = await imported('', { items, subtotalCents: 900, totalCents: 1000 });
    const bowl = { name: 'Bowl', quantity: 1, priceCents: 800 };
    expect(shown(await update(orderId, { addItems: { items: [bowl] } }))).toEqual([
      '3 Set of 3 900',
      '1 Bowl 800',
      1700,
      1700,
    ]);
  });

  it.each<[Edit, object]>([
    [
      { removeItems: { lines: [{ name: 'Bowl' }] } },
      {
        field: 'remove_items[0]',
        reason: 'line_not_there',
        params: { item: 'Bowl', lines: ['MUG-B', 'Card'] },
      },
    ],
    [
      { removeItems: { lines: [{ name: 'Card', quantity: 4 }] } },
      {
        field: 'remove_items[0].quantity',
        reason: 'line_has_fewer',
        params: { item: 'Card', has: 3, got: 4 },
      },
    ],
    [
      { addItems: { items: [{ name: '', sku: 'NOBODY', quantity: 1 }] } },
      { field: 'add_items[0].sku', reason: 'sku_unknown', params: { sku: 'NOBODY' } },
    ],
    [
      { items: { items: [] }, addItems: { items: [CARD] } },
      { field: 'items', reason: 'lines_replaced_and_changed', params: {} },
    ],
    [
      { addItems: { items: [{ name: 'Card', quantity: 100_000 }] } },
      {
        field: 'add_items[0].quantity',
        reason: 'field_outside',
        params: { min: 1, max: 99_997, got: 100_000 },
      },
    ],
    [
      { addItems: { items: Array.from({ length: 499 }, (_, n) => ({ name: `Bead ${n}`, quantity: 1 })) } },
      { field: 'add_items', reason: 'order_has_too_many_lines', params: { max: 500, got: 501 } },
    ],
  ])('are refused and stay unchanged: %j', async (edit, refusal) => {
    const before = await order();
    await expect(update(before.orderId, edit)).rejects.toMatchObject({
      code: 'invalid_argument',
      ...refusal,
    });
    expect(await get(before.orderId)).toEqual(before);
    const page = { page: 1, pageSize: 50 };
    const { products } = await t.orders.listProducts({ accountId: t.account, query: '', page });
    expect(products.map(({ name }) => name)).toEqual(['Blue mug', 'Card']);
  });
});

describe('update_order', () => {
  it('a check of an earlier address, which ends after the address changed, is not saved', async () => {
    const { orderId, addressVersion } = await create();
    await move(orderId);
    const addressCheck = { status: 'verified', messages: [] };
    const rating = { ...ref(orderId), parcel: { weightOz: 9 }, addressCheck, addressVersion };
    await t.orders.saveRating(rating);
    expect(await get(orderId)).toMatchObject({ weightOz: 9, addressCheck: { status: 'error' } });
    await t.orders.saveRating({ ...rating, addressVersion: addressVersion + 1 });
    expect(await get(orderId)).toMatchObject({ addressCheck: { status: 'verified' } });
  });

  it('simultaneous edits of different parts of the address are all saved', async () => {
    const { orderId } = await create({ shipTo: anAddress() });
    const parts = [{ city: 'Dallas' }, { phone: '2145550100' }, { street2: 'Apt 4' }, { email: 'ada@x.co' }];
    await Promise.all(parts.map((shipTo) => updated(orderId, { shipTo })));
    expect((await get(orderId)).shipTo).toMatchObject(Object.assign({}, ...parts));
  });

  it('a line that comes back without a name keeps its id, name and notes, as over REST', async () => {
    const mug = { name: 'Blue mug', sku: 'MUG-B', quantity: 2, priceCents: 1250, notes: 'Fragile' };
    const card = { name: 'Card', quantity: 1, priceCents: 99 };
    const { orderId, items } = await create({ items: [mug, card] });
    const { items: after } = await update(orderId, {
      items: {
        items: [
          { name: '', sku: 'NEW', quantity: 1, priceCents: 5 },
          { name: '', sku: 'Card', quantity: 3, priceCents: 99 },
          { name: '', sku: 'MUG-B', quantity: 2, priceCents: 1000 },
        ],
      },
    });
    expect(after).toEqual([
      expect.objectContaining({ name: 'NEW', sku: 'NEW' }),
      { ...items[1], quantity: 3 },
      { ...items[0], priceCents: 1000 },
    ]);
  });

  it('new lines replace the old ones, and the totals are exact to the cent [MCP-O17]', async () => {
    const { orderId } = await create();
    const order = await update(orderId, {
      items: { items: [{ name: ' Card ', quantity: 3, priceCents: 99, sku: 'C' }] },
      taxCents: 25,
      shippingCents: 500,
      discountCents: 322,
      weightOz: 7.5,
      note: 'Fragile',
    });
    expect(order).toMatchObject({
      items: [{ name: 'Card', quantity: 3, priceCents: 99, sku: 'C' }],
      subtotalCents: 297,
      totalCents: 500,
      weightOz: 7.5,
      note: 'Fragile',
    });
    expect(await get(orderId)).toEqual(order);
    const products = { accountId: t.account, query: 'card', page: { page: 1, pageSize: 5 } };
    expect((await t.orders.listProducts(products)).products).toMatchObject([{ priceCents: 99 }]);
    const { orders } = await t.orders.listOrders({
      accountId: t.account,
      status: '',
      page: { page: 1, pageSize: 5 },
    });
    expect(orders).toMatchObject([{ orderId, totalCents: 500 }]);
  });

  it('changes every field that can be given', async () => {
    const { orderId } = await create();
    expect(await update(orderId, SAVED_AS_GIVEN)).toMatchObject(SAVED_AS_GIVEN);
  });

  it('does not change missing fields, and an empty list removes all lines [MCP-O17]', async () => {
    const before = await create({ weightOz: 4 });
    expect(await update(before.orderId, { note: 'x' })).toEqual({
      ...before,
      note: 'x',
      updatedAt: expect.any(Date),
    });
    expect(await update(before.orderId, { note: '', items: { items: [] } })).toMatchObject({
      items: [],
      subtotalCents: 0,
      totalCents: 0,
      note: '',
      weightOz: 4,
    });
  });

  it('with another weight makes earlier rates invalid, and with the same weight it does not', async () => {
    const { orderId, addressVersion } = await create({ weightOz: 4 });
    expect(await update(orderId, { weightOz: 4 })).toMatchObject({ addressVersion });
    expect(await update(orderId, { weightOz: 5 })).toMatchObject({ addressVersion: addressVersion + 1 });
    expect(await update(orderId, { note: 'x' })).toMatchObject({ addressVersion: addressVersion + 1 });
  });

  it('keeps an imported total while no amount is changed', async () => {
    const { orderId } = await imported('', {
      items: [{ itemId: 0, name: 'Mug', quantity: 2, priceCents: 1000 }],
      subtotalCents: 1000,
      totalCents: 1234,
    });
    expect(await update(orderId, { weightOz: 3 })).toMatchObject({ subtotalCents: 1000, totalCents: 1234 });
    expect(await update(orderId, { taxCents: 50 })).toMatchObject({ subtotalCents: 1000, totalCents: 1050 });
  });

  it.each([
    [{}, { field: 'order_id', reason: 'nothing_to_change', params: {} }],
    [{ weightOz: 0 }, { field: 'weight_oz', reason: 'field_not_positive', params: { got: 0 } }],
    [
      { taxCents: -1 },
      { field: 'tax_cents', reason: 'field_outside', params: { min: 0, max: 10_000_000, got: -0.01 } },
    ],
    [
      { items: { items: [{ name: 'Mug', quantity: 0, priceCents: 1 }] } },
      { field: 'items[0].quantity', reason: 'field_not_counting', params: { got: 0 } },
    ],
    [
      { discountCents: 2501 },
      { field: 'discount_cents', reason: 'discount_too_high', params: { gross: '25.00', got: 25.01 } },
    ],
  ])('%j is refused and changes nothing', async (edit, refusal) => {
    const order = await create();
    await expect(update(order.orderId, edit)).rejects.toMatchObject({
      code: 'invalid_argument',
      ...refusal,
    });
    expect(await get(order.orderId)).toEqual(order);
  });

  it('twenty edits at once are all stored, and the total matches them', async () => {
    const { orderId } = await create();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update(orderId, index % 2 === 0 ? { taxCents: 100 + index } : { shippingCents: 300 + index }),
      ),
    );
    const { subtotalCents, taxCents, shippingCents, totalCents } = await get(orderId);
    expect(taxCents).toBeGreaterThanOrEqual(100);
    expect(shippingCents).toBeGreaterThan(300);
    expect(totalCents).toBe(subtotalCents + taxCents + shippingCents);
  });
});

describe('another customer for an order', () => {
  const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@engine.org', phone: '5125550100' };
  const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@navy.mil', phone: '2025550111' };
  const orderOfAda = async () => {
    const { customerId } = t.customers.add(t.account, ADA);
    return imported('', { customerId, recipient: anAddress({ email: '', phone: '' }) });
  };

  it.each<[string, Edit]>([
    ['alone', {}],
    ['together with a part of the address', { shipTo: { city: 'Dallas' } }],
  ])('fills the missing e-mail and phone when it is changed %s', async (_how, edit) => {
    const { orderId, shipTo } = await orderOfAda();
    expect(shipTo).toMatchObject({ email: ADA.email, phone: ADA.phone });
    const { customerId } = t.customers.add(t.account, GRACE);
    const order = await update(orderId, { customerId, ...edit });
    const { email, phone } = GRACE;
    expect(order).toMatchObject({ customerId, shipTo: { name: 'Ada Lovelace', email, phone } });
    expect((await get(orderId)).shipTo).toEqual(order.shipTo);
  });
});

describe('an order whose name, e-mail and phone come from its customer', () => {
  const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@engine.org', phone: '5125550100' };
  const orderOfCustomer = async () => {
    const customer = t.customers.add(t.account, ADA);
    const { customerId } = customer;
    const recipient = blankAddress({ ...STREET, name: 'Guest', email: 'none@x.co' });
    return { customer, order: await imported('', { customerId, recipient }) };
  };
  const STREET = { street1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' };
  const LATER = { firstName: 'Ada', lastName: 'King', email: 'king@engine.org', phone: '2145550199' };

  it.each<[string, (orderId: number) => Promise<unknown>]>([
    ['a part of the address', (orderId) => update(orderId, { shipTo: { city: 'Dallas' } })],
    [
      'two parts, one after the other',
      async (orderId) => {
        await update(orderId, { shipTo: { city: 'Dallas' } });
        await update(orderId, { shipTo: { street2: 'Apt 4' } });
      },
    ],
  ])('still follows the customer after a change of %s', async (_what, change) => {
    const { customer, order } = await orderOfCustomer();
    expect(order.shipTo).toMatchObject({ name: 'Ada Lovelace', email: ADA.email, phone: ADA.phone });
    await change(order.orderId);
    expect((await get(order.orderId)).shipTo).toMatchObject({ ...ADA, city: 'Dallas' });
    Object.assign(customer, LATER);
    expect((await get(order.orderId)).shipTo).toMatchObject({ ...LATER, name: 'Ada King', city: 'Dallas' });
    expect(await shownEmails('king@engine.org')).toEqual([order.orderId]);
  });

  it('keeps what the change gives, also an empty e-mail', async () => {
    const { customer, order } = await orderOfCustomer();
    await update(order.orderId, { shipTo: { email: '', lastName: 'Byron' } });
    Object.assign(customer, LATER);
    expect((await get(order.orderId)).shipTo).toMatchObject({
      name: 'Ada Byron',
      email: '',
      phone: LATER.phone,
    });
    expect(await shownEmails('king@engine.org')).toEqual([]);
  });

  it('follows e-mail and phone after a change of the whole address that has none [MCP-O18]', async () => {
    const { customer, order } = await orderOfCustomer();
    await move(order.orderId);
    Object.assign(customer, LATER);
    const { email, phone } = LATER;
    expect((await get(order.orderId)).shipTo).toMatchObject({ name: 'Grace Hopper', email, phone });
  });

  const shownEmails = async (email: string) => {
    const page = { page: 1, pageSize: 5 };
    const found = await t.orders.findOrders({
      accountId: t.account,
      statuses: [],
      liveOnly: false,
      page,
      email,
    });
    return found.orders.map(({ orderId }) => orderId);
  };
});

describe('update_order_address', () => {
  it('stores the address with its check under the next version, and keeps e-mail and phone [MCP-O18]', async () => {
    const { customerId } = t.customers.add(t.account, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@engine.org',
      phone: '5125550100',
    });
    const { orderId } = await create({ customerId });
    const order = await move(orderId);
    expect(order).toMatchObject({
      addressVersion: 2,
      addressCheck: { status: 'error' },
      shipTo: {
        name: 'Grace Hopper',
        firstName: 'Grace',
        zip: '10001',
        country: 'US',
        email: 'ada@engine.org',
        phone: '5125550100',
      },
    });
    expect(await get(orderId)).toEqual(order);
    expect((await lock(orderId)).outcome).toBe(LockOutcome.ADDRESS_CHANGED);
    const { orders } = await t.orders.listOrders({
      accountId: t.account,
      status: '',
      page: { page: 1, pageSize: 5 },
    });
    expect(orders).toMatchObject([{ name: 'Grace Hopper', zip: '10001' }]);
  });

  it('refuses an address without a required part', async () => {
    const order = await create();
    await expect(move(order.orderId, anAddress({ zip: ' ' }))).rejects.toMatchObject({
      field: 'ship_to.zip',
      reason: 'field_required',
    });
    expect(await get(order.orderId)).toEqual(order);
  });
});

describe('an order that can no longer be edited', () => {
  const shipped = (statusLabel: string) => ['order_shipped', { statusLabel, act: 'changed' }] as const;
  const ended = (status: string) => ['order_ended', { status, act: 'changed' }] as const;
  const refusals: [string, readonly [reason: string, params: object]][] = [
    ['InTransit', shipped('In transit')],
    ['Delivered', shipped('Delivered')],
    ['ReturnComplete', shipped('Return complete')],
    ['Deleted', ended('Deleted')],
    ['Merged', ended('Merged')],
    ['Refunded', ended('Refunded')],
    ['LabelPrinted', ['order_labelled', {}]],
  ];

  it.each(refusals)(
    '%s: the refusal has its reason and nothing changes [MCP-O19]',
    async (status, [reason, params]) => {
      const order = await imported(status);
      const { orderId } = order;
      const refusal = { code: 'failed_precondition', reason, params: { orderId, ...params } };
      const items = { items: [{ name: 'Never saved', quantity: 1, priceCents: 1 }] };
      await expect(update(order.orderId, { items })).rejects.toMatchObject(refusal);
      await expect(move(order.orderId)).rejects.toMatchObject(refusal);
      expect(await get(order.orderId)).toEqual(order);
      const products = { accountId: t.account, query: 'never', page: { page: 1, pageSize: 5 } };
      expect((await t.orders.listProducts(products)).total).toBe(0);
    },
  );

  it('is refused while a purchase holds the order, and after it has a label [MCP-O19]', async () => {
    const { orderId } = await create();
    await lock(orderId);
    const held = { reason: 'order_held_by_purchase', params: { orderId, act: 'change' } };
    await expect(update(orderId, { note: 'x' })).rejects.toMatchObject(held);
    await expect(move(orderId)).rejects.toMatchObject(held);
    await buy(orderId);
    await expect(update(orderId, { note: 'x' })).rejects.toMatchObject({
      reason: 'order_labelled',
      params: { orderId },
    });
  });

  it('of another account is refused with the same message as an unknown one, and does not change [MCP-E9]', async () => {
    const order = await create();
    const owner = t.account;
    t.changeAccount();
    const answers = [];
    for (const orderId of [order.orderId, 987_654_321]) {
      const calls = [
        () => update(orderId, { note: 'x' }),
        () => move(orderId),
        () => cancel(orderId),
        () => cancel(orderId, true),
        () => clear(orderId),
      ];
      for (const call of calls) {
        const error = (await call().catch((thrown: unknown) => thrown)) as DomainError;
        answers.push(error.reason);
        expect(error.params).toEqual({ orderId });
      }
    }
    expect(new Set(answers)).toEqual(new Set(['order_not_found']));
    expect(await t.orders.getOrder({ accountId: owner, orderId: order.orderId })).toEqual(order);
  });
});

describe('cancel_order in the orders service', () => {
  it('sets the order to Deleted, releases its external id, and can be repeated [MCP-O20]', async () => {
    const { orderId } = await create({ externalOrderId: 'shop-1' });
    expect(await cancel(orderId)).toMatchObject({ status: 'Deleted' });
    expect(await cancel(orderId)).toMatchObject({ status: 'Deleted' });
    const again = await create({ externalOrderId: 'shop-1' });
    expect(again.orderId).not.toBe(orderId);
  });

  it('checks a dry run and changes nothing', async () => {
    const order = await create();
    expect(await cancel(order.orderId, true)).toEqual(order);
    expect(await get(order.orderId)).toEqual(order);
  });

  it.each([
    ['InTransit', 'order_shipped', { statusLabel: 'In transit' }],
    ['Delivered', 'order_shipped', { statusLabel: 'Delivered' }],
    ['Merged', 'order_ended', { status: 'Merged' }],
    ['Refunded', 'order_ended', { status: 'Refunded' }],
  ])('%s: the refusal has its reason and nothing changes [MCP-O20]', async (status, reason, params) => {
    const order = await imported(status);
    const { orderId } = order;
    const refusal = {
      code: 'failed_precondition',
      reason,
      params: { orderId, ...params, act: 'canceled' },
    };
    await expect(cancel(order.orderId)).rejects.toMatchObject(refusal);
    await expect(cancel(order.orderId, true)).rejects.toMatchObject(refusal);
    expect(await get(order.orderId)).toEqual(order);
  });

  it('is refused while a purchase holds the order', async () => {
    const { orderId } = await create();
    await lock(orderId);
    await expect(cancel(orderId)).rejects.toMatchObject({
      reason: 'order_held_by_purchase',
      params: { orderId, act: 'cancel' },
    });
  });

  it('is refused when the order got another label after the caller read it', async () => {
    const { orderId } = await create();
    const bought = await buy(orderId, `pur_${orderId}_2`);
    for (const known of [undefined, `pur_${orderId}_1`]) {
      await expect(cancel(orderId, false, known)).rejects.toMatchObject({
        code: 'conflict',
        reason: 'order_relabelled',
        params: { orderId },
      });
    }
    expect(await get(orderId)).toEqual(bought);
  });

  it('and a purchase at once never both succeed', async () => {
    const { orderId } = await create();
    const [locked, canceled] = await Promise.allSettled([lock(orderId), cancel(orderId)]);
    const order = await get(orderId);
    if (order.status === 'Deleted') {
      expect(order.lockedBy).toBeUndefined();
      expect(canceled.status).toBe('fulfilled');
    } else {
      expect(order.lockedBy).toBe(`pur_${orderId}_1`);
      expect([locked.status, canceled.status]).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('a voided label', () => {
  it('sets its order to ready to ship, and the links to its files stay as the specification requires [MCP-S16]', async () => {
    const { orderId } = await create();
    const links = { rawLabelUrl: '/labels/raw', formUrl: '/labels/form', receiptUrl: '/labels/receipt' };
    const bought = await buy(orderId, undefined, links);
    const answers = await Promise.all(Array.from({ length: 5 }, () => clear(orderId)));
    for (const order of answers) {
      expect(order).toMatchObject({
        status: 'ChooseShipping',
        shipDate: bought.shipDate,
        labelGeneration: 1,
        staleRawLabelUrl: '/labels/raw',
        staleFormUrl: '/labels/form',
        staleReceiptUrl: '/labels/receipt',
      });
      const { label, trackingNumber, trackingUrl, inTransitDate, shippingCostCents } = order;
      for (const gone of [label, trackingNumber, trackingUrl, inTransitDate, shippingCostCents]) {
        expect(gone).toBeUndefined();
      }
    }
    await eventually(() => expect(voided).toContainEqual({ orderId, purchaseId: `pur_${orderId}_1` }));
    expect(voided.filter((event) => event.orderId === orderId)).toHaveLength(1);
    expect(await buy(orderId, `pur_${orderId}_2`)).toMatchObject({
      status: 'PrintLabel',
      labelGeneration: 2,
    });
  });

  it('does not change the next label when it is cleared late', async () => {
    const { orderId } = await create();
    await buy(orderId);
    await clear(orderId);
    const next = await buy(orderId, `pur_${orderId}_2`);
    expect(await clear(orderId)).toEqual(next);
  });

  it('does not change the status of a canceled order when it is cleared late', async () => {
    const { orderId } = await create();
    await buy(orderId);
    await cancel(orderId, false, `pur_${orderId}_1`);
    const order = await clear(orderId);
    expect([order.status, order.label]).toEqual(['Deleted', undefined]);
  });
});
