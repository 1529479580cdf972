import { createMcpClient } from './support/mcp-client';
import { shareStack } from './support/share-stack';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, type Shop } from './support/shop';
import type { RunningStack } from './support/start-stack';

interface Row {
  rate_id: string;
  method: string;
  service_level: string;
  carrier: string;
  amount: number;
}

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await shareStack();
  shop = await openShop(stack);
});

const TORONTO = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA', street1: '290 Bremner Blvd' };

const expectRightLedger = async () =>
  expect(
    await shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(shop.account.accountId)),
  ).toMatchObject({ ok: true });

const set = (...options: string[]) =>
  shipctl(stack.dataDir, 'account', 'set', String(shop.account.accountId), ...options);

/** Gets rates and returns the arguments of `buy_label` besides `confirm`, for the cheapest rate of a carrier. */
async function rateWith(carrier: string, orderId: number) {
  const { package_id, rates } = await shop.mcp.expectData('get_rates', { order_id: orderId, weight_oz: 12 });
  const row = (rates as Row[]).find((rate) => rate.carrier === carrier) as Row;
  const { rate_id, method, service_level, amount } = row;
  return { amount, purchase: { order_id: orderId, package_id, rate_id, method, service_level } };
}

async function fileBehind(url: unknown) {
  const response = await fetch(url as string);
  expect(response.status).toBe(200);
  const content = Buffer.from(await response.arrayBuffer());
  return { type: response.headers.get('content-type'), begins: content.subarray(0, 4).toString('latin1') };
}

describe('validate_address', () => {
  it('corrects an address and writes it in the standard form [MCP-S11]', async () => {
    const answer = await shop.mcp.expectData('validate_address', {
      street1: '350 5th avenue',
      city: 'new york',
      state: 'New York',
      zip: '10118',
    });
    expect(answer).toMatchObject({
      original_address: { street1: '350 5th avenue', state: 'New York' },
      matched_address: { street1: '350 5TH AVE', city: 'NEW YORK', state: 'NY', zip: '10118', country: 'US' },
    });
    expect(
      await shop.mcp.expectData('validate_address', { street1: '1 Main St', zip: '00001' }),
    ).toMatchObject({ status: 'error', matched_address: null });
  });

  it('reports an address with an unchecked street as plausible, and guesses no ZIP', async () => {
    const nowhere = { street1: '99999 Nowhere Ln', city: 'Austin', state: 'TX', zip: '78701' };
    const checked = await shop.mcp.expectData('validate_address', nowhere);
    expect(checked).toMatchObject({ status: 'plausible', messages: [{ code: 'street_not_checked' }] });
    const { street1: address1, zip: _, ...town } = nowhere;
    const open = await shop.mcp.expectData('validate_address', { street1: address1, ...town });
    expect(open).toMatchObject({
      status: 'warning',
      matched_address: { zip: null },
      changed_fields: [],
      messages: [{ code: 'zip_ambiguous', suggestion: null }],
    });
  });
});

describe('quote_shipping', () => {
  it('has the same prices as an order for the same destination [MCP-S13]', async () => {
    const orderId = await createOrder(shop.mcp);
    const quote = await shop.mcp.expectData('quote_shipping', {
      to_zip: '10118',
      weight_oz: 12,
      residential: true,
    });
    const rated = await shop.mcp.expectData('get_rates', { order_id: orderId, weight_oz: 12 });
    const prices = (answer: Record<string, unknown>) =>
      (answer.rates as Row[]).map(({ service_level, amount }) => [service_level, amount]);
    expect(prices(quote)).toEqual(prices(rated));
    for (const row of quote.rates as Row[]) expect(row).not.toHaveProperty('rate_id');
  });
});

describe('register_carrier', () => {
  it('links an account after its agreement was shown, and only for the account that saw it [MCP-S12] [MCP-R4]', async () => {
    const wanted = { carrier: 'ups', account_number: 'A1B2C3' };
    const { agreement_text, agreement_token, note } = await shop.mcp.expectData('register_carrier', wanted);
    expect(agreement_text).toContain('UPS TECHNOLOGY AGREEMENT');
    expect(note).toContain('confirm: true');

    const bare = await shop.mcp.call('register_carrier', { ...wanted, confirm: true });
    expect([bare.isError, bare.text]).toEqual([true, 'agreement_token is required.']);
    const other = await openShop(stack);
    const foreign = await other.mcp.call('register_carrier', { ...wanted, agreement_token, confirm: true });
    expect([foreign.isError, foreign.text]).toEqual([true, expect.stringContaining('another account')]);

    const linked = await shop.mcp.expectData('register_carrier', {
      ...wanted,
      agreement_token,
      confirm: true,
    });
    expect(linked).toEqual({ carrier_account_id: expect.any(Number), carrier: 'ups', status: 'active' });
    expect(
      await shop.mcp.expectData('register_carrier', { ...wanted, agreement_token, confirm: true }),
    ).toEqual(linked);
  });
});

describe('an order to Canada', () => {
  it('gets a label with its customs form [MCP-S14]', async () => {
    const orderId = await createOrder(shop.mcp, TORONTO);
    const { purchase } = await rateWith('usps', orderId);
    expect(purchase.service_level).toBe('usps_priority_mail_international');
    const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(bought.tracking_number).toMatch(/^[A-Z]{2}\d{9}US$/);
    const label = await shop.mcp.expectData('get_label', { order_id: orderId });
    expect(label).toMatchObject({ has_label: true, form_url: bought.form_url, label_url: bought.label_url });
    for (const url of [label.form_url, label.label_url]) {
      expect(await fileBehind(url)).toEqual({ type: 'application/pdf', begins: '%PDF' });
    }
    const domestic = await createOrder(shop.mcp);
    const { purchase: inland } = await rateWith('usps', domestic);
    expect(await shop.mcp.expectData('buy_label', { ...inland, confirm: true })).not.toHaveProperty(
      'form_url',
    );
    await expectRightLedger();
  });
});

describe('an account with insurance', () => {
  afterAll(() => set('--insurance', 'off'));

  it('pays one per cent of the order in addition to postage, at least a dollar [MCP-M1]', async () => {
    expect(await set('--insurance', 'on')).toMatchObject({ insurance: 'on' });
    for (const [price, premium] of [
      [20, 1],
      [350, 3.5],
    ] as const) {
      const orderId = await createOrder(shop.mcp, {}, { items: [{ name: 'Engine', price }] });
      const { purchase, amount } = await rateWith('usps', orderId);
      const before = await balanceOf(shop.mcp);
      const preview = await shop.mcp.expectData('buy_label', { ...purchase, max_cost: amount });
      const fee = preview.fee as number;
      const total = Number((amount + premium + fee).toFixed(2));
      expect(preview).toMatchObject({ postage: amount, insurance: premium, total_charge: total });
      // `max_cost` limits only the postage, not insurance and fee.
      const bought = await shop.mcp.expectData('buy_label', { ...purchase, max_cost: amount, confirm: true });
      expect(bought).toMatchObject({ postage: amount, insurance: premium, total_charge: total });
      expect(await balanceOf(shop.mcp)).toBeCloseTo(before - total, 2);
    }
    await expectRightLedger();
  });

  it('pays no premium after insurance was turned off', async () => {
    await set('--insurance', 'off');
    const { purchase } = await rateWith('usps', await createOrder(shop.mcp));
    expect(await shop.mcp.expectData('buy_label', purchase)).toMatchObject({ insurance: 0 });
  });
});

describe('an account that prints by QR', () => {
  beforeAll(() => set('--print', 'qr'));
  afterAll(() => set('--print', 'pdf'));

  it.each([
    ['usps', 'image/png', '\x89PNG'],
    ['ups', 'application/pdf', '%PDF'],
  ])('gets from %s a label of %s [MCP-S15]', async (carrier, type, begins) => {
    const orderId = await createOrder(shop.mcp);
    const { purchase } = await rateWith(carrier, orderId);
    const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(await fileBehind(bought.label_url)).toEqual({ type, begins });
  });

  it('still gets a PDF label for a destination abroad [MCP-S14]', async () => {
    const orderId = await createOrder(shop.mcp, TORONTO);
    const { purchase } = await rateWith('usps', orderId);
    const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(await fileBehind(bought.label_url)).toMatchObject({ type: 'application/pdf' });
  });

  it('starts with the setting of its creation', async () => {
    const { account } = await openShop(stack, '--plan', 'starter', '--balance', '50', '--print', 'qr');
    const other = createMcpClient(stack.file().mcpUrl, account.accessToken);
    const orderId = await createOrder(other);
    const { package_id, rates } = await other.expectData('get_rates', { order_id: orderId, weight_oz: 4 });
    const { rate_id, method, service_level } = (rates as Row[]).find(
      ({ carrier }) => carrier === 'fedex',
    ) as Row;
    const bought = await other.expectData('buy_label', {
      order_id: orderId,
      package_id,
      rate_id,
      method,
      service_level,
      confirm: true,
    });
    expect(await fileBehind(bought.label_url)).toMatchObject({ type: 'image/png' });
  });
});
