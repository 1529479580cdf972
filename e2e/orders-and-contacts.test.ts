import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { RemoteClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { serviceClient } from './support/service-client';
import { shareStack } from './support/share-stack';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, rateOrder, type Shop } from './support/shop';
import type { RunningStack } from './support/start-stack';

let stack: RunningStack;
let orders: RemoteClient<OrdersDefinition>;
let customers: RemoteClient<CustomersDefinition>;
beforeAll(async () => {
  stack = await shareStack();
  orders = serviceClient(stack, 'orders', OrdersDefinition);
  customers = serviceClient(stack, 'customers-email', CustomersDefinition);
});
afterAll(async () => {
  orders.close();
  customers.close();
});

/** Imports the records as an operator does. Returns their ids in the same order. */
async function importRecords(
  { account }: Shop,
  what: 'orders' | 'customers',
  records: object[],
): Promise<number[]> {
  const file = join(stack.dataDir, `${what}-of-${account.accountId}.json`);
  writeFileSync(file, JSON.stringify(records));
  const options = ['--account', String(account.accountId), '--file', file];
  return (await shipctl<{ ids: number[] }>(stack.dataDir, 'import', what, ...options)).ids;
}

const GRACE = {
  first_name: 'Grace',
  last_name: 'Hopper',
  company: 'Navy',
  email: 'grace@example.com',
  phone: '202-555-0147',
  address1: '1100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
};

describe('the result of a tool', () => {
  it('contains data twice: as indented JSON and as an object [MCP-R1]', async () => {
    const { mcp } = await openShop(stack);
    const orderId = await createOrder(mcp, { name: 'Zoë "Z" O\u2019Neil \\ 東京' });
    for (const [tool, args] of [
      ['list_orders', {}],
      ['get_order', { order_id: orderId }],
      ['get_rates', { order_id: orderId, weight_oz: 4 }],
      ['list_products', {}],
      ['get_balance', {}],
    ] as const) {
      const { status, body } = await mcp.send('tools/call', { name: tool, arguments: args });
      const result = body.result as { content: { text: string }[]; structuredContent: unknown };
      expect(status).toBe(200);
      expect(result).toEqual({
        content: [{ type: 'text', text: expect.stringMatching(/^\{\n {2}".*\n\}$/s) }],
        structuredContent: expect.any(Object),
        isError: false,
      });
      expect(JSON.parse(result.content[0]?.text as string)).toEqual(result.structuredContent);
    }
  });

  it('contains a refusal once, as a sentence [MCP-R2]', async () => {
    const { mcp } = await openShop(stack);
    const { body } = await mcp.send('tools/call', {
      name: 'get_order',
      arguments: { order_id: 987_654_321 },
    });
    expect(body.result).toEqual({
      content: [{ type: 'text', text: 'Order 987654321 was not found in this account.' }],
      isError: true,
    });
  });
});

describe('the ship-to address of an imported order [MCP-O5]', () => {
  let shop: Shop;
  let imported: number[];
  const recipient = { street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };
  beforeAll(async () => {
    shop = await openShop(stack);
    const [customer_id] = await importRecords(shop, 'customers', [GRACE]);
    imported = await importRecords(
      shop,
      'orders',
      [
        {
          customer_id,
          ship_to: { ...recipient, name: ' n/a ', email: 'noemail@shop.example', phone: '0000000' },
        },
        { customer_id, ship_to: { ...recipient, name: 'Ada Lovelace', email: 'ada@example.com' } },
        { ship_to: { ...recipient, name: 'Guest' } },
        {
          customer_id,
          ship_to: { ...recipient, name: 'Unknown' },
          shipping_address: {
            name: 'Front Desk',
            street1: '1 Main St',
            city: 'Dallas',
            state: 'TX',
            zip: '75201',
          },
        },
      ].map((order) => ({ ...order, status: 'ChooseShipping', items: [] })),
    );
  });

  const shipTo = async (place: number) =>
    (await shop.mcp.expectData('get_order', { order_id: imported[place] })).ship_to;

  it('takes name, e-mail and phone from the customer record instead of placeholders', async () => {
    expect(await shipTo(0)).toMatchObject({
      name: 'Grace Hopper',
      email: 'grace@example.com',
      phone: '202-555-0147',
      street1: '350 5th Ave',
      zip: '10118',
      country: 'US',
    });
  });

  it('keeps what the order has, and takes only missing parts', async () => {
    expect(await shipTo(1)).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '202-555-0147',
    });
  });

  it('has the name Current Resident when no name is known', async () => {
    expect(await shipTo(2)).toMatchObject({ name: 'Current Resident', street1: '350 5th Ave' });
  });

  it('is the saved shipping address unchanged', async () => {
    expect(await shipTo(3)).toMatchObject({ name: 'Front Desk', city: 'Dallas', zip: '75201', email: null });
  });

  it('has in a list the name of the order', async () => {
    const { orders: rows } = await shop.mcp.expectData('list_orders');
    const names = Object.fromEntries(
      (rows as { order_id: number; name: string }[]).map((row) => [row.order_id, row.name]),
    );
    expect(names[imported[0] as number]?.trim()).toBe('n/a');
    expect(names[imported[2] as number]).toBe('Guest');
  });
});

describe('create_order', () => {
  it('reuses the contact of the same name, street and ZIP unchanged [MCP-O11]', async () => {
    const shop = await openShop(stack);
    const [customerId] = (await importRecords(shop, 'customers', [GRACE])) as [number];
    const contact = { accountId: shop.account.accountId, customerId };
    const before = await customers.rpc.getCustomer(contact);

    const order = await shop.mcp.expectData('create_order', {
      ship_to: {
        name: 'Grace Hopper',
        street1: '1100 CONGRESS ave',
        zip: '78701',
        street2: 'Suite 5',
        city: 'Round Rock',
        state: 'TX',
        company: 'Yale',
      },
    });
    expect(order).toMatchObject({ customer_id: customerId, customer_created: false });
    expect(order.ship_to).toMatchObject({
      street2: 'Suite 5',
      city: 'Round Rock',
      company: 'Yale',
      email: 'grace@example.com',
      phone: '202-555-0147',
    });
    // The event about the order may arrive at any time, and then changes these two figures. Everything else stays the
    // same.
    const { orderCount, lastOrderAt, ...unchanged } = before;
    expect(await customers.rpc.getCustomer(contact)).toMatchObject(unchanged);
  });

  it.each([
    ['name', { name: 'Grace Murray' }],
    ['street', { street1: '1101 Congress Ave' }],
    ['ZIP', { zip: '78702' }],
  ])('creates a new contact for another %s [MCP-O11]', async (_what, difference) => {
    const shop = await openShop(stack);
    const [customerId] = await importRecords(shop, 'customers', [GRACE]);
    const order = await shop.mcp.expectData('create_order', {
      ship_to: {
        name: 'Grace Hopper',
        street1: '1100 Congress Ave',
        city: 'Austin',
        state: 'TX',
        zip: '78701',
        ...difference,
      },
    });
    expect(order.customer_created).toBe(true);
    expect(order.customer_id).not.toBe(customerId);
    expect(order.ship_to).toMatchObject({ email: null, phone: null });
  });

  it('adds the product of an item, and updates it the next time [MCP-O12]', async () => {
    const { mcp } = await openShop(stack);
    const products = async () =>
      (await mcp.expectData('list_products')).products as {
        product_id: number;
        name: string;
        price: number;
      }[];
    await createOrder(
      mcp,
      {},
      {
        items: [
          { name: 'Tea cup', price: 8 },
          { name: 'Saucer', price: 3.5 },
        ],
      },
    );
    const [saucer, cup] = await products();
    expect([saucer, cup]).toMatchObject([
      { name: 'Saucer', price: 3.5 },
      { name: 'Tea cup', price: 8 },
    ]);

    await createOrder(mcp, {}, { items: [{ name: 'Tea cup', price: 9.25, quantity: 2 }] });
    expect(await products()).toEqual([saucer, { ...cup, price: 9.25 }]);
  });
});

describe('get_rates', () => {
  it('returns nine rates in less than 9.5 KB, as text and as an object, with short seals [MCP-S41] [MCP-S40]', async () => {
    const { mcp } = await openShop(stack);
    const args = { order_id: await createOrder(mcp), weight_oz: 12, length: 10, width: 8, height: 4 };
    const { body } = await mcp.send('tools/call', { name: 'get_rates', arguments: args });
    const { rates, package_id } = (body.result as { structuredContent: Rated }).structuredContent;
    expect(rates).toHaveLength(9);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(9_500);
    for (const seal of [package_id, ...rates.map(({ rate_id }) => rate_id)]) {
      expect(seal.length).toBeLessThanOrEqual(160);
    }
  });

  it('saves the weight and the address check on the order [MCP-S2]', async () => {
    const { account, mcp } = await openShop(stack);
    const orderId = await createOrder(mcp, { zip: '00002' });
    const { address_check } = await mcp.expectData('get_rates', { order_id: orderId, weight_oz: 33.5 });
    expect(address_check).toMatchObject({ status: 'corrected' });
    expect(await mcp.expectData('get_order', { order_id: orderId })).toMatchObject({
      totals: { weight_oz: 33.5 },
    });
    expect(await orders.rpc.getOrder({ accountId: account.accountId, orderId })).toMatchObject({
      addressCheck: { status: 'corrected' },
    });
  });
});

interface Rated {
  readonly package_id: string;
  readonly rates: readonly { readonly rate_id: string }[];
}

type Purchase = Awaited<ReturnType<typeof rateOrder>>['purchase'];

describe('a rate that does not belong to this order is refused, and nothing is charged [MCP-S7]', () => {
  /**
   * Changes a character in the middle. A change of the last character might change only padding bits, and so would not
   * change the content.
   */
  const edited = (sealed: string) => {
    const middle = Math.floor(sealed.length / 2);
    return `${sealed.slice(0, middle)}${sealed[middle] === 'A' ? 'B' : 'A'}${sealed.slice(middle + 1)}`;
  };

  it.each(['rate_id', 'package_id'] as const)('an edited %s', async (name) => {
    const { mcp } = await openShop(stack);
    const { purchase } = await rateOrder(mcp, await createOrder(mcp));
    await expectRefusal(mcp, { ...purchase, [name]: edited(purchase[name]) }, `${name} is not valid`);
  });

  it('the method or the service level of another row', async () => {
    const { mcp } = await openShop(stack);
    const orderId = await createOrder(mcp);
    const { purchase } = await rateOrder(mcp, orderId, 0);
    await expectRefusal(mcp, { ...purchase, method: 'Teleport' }, `method must be "${purchase.method}"`);
    await expectRefusal(
      mcp,
      { ...purchase, service_level: 'x' },
      `service_level must be "${purchase.service_level}"`,
    );
  });

  it('the rate of another order of the account', async () => {
    const { mcp } = await openShop(stack);
    const { purchase } = await rateOrder(mcp, await createOrder(mcp));
    const other = await createOrder(mcp, { name: 'Somebody Else' });
    await expectRefusal(mcp, { ...purchase, order_id: other }, 'belongs to another order');
  });

  it('the rate and the package of two ratings', async () => {
    const { mcp } = await openShop(stack);
    const orderId = await createOrder(mcp);
    const [one, two] = [await rateOrder(mcp, orderId), await rateOrder(mcp, orderId)];
    const mixed = { ...one.purchase, package_id: two.purchase.package_id };
    await expectRefusal(mcp, mixed, 'two different results of get_rates');
  });

  it('the rate of another account', async () => {
    const [mine, theirs] = [await openShop(stack), await openShop(stack)];
    const orderId = await createOrder(mine.mcp);
    const { purchase } = await rateOrder(theirs.mcp, await createOrder(theirs.mcp));
    await expectRefusal(mine.mcp, { ...purchase, order_id: orderId }, 'issued to another account');
  });

  async function expectRefusal(mcp: Shop['mcp'], purchase: Purchase, reason: string) {
    for (const confirm of [false, true]) {
      const { isError, text } = await mcp.call('buy_label', { ...purchase, confirm });
      expect([isError, text]).toEqual([true, expect.stringContaining(reason)]);
    }
    const { order_id } = purchase;
    expect(await mcp.expectData('get_label', { order_id })).toMatchObject({ has_label: false });
    expect(await balanceOf(mcp)).toBe(500);
  }
});
