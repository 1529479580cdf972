import { createVisitor, type Visitor } from '@parcelyard/testing/visitor';
import type { McpClient } from './support/mcp-client';
import { createMcpClient } from './support/mcp-client';
import { shareStack } from './support/share-stack';
import { shipctl } from './support/shipctl';
import { createOrder, openShop, rateOrder, type Shop } from './support/shop';
import type { RunningStack } from './support/start-stack';

const PASSWORD = 'correct horse battery';
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = (amount: unknown) => money.format(amount as number);

describe('the pages of the web application', () => {
  let stack: RunningStack;
  beforeAll(async () => {
    stack = await shareStack();
  });

  async function signedIn(email: string, password = PASSWORD): Promise<Visitor> {
    const visitor = createVisitor(stack.file().baseUrl);
    await visitor.press(await visitor.open('/signin'), 'Sign in', { email, password });
    return visitor;
  }
  const theDemo = async () => {
    const { demo, mcpUrl } = stack.file();
    return {
      visitor: await signedIn(demo.email, demo.password),
      mcp: createMcpClient(mcpUrl, demo.accessToken),
    };
  };
  async function aMerchant(...options: string[]): Promise<Shop & { visitor: Visitor }> {
    const shop = await openShop(stack, ...options);
    return { ...shop, visitor: await signedIn(shop.account.email) };
  }
  async function aLabel(mcp: McpClient) {
    const orderId = await createOrder(mcp);
    const { purchase } = await rateOrder(mcp, orderId);
    return { orderId, label: await mcp.expectData('buy_label', { ...purchase, confirm: true }) };
  }

  it.each(['active', 'ChooseShipping', 'Delivered', 'Deleted'])(
    'list %s orders with the rows and the total of list_orders',
    async (status) => {
      const { visitor, mcp } = await theDemo();
      const told = await mcp.expectData('list_orders', { status });
      const rows = told.orders as { order_id: number; order_number: string; total: number }[];
      const { html, text } = await visitor.open(`/orders?status=${status}`);
      expect(text).toContain(`${told.total} ${told.total === 1 ? 'order' : 'orders'}`);
      expect([...html.matchAll(/href="\/orders\/(\d+)"/g)].map(([, id]) => Number(id))).toEqual(
        rows.map(({ order_id }) => order_id),
      );
      for (const { total } of rows) expect(text).toContain(dollars(total));
    },
  );

  it("find an order by part of its buyer's name, and nothing of other accounts", async () => {
    const { visitor, mcp } = await aMerchant();
    const orderId = await createOrder(mcp, { name: 'Hedy Lamarr' });
    const found = await visitor.open('/orders?q=LAMARR');
    expect(found.html).toContain(`href="/orders/${orderId}"`);
    expect(found.text).toContain('1 order');
    const stranger = await aMerchant();
    expect((await stranger.visitor.open('/orders?q=lamarr')).text).toContain('No order matches this filter.');
  });

  it('show an order like get_order, with its label and its tracking', async () => {
    const { visitor, mcp } = await aMerchant();
    const { orderId, label } = await aLabel(mcp);
    const order = await mcp.expectData('get_order', { order_id: orderId });
    const totals = order.totals as Record<string, number>;
    const shipping = order.shipping as Record<string, string | number>;
    const { html, text } = await visitor.open(`/orders/${orderId}`);
    for (const amount of [totals.subtotal, totals.total, shipping.cost])
      expect(text).toContain(dollars(amount));
    for (const shown of [order.order_number, order.status, shipping.method, label.tracking_number]) {
      expect(text).toContain(shown as string);
    }
    const file = /href="(\/labels\/[^"]+)"/.exec(html)?.[1] as string;
    expect(`${stack.file().baseUrl}${file}`).toBe(label.label_url);
    expect((await visitor.send(file)).headers.get('content-type')).toBe('application/pdf');

    await shipctl(stack.dataDir, 'tracking', 'advance', String(orderId), 'Delivered');
    const scans = ['Accepted at origin facility', 'Out for delivery', 'Delivered'];
    const anyone = createVisitor(stack.file().baseUrl);
    for (const page of [
      await visitor.open(`/orders/${orderId}`),
      await anyone.open(`/track/${label.tracking_number}`),
    ]) {
      for (const scan of scans) expect(page.text).toContain(scan);
    }
    const tracked = await anyone.open(new URL(order.tracking_url as string).pathname);
    expect(tracked.status).toBe(200);
    for (const personal of ['Ada', 'Lovelace', '350 5th Ave', order.order_number as string]) {
      expect(tracked.text).not.toContain(personal);
    }
    expect((await anyone.open('/track/1Z0000000000000000')).status).toBe(404);
  });

  it("show another merchant's order like an unknown order", async () => {
    const [ada, grace] = await Promise.all([aMerchant(), aMerchant()]);
    const orderId = await createOrder(grace.mcp);
    const [foreign, absent] = await Promise.all([
      ada.visitor.open(`/orders/${orderId}`),
      ada.visitor.open('/orders/999999999'),
    ]);
    expect([foreign?.status, absent?.status]).toEqual([404, 404]);
    expect(foreign?.html).toBe(absent?.html);
    const anyone = createVisitor(stack.file().baseUrl);
    expect((await anyone.open(`/orders/${orderId}`)).path).toContain('/signin');
  });

  it('show the figures of the report tools', async () => {
    const { visitor, mcp } = await aMerchant('--plan', 'pro', '--balance', '500');
    await aLabel(mcp);
    const figures = await Promise.all([
      mcp.expectData('get_shipping_report').then(({ totals }) => (totals as { net: number }).net),
      mcp.expectData('get_tax_report').then(({ totals }) => (totals as { taxable: number }).taxable),
      mcp.expectData('get_shipping_analytics').then(({ totals }) => (totals as { cost: number }).cost),
    ]);
    const { text } = await visitor.open('/reports');
    for (const amount of figures) {
      expect(amount).toBeGreaterThan(0);
      expect(text).toContain(dollars(amount));
    }
  });

  it('save settings of the billing page that the tools use at once', async () => {
    const { visitor, mcp } = await aMerchant('--plan', 'starter', '--balance', '500');
    expect((await visitor.open('/reports')).text).toContain('does not include business reporting.');

    const page = await visitor.open('/settings/billing');
    const refused = await visitor.press(page, 'Save amount', { auto_recharge: '12.345' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Enter an amount in dollars such as 25.00; got "12.345".');
    expect(await mcp.expectData('get_balance')).toMatchObject({ auto_recharge_amount: 0 });

    await visitor.press(page, 'Save amount', { auto_recharge: '0.01' });
    await visitor.press(page, 'Choose Pro');
    expect(await mcp.expectData('get_balance')).toMatchObject({ auto_recharge_amount: 0.01 });
    expect(await mcp.expectData('get_subscription_info')).toMatchObject({ tier: { code: 'pro' } });
    expect((await visitor.open('/reports')).text).toContain('Spend by month');

    const { orderId } = await aLabel(mcp);
    const { html, text } = await visitor.open('/settings/billing');
    const { balance } = await mcp.expectData('get_balance');
    expect(html).toContain(`<p class="amount">${dollars(balance)}</p>`);
    expect(text).toContain('fee $0.30');
    expect(html).toContain(`href="/orders/${orderId}"`);
  });

  it('save settings of the shipping page for the next label', async () => {
    const { visitor, mcp } = await aMerchant();
    const page = await visitor.open('/settings/shipping');
    const home = { name: 'Grace Hopper', street1: '1 E 161st St', city: 'Bronx', state: 'NY', zip: '10451' };
    const refused = await visitor.press(page, 'Save address', { ...home, zip: 'x' });
    expect(refused.status).toBe(400);
    expect((await visitor.open('/settings/shipping')).html).toContain('value="78701"');

    const quote = async () => {
      const { rates } = await mcp.expectData('quote_shipping', { to_zip: '10118', weight_oz: 16 });
      return (rates as { zone: number }[])[0]?.zone as number;
    };
    const before = await quote();
    await visitor.press(page, 'Save address', home);
    expect(await quote()).toBeLessThan(before);

    const orderId = await createOrder(mcp);
    const total = async () => {
      const { purchase } = await rateOrder(mcp, orderId);
      const { total_charge } = await mcp.expectData('buy_label', purchase);
      return Math.round((total_charge as number) * 100);
    };
    const uninsured = await total();
    await visitor.press(page, 'Save preferences', { print_setting: 'qr', insurance: 'on' });
    expect((await total()) - uninsured).toBe(100);
    const saved = await visitor.open('/settings/shipping');
    expect(saved.html).toMatch(/<option value="qr" selected/);
    expect(saved.html).toMatch(/name="insurance" checked/);
    expect(saved.html).not.toMatch(/name="label_printed_email" checked/);
  });
});
