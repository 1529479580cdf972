import { shareStack } from './support/share-stack';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, type RateRow, rateOrder, type Shop } from './support/shop';
import type { RunningStack } from './support/start-stack';

describe('returns over MCP', () => {
  let stack: RunningStack;
  beforeAll(async () => {
    stack = await shareStack();
  });

  const delivered = async ({ mcp }: Shop): Promise<number> => {
    const orderId = await createOrder(mcp);
    const { purchase } = await rateOrder(mcp, orderId);
    await mcp.expectData('buy_label', { ...purchase, confirm: true });
    await shipctl(stack.dataDir, 'tracking', 'advance', String(orderId), 'Delivered');
    return orderId;
  };
  const rateReturn = async ({ mcp }: Shop, orderId: number) => {
    const rated = await mcp.expectData('get_rates', { order_id: orderId, weight_oz: 12, return: true });
    const [row] = rated.rates as [RateRow];
    const { rate_id, method, service_level } = row;
    return {
      row,
      purchase: { order_id: orderId, rate_id, package_id: rated.package_id, method, service_level },
    };
  };

  it('a delivered order is returned: price, preview, label, void, new label, and the ledger is correct [MCP-S71]', async () => {
    const shop = await openShop(stack, '--plan', 'enterprise', '--balance', '500', '--auto-recharge', '25');
    const { mcp, account } = shop;
    const orderId = await delivered(shop);
    expect(await mcp.expectData('track_order', { order_id: orderId })).toMatchObject({
      status: 'Delivered',
      return: null,
      note: expect.stringContaining('get_rates with return: true'),
    });
    const before = await balanceOf(mcp);
    const { purchase, row } = await rateReturn(shop, orderId);
    expect(await mcp.expectData('buy_label', purchase)).toMatchObject({
      preview: true,
      return: true,
      ship_to: { state: 'TX', zip: '78701' },
      total_charge: row.amount,
    });
    expect(await balanceOf(mcp)).toBeCloseTo(before, 2);
    const bought = await mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(bought).toMatchObject({ purchased: true, return: true, total_charge: row.amount });
    expect(await mcp.expectData('buy_label', { ...purchase, confirm: true })).toMatchObject({
      tracking_number: bought.tracking_number,
    });
    expect(await balanceOf(mcp)).toBeCloseTo(before - row.amount, 2);
    expect(await mcp.expectData('get_label', { order_id: orderId, return: true })).toMatchObject({
      has_label: true,
      tracking_number: bought.tracking_number,
    });
    expect(await mcp.expectData('track_order', { order_id: orderId })).toMatchObject({
      return: { status: 'Waiting for return', tracking_number: bought.tracking_number },
    });

    const back = { order_id: orderId, return: true };
    expect(await mcp.expectData('cancel_shipping_label', back)).toMatchObject({
      preview: true,
      return: true,
    });
    expect(await mcp.expectData('cancel_shipping_label', { ...back, confirm: true })).toMatchObject({
      voided: true,
      refund_amount: row.amount,
    });
    expect((await mcp.call('cancel_shipping_label', { ...back, confirm: true })).isError).toBe(true);
    const again = await rateReturn(shop, orderId);
    await mcp.expectData('buy_label', { ...again.purchase, confirm: true });
    await shipctl(stack.dataDir, 'tracking', 'advance', String(orderId), 'InTransit');
    expect(await mcp.expectData('get_order', { order_id: orderId })).toMatchObject({
      status: 'Return in transit',
      label_cost: { charged: expect.any(Number) },
    });
    expect(
      await shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(account.accountId)),
    ).toMatchObject({ ok: true, captures: 3, labels: 3 });
  });

  it("the owner's limit for a label applies to a return label too", async () => {
    const shop = await openShop(stack);
    const orderId = await delivered(shop);
    await shipctl(stack.dataDir, 'account', 'set', String(shop.account.accountId), '--limit-label', '1');
    const { purchase } = await rateReturn(shop, orderId);
    expect(await shop.mcp.call('buy_label', { ...purchase, confirm: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining('spending limit of $1.00 a label'),
    });
    expect(await shop.mcp.expectData('get_order', { order_id: orderId })).toMatchObject({
      status: 'Delivered',
    });
  });
});
