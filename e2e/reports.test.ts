import { eventually } from '@parcelyard/testing/eventually';
import { MongoClient } from 'mongodb';
import { shareStack } from './support/share-stack';
import { shipctl } from './support/shipctl';
import { createOrder, openShop, rateOrder } from './support/shop';
import type { RunningStack } from './support/start-stack';

describe('reports with a running stack', () => {
  let stack: RunningStack;
  beforeAll(async () => {
    stack = await shareStack();
  });

  it('show purchases, voids and taxes, at once and after a rebuild [MCP-B5] [MCP-B6] [MCP-B7] [MCP-L8]', async () => {
    const { account, mcp } = await openShop(stack, '--plan', 'pro', '--balance', '500');
    const costs: number[] = [];
    const bought: number[] = [];
    for (const state of ['NY', 'NY']) {
      const orderId = await createOrder(mcp, { state });
      const { purchase, row } = await rateOrder(mcp, orderId);
      await mcp.expectData('buy_label', { ...purchase, confirm: true });
      costs.push(row.amount);
      bought.push(orderId);
    }
    await mcp.expectData('cancel_shipping_label', { order_id: bought[1], confirm: true });
    // A refund counts in the report when it is on the balance, not before.
    await eventually(async () => {
      const { totals } = await mcp.expectData('get_shipping_report', { months: 2 });
      expect((totals as { refunds: number }).refunds).toBe(costs[1]);
    });
    const { balance } = await mcp.expectData('get_balance');
    expect(balance).toBeCloseTo(500 - (costs[0] ?? 0) - 0.6, 2);
    const taxed = await createOrder(mcp, { state: 'TX', city: 'Austin', zip: '78701' });
    await mcp.expectData('update_order', { order_id: taxed, tax: 1.65 });

    const read = async () => ({
      spend: await mcp.expectData('get_shipping_report', { months: 2 }),
      tax: await mcp.expectData('get_tax_report'),
      analytics: await mcp.expectData('get_shipping_analytics'),
    });
    const reports = await read();
    const [first = 0, second = 0] = costs;
    const postage = Math.round((first + second) * 100) / 100;
    // Without auto-recharge, each label costs a fee in addition to its postage. A void returns everything except this
    // fee.
    expect(reports.spend.totals).toMatchObject({
      labels: 2,
      postage,
      fees: 0.6,
      insurance: 0,
      refunds: second,
    });
    expect((reports.spend.totals as { net: number }).net).toBeCloseTo(first + 0.6, 2);
    expect(reports.tax).toMatchObject({
      totals: { orders: 3, taxable: 60, tax: 1.65 },
      months: expect.arrayContaining([
        expect.objectContaining({ state: 'TX', orders: 1, taxable: 20, tax: 1.65 }),
      ]),
    });
    expect(reports.analytics).toMatchObject({
      totals: { labels: 2, refunds: second, net: (reports.spend.totals as { net: number }).net },
      by_carrier: expect.arrayContaining([expect.objectContaining({ carrier: expect.any(String) })]),
      by_destination_state: [{ state: 'NY', labels: 2 }],
      average_delivery_days: null,
      on_time_rate: null,
    });
    await shipctl(stack.dataDir, 'reports', 'rebuild', '--account', String(account.accountId));
    expect(await read()).toEqual(reports);
    // The figures of another account are separate.
    const other = await openShop(stack, '--plan', 'pro');
    expect((await other.mcp.expectData('get_tax_report')).months).toEqual([]);
  });

  it('damaged counters of orders are repaired by the operator while the stack runs', async () => {
    const { account, mcp } = await openShop(stack);
    for (let count = 0; count < 3; count += 1) await createOrder(mcp);
    const total = async () => (await mcp.expectData('list_orders', { status: 'ChooseShipping' })).total;
    expect(await total()).toBe(3);
    const { uri } = stack.file().engines.mongo;
    const client = await MongoClient.connect(uri);
    try {
      // Makes the counters wrong, as they would be if only this collection had been restored from a backup.
      const counters = client
        .db('parcelyard_orders')
        .collection<{ _id: number; accountId: number }>('order_counters');
      const damaged = { counts: { ChooseShipping: 70, Delivered: 2 } };
      const { matchedCount } = await counters.updateOne(
        { _id: account.accountId, accountId: account.accountId },
        { $set: damaged },
      );
      expect(matchedCount).toBe(1);
    } finally {
      await client.close();
    }
    expect(await total()).toBe(70);
    const rebuild = () =>
      shipctl(stack.dataDir, 'counters', 'rebuild', '--account', String(account.accountId));
    expect(await rebuild()).toEqual({
      accountId: account.accountId,
      wrong: 2,
      counts: [
        { status: 'ChooseShipping', orders: 3, was: 70 },
        { status: 'Delivered', orders: 0, was: 2 },
      ],
    });
    expect(await total()).toBe(3);
    expect(await rebuild()).toMatchObject({ wrong: 0 });
  });
});
