import { createVisitor } from '@parcelyard/testing/visitor';
import { MongoClient } from 'mongodb';
import { connectOfficialClient, sendModernCall } from './support/official-client';
import { shareStack } from './support/share-stack';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, rateOrder, type Shop } from './support/shop';
import type { RunningStack } from './support/start-stack';

const FEE = 0.3;

let stack: RunningStack;
beforeAll(async () => {
  stack = await shareStack();
});

/** Opens a shop that pays as the options say, and creates an order that has a rate. */
async function openWithRate(options: string[], shipTo: Record<string, string> = {}) {
  const shop = await openShop(stack, '--plan', 'enterprise', ...options);
  const orderId = await createOrder(shop.mcp, shipTo);
  const { purchase, row } = await rateOrder(shop.mcp, orderId);
  return { shop, orderId, purchase, postage: row.amount };
}

const addBalance = ({ account }: Shop, dollars: number) =>
  shipctl(stack.dataDir, 'account', 'set', String(account.accountId), '--add-balance', dollars.toFixed(2));

/** Compares the account's ledger with the journals of carrier and payment gateway. */
const proof = ({ account }: Shop) =>
  shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(account.accountId));

/** Rounds to two decimals, as in answers. Adding 0 turns -0 into 0. */
const dollars = (amount: number) => Number(amount.toFixed(2)) + 0;

describe('a label that the balance covers', () => {
  it('is paid only from the balance [MCP-M1]', async () => {
    const { shop, purchase, postage } = await openWithRate(['--balance', '50', '--auto-recharge', '25']);
    expect(await shop.mcp.expectData('buy_label', purchase)).toMatchObject({
      preview: true,
      total_charge: postage,
      current_balance: 50,
      balance_after: dollars(50 - postage),
      auto_recharge_would_fire: false,
      balance_would_go_negative: false,
    });
    expect(await balanceOf(shop.mcp)).toBe(50);

    const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(bought).toMatchObject({ purchased: true, total_charge: postage });
    expect(await balanceOf(shop.mcp)).toBe(dollars(50 - postage));
    expect(await proof(shop)).toMatchObject({ ok: true, captures: 1, labels: 1 });
  });

  it('costs the additional pay-as-you-go fee when auto-recharge is off [MCP-M1]', async () => {
    const { shop, purchase, postage } = await openWithRate(['--balance', '50']);
    const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(bought).toMatchObject({ postage, fee: FEE, total_charge: dollars(postage + FEE) });
    expect(await balanceOf(shop.mcp)).toBe(dollars(50 - postage - FEE));
  });
});

describe('a label that the balance does not cover', () => {
  it.each([
    { amount: 25, charged: () => 25, why: 'the auto-recharge amount' },
    { amount: 0.5, charged: (shortfall: number) => shortfall, why: 'the shortfall, which is larger' },
  ])('with auto-recharge $amount charges the payment method $why [MCP-M2]', async ({ amount, charged }) => {
    const { shop, purchase, postage } = await openWithRate([
      ...['--balance', '1', '--auto-recharge', String(amount)],
    ]);
    const recharge = dollars(charged(postage - 1));
    const after = dollars(1 + recharge - postage);
    expect(await shop.mcp.expectData('buy_label', purchase)).toMatchObject({
      auto_recharge_would_fire: true,
      recharge_amount: recharge,
      balance_after: after,
      balance_would_go_negative: false,
    });

    await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(await balanceOf(shop.mcp)).toBe(after);
    expect(await proof(shop)).toMatchObject({ ok: true, captures: 1 });
  });

  it.each([
    { missing: 2.5, recharge: 2.5 + FEE, why: 'the shortfall and the fee' },
    { missing: 0.1, recharge: 1, why: 'a dollar, the minimum' },
  ])('with pay-as-you-go, $missing short, charges $why [MCP-M3]', async ({ missing, recharge }) => {
    const { shop, purchase, postage } = await openWithRate(['--auto-recharge', '0.01']);
    const balance = dollars(postage - missing);
    await addBalance(shop, balance);
    const after = dollars(balance + recharge - postage - FEE);
    expect(await shop.mcp.expectData('buy_label', purchase)).toMatchObject({
      fee: FEE,
      total_charge: dollars(postage + FEE),
      recharge_amount: dollars(recharge),
      balance_after: after,
    });

    await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(await balanceOf(shop.mcp)).toBe(after);
    expect(await proof(shop)).toMatchObject({ ok: true, captures: 1 });
  });

  it('without auto-recharge is refused, and nothing changes [MCP-M4]', async () => {
    const { shop, orderId, purchase } = await openWithRate(['--balance', '1', '--auto-recharge', '0']);
    expect(await shop.mcp.expectData('buy_label', purchase)).toMatchObject({
      auto_recharge_would_fire: false,
      balance_would_go_negative: true,
    });

    const refused = await shop.mcp.call('buy_label', { ...purchase, confirm: true });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('Insufficient balance')]);
    await expectNothingBought(shop, orderId, 1);

    // After money was added, the same purchase succeeds.
    await addBalance(shop, 50);
    expect(await shop.mcp.expectData('buy_label', { ...purchase, confirm: true })).toMatchObject({
      purchased: true,
    });
  });

  it('is refused when the payment method is declined, and nothing changes', async () => {
    const { shop, orderId, purchase } = await openWithRate([
      ...['--balance', '1', '--auto-recharge', '25', '--payment-method', 'sandbox_declined'],
    ]);
    const refused = await shop.mcp.call('buy_label', { ...purchase, confirm: true });
    expect(refused.isError).toBe(true);
    await expectNothingBought(shop, orderId, 1);
    const until = /Nothing was charged\. The same card is not charged again before \d\d:\d\d UTC\./;
    expect(refused.text).toMatch(until);
    // The same request is sent again at once. The bank is not asked again, and the answer is the same.
    expect((await shop.mcp.call('buy_label', { ...purchase, confirm: true })).text).toBe(refused.text);
  });

  it('keeps the recharge on the balance when the carrier then refuses [MCP-M5] [MCP-E11]', async () => {
    const { shop, orderId, purchase } = await openWithRate(['--balance', '1', '--auto-recharge', '25'], {
      company: 'SBX_DECLINE',
    });
    const refused = await shop.mcp.call('buy_label', { ...purchase, confirm: true });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('Carrier declined: address is outside the service area (SBX-1001)');
    await expectNothingBought(shop, orderId, 26);
  });
});

async function expectNothingBought(shop: Shop, orderId: number, balance: number): Promise<void> {
  expect(await balanceOf(shop.mcp)).toBe(balance);
  expect(await shop.mcp.expectData('get_label', { order_id: orderId })).toMatchObject({ has_label: false });
  expect(await shop.mcp.expectData('get_order', { order_id: orderId })).toMatchObject({
    status: 'Ready to ship',
    tracking_number: null,
  });
  expect(await proof(shop)).toMatchObject({ ok: true, captures: 0, labels: 0, open_holds: 0 });
}

describe('a label above the limit "Ask me above"', () => {
  const PASSWORD = 'correct horse battery';

  /**
   * Opens a shop with an order that has a rate. The shop's owner uses a browser, is signed in, and wants to be asked
   * about every label.
   */
  async function openAsking() {
    const opened = await openWithRate(['--balance', '50', '--auto-recharge', '25']);
    const { account } = opened.shop;
    await shipctl(stack.dataDir, 'account', 'set', String(account.accountId), '--ask-above', '0.01');
    const owner = createVisitor(stack.file().baseUrl);
    await owner.press(await owner.open('/signin'), 'Sign in', { email: account.email, password: PASSWORD });
    const decide = async (url: string, answer: 'allow' | 'deny') => {
      const page = await owner.open(new URL(url).pathname);
      await owner.press(page, answer === 'deny' ? 'Deny' : `Allow $${opened.postage.toFixed(2)}`);
      return 'accept' as const;
    };
    const { mcpUrl } = stack.file();
    const official = (show: (url: string) => Promise<'accept' | 'decline'>) =>
      connectOfficialClient(mcpUrl, account.accessToken, show);
    const send = (more: Record<string, unknown> = {}, token = account.accessToken) =>
      sendModernCall(mcpUrl, token, 'buy_label', {
        arguments: { ...opened.purchase, confirm: true },
        inputResponses: { owner_approval: { action: 'accept' } },
        ...more,
      });
    return { ...opened, confirmed: { ...opened.purchase, confirm: true }, decide, official, send };
  }

  it("is bought by the waiting call after the owner's approval on the page [MCP-V10]", async () => {
    const { shop, confirmed, postage, decide, official } = await openAsking();
    const client = await official((url) => decide(url, 'allow'));
    expect(JSON.parse(await client.call('buy_label', confirmed))).toMatchObject({
      purchased: true,
      total_charge: postage,
    });
    await client.close();
    expect(await proof(shop)).toMatchObject({ ok: true, captures: 1, labels: 1 });
  });

  it('in a batch needs one approval for all, and is queued by the waiting call', async () => {
    const { confirmed, postage, decide, official } = await openAsking();
    const client = await official((url) => decide(url, 'allow'));
    const batch = { order_ids: [confirmed.order_id], confirm: true };
    expect(JSON.parse(await client.call('trigger_batch_purchase', batch))).toMatchObject({
      orders_queued: 1,
      total_charge: postage,
    });
    await client.close();
  });

  it('is not bought when the owner denies it, whatever the client answers [MCP-V11]', async () => {
    const { shop, confirmed, decide, official } = await openAsking();
    const client = await official((url) => decide(url, 'deny'));
    expect(await client.call('buy_label', confirmed)).toMatch(/^The owner said no .* Nothing was charged\./);
    await client.close();
    expect(await balanceOf(shop.mcp)).toBe(50);
  });

  it('is not bought when the user of the client refuses to open the page [MCP-V11]', async () => {
    const { shop, confirmed, official } = await openAsking();
    const client = await official(async () => 'decline');
    expect(await client.call('buy_label', confirmed)).toContain('Nothing was bought or charged.');
    await client.close();
    expect(await balanceOf(shop.mcp)).toBe(50);
  });

  it('is bought by a repeated call of an older client after the approval [MCP-V13]', async () => {
    const { shop, confirmed, decide } = await openAsking();
    const refused = await shop.mcp.call('buy_label', confirmed);
    expect(refused.isError).toBe(true);
    const [address] = /http\S+\/approve\/[^\s,]+/.exec(refused.text) ?? [];
    await decide(address as string, 'allow');
    expect(await shop.mcp.expectData('buy_label', confirmed)).toMatchObject({ purchased: true });
    expect(await proof(shop)).toMatchObject({ ok: true, captures: 1, labels: 1 });
  });

  it('is not bought with a state of another account, with other arguments or with a used state [MCP-V12]', async () => {
    const { shop, purchase, decide, send } = await openAsking();
    const { result } = await send();
    const { requestState } = result as { requestState: string };
    const { inputRequests } = result as unknown as {
      inputRequests: { owner_approval: { params: { url: string } } };
    };
    await decide(inputRequests.owner_approval.params.url, 'allow');

    const foreign = await openShop(stack);
    expect(await send({ requestState }, foreign.account.accessToken)).toMatchObject({
      error: { code: -32602 },
    });
    const dearer = await rateOrder(shop.mcp, purchase.order_id, 1);
    const arguments_ = { ...dearer.purchase, confirm: true };
    expect(await send({ requestState, arguments: arguments_ })).toMatchObject({ error: { code: -32602 } });
    // The approval was for another amount, so the owner is asked again.
    expect((await send({ arguments: arguments_ })).result).toMatchObject({ resultType: 'input_required' });
    expect(await balanceOf(shop.mcp)).toBe(50);

    expect((await send({ requestState })).result?.content?.[0]?.text).toContain('"purchased": true');
    const replayed = (await send({ requestState })).result?.content?.[0]?.text;
    expect(replayed).toMatch(/^This approval was already used\. .*Nothing was charged\.$/);
    expect(await proof(shop)).toMatchObject({ ok: true, captures: 1, labels: 1 });
  });

  it('is not bought with an expired approval [MCP-V12]', async () => {
    const { shop, decide, send } = await openAsking();
    const { result } = await send();
    const { inputRequests, requestState } = result as unknown as {
      inputRequests: { owner_approval: { params: { url: string } } };
      requestState: string;
    };
    const { url } = inputRequests.owner_approval.params;
    await decide(url, 'allow');
    const mongo = await MongoClient.connect(stack.file().engines.mongo.uri);
    await mongo
      .db('parcelyard_billing')
      .collection<{ _id: string; accountId: number }>('approvals')
      .updateOne(
        { _id: url.split('/').pop() as string, accountId: shop.account.accountId },
        { $set: { expiresAt: new Date(Date.now() - 60_000) } },
      );
    await mongo.close();
    expect((await send({ requestState })).result?.content?.[0]?.text).toMatch(/^This approval has expired\./);
    expect(await balanceOf(shop.mcp)).toBe(50);
  });
});
