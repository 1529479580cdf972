import { shareStack } from './support/share-stack';
import { createOrder, openShop, rateOrder } from './support/shop';
import type { RunningStack } from './support/start-stack';

const ADA = { name: 'Ada Lovelace', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };

describe('bulk orders and edits, with a running stack', () => {
  let stack: RunningStack;
  beforeAll(async () => {
    stack = await shareStack();
  });

  it('a hundred orders in one call, repeated, are each stored once [MCP-O15] [MCP-L6]', async () => {
    const { mcp } = await openShop(stack);
    const orders = Array.from({ length: 100 }, (_, index) => ({
      ship_to: { ...ADA, name: `Buyer ${index % 7}` },
      items: [{ name: 'Mug', quantity: 1 + (index % 3), price: 12.5 }],
      external_order_id: `bulk-${index}`,
    }));
    const first = await mcp.expectData('bulk_create_orders', { orders });
    expect(first).toMatchObject({ created: 100, skipped: 0 });
    const again = await mcp.expectData('bulk_create_orders', { orders });
    expect(again).toMatchObject({ created: 0, skipped: 100 });
    const ids = (answer: Record<string, unknown>) =>
      (answer.results as { order_id: number }[]).map(({ order_id }) => order_id);
    expect(ids(again)).toEqual(ids(first));
    expect((await mcp.expectData('list_orders')).total).toBe(100);
    const { isError, text } = await mcp.call('bulk_create_orders', { orders: [...orders, orders[0]] });
    expect([isError, text]).toEqual([true, expect.stringContaining('orders must hold at most 100 orders')]);
  });

  it('one invalid order among valid ones stores none, and no customers and products [MCP-O16]', async () => {
    const { mcp } = await openShop(stack);
    const { isError, text } = await mcp.call('bulk_create_orders', {
      orders: [
        { ship_to: ADA, items: [{ name: 'Mug' }] },
        { customer_id: 987_654_321 },
        { ship_to: ADA, customer_id: 987_654_321 },
      ],
    });
    expect(isError).toBe(true);
    expect(text).toContain('orders[2]');
    const unknown = await mcp.call('bulk_create_orders', {
      orders: [{ ship_to: ADA, items: [{ name: 'Mug' }] }, { customer_id: 987_654_321 }],
    });
    expect(unknown).toMatchObject({
      isError: true,
      text: 'orders[1].customer_id: Customer 987654321 was not found in this account.',
    });
    for (const tool of ['list_orders', 'list_products', 'list_customers']) {
      expect([tool, (await mcp.expectData(tool)).total]).toEqual([tool, 0]);
    }
  });

  it('an edited order has the new totals and lines [MCP-O17]', async () => {
    const { mcp } = await openShop(stack);
    const orderId = await createOrder(mcp);
    const { catalog_changed, ...edited } = await mcp.expectData('update_order', {
      order_id: orderId,
      weight_oz: 20,
      tax: 1.65,
      shipping: 5,
      discount: 2,
      items: [{ name: 'Card', quantity: 3, price: 0.99, sku: 'C-1' }],
    });
    expect(edited).toMatchObject({
      totals: { subtotal: 2.97, shipping: 5, tax: 1.65, total: 7.62, weight_oz: 20 },
      items: [{ sku: 'C-1', quantity: 3, price: 0.99 }],
    });
    expect(catalog_changed).toEqual([{ name: 'Card', from: null, to: 0.99 }]);
    expect(await mcp.expectData('get_order', { order_id: orderId })).toEqual(edited);
  });

  it('a new address makes rates of the old one invalid, and is saved also when it cannot be found [MCP-O18] [MCP-O19]', async () => {
    const { mcp } = await openShop(stack);
    const orderId = await createOrder(mcp);
    const { purchase } = await rateOrder(mcp, orderId);
    const moved = await mcp.expectData('update_order_address', {
      order_id: orderId,
      ship_to: { ...ADA, name: 'Grace Hopper', zip: '00001' },
    });
    expect(moved).toMatchObject({
      order_id: orderId,
      ship_to: { name: 'Grace Hopper', zip: '00001' },
      address_check: { status: 'error' },
    });
    const stale = await mcp.call('buy_label', { ...purchase, confirm: true });
    expect([stale.isError, stale.text]).toEqual([true, expect.stringContaining('address')]);

    await mcp.expectData('update_order_address', { order_id: orderId, ship_to: ADA });
    const fresh = await rateOrder(mcp, orderId);
    await mcp.expectData('buy_label', { ...fresh.purchase, confirm: true });
    for (const [tool, change] of [
      ['update_order', { order_note: 'too late' }],
      ['update_order_address', { ship_to: ADA }],
    ] as const) {
      expect(await mcp.call(tool, { order_id: orderId, ...change })).toMatchObject({
        isError: true,
        text: `Order ${orderId} has a label and cannot be changed. Void the label with cancel_shipping_label first.`,
      });
    }
  });
});
