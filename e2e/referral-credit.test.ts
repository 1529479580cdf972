import { shareStack } from './support/share-stack';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, rateOrder, type Shop } from './support/shop';
import type { RunningStack } from './support/start-stack';

let stack: RunningStack;
beforeAll(async () => {
  stack = await shareStack();
});

const proof = ({ account }: Shop) =>
  shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(account.accountId));

async function openWithCredit(dollars: string): Promise<Shop> {
  const shop = await openShop(stack, '--plan', 'starter', '--balance', '5');
  await shipctl(
    ...([stack.dataDir, 'account', 'set'] as const),
    ...[String(shop.account.accountId), '--add-referral-credit', dollars],
  );
  return shop;
}

const creditOf = async ({ mcp }: Shop) => (await mcp.expectData('get_referral_info')).available_credit;

describe('referral credit', () => {
  it('is previewed without a change, then moved to the postage balance, and the ledger is correct [MCP-B4] [MCP-R4] [MCP-R5]', async () => {
    const shop = await openWithCredit('20');
    expect(await shop.mcp.expectData('redeem_referral_credit', { amount: 7.5 })).toEqual({
      preview: true,
      amount: 7.5,
      balance_after: 12.5,
      note: expect.stringContaining('confirm: true'),
    });
    expect([await creditOf(shop), await balanceOf(shop.mcp)]).toEqual([20, 5]);

    expect(await shop.mcp.expectData('redeem_referral_credit', { amount: 7.5, confirm: true })).toEqual({
      redeemed: 7.5,
      balance: 12.5,
    });
    expect(await shop.mcp.expectData('redeem_referral_credit', { confirm: true })).toEqual({
      redeemed: 12.5,
      balance: 25,
    });
    expect([await creditOf(shop), await balanceOf(shop.mcp)]).toEqual([0, 25]);
    // A repeated call returns the last answer, and moves no money.
    expect(await shop.mcp.expectData('redeem_referral_credit', { confirm: true })).toEqual({
      redeemed: 12.5,
      balance: 25,
      note: expect.stringContaining('nothing was moved now'),
    });
    expect([await creditOf(shop), await balanceOf(shop.mcp)]).toEqual([0, 25]);
    expect(await proof(shop)).toMatchObject({ ok: true, recharges: 0 });
  });

  it('is redeemed once by twenty confirms at once', async () => {
    const shop = await openWithCredit('20');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.mcp.call('redeem_referral_credit', { confirm: true })),
    );
    for (const { data } of answers) expect(data).toMatchObject({ redeemed: 20, balance: 25 });
    // All answers report the same redemption. A call after the redemption gets an answer with a note. If calls come at
    // the same time, several of them may get an answer without the note.
    expect(answers.some(({ data }) => data.note === undefined)).toBe(true);
    expect([await creditOf(shop), await balanceOf(shop.mcp)]).toEqual([0, 25]);
    expect(await proof(shop)).toMatchObject({ ok: true });
  });
});

describe('a referral', () => {
  it('shows the referred accounts, and earns its credit after a carrier has scanned their first label [MCP-B3]', async () => {
    const referrer = await openShop(stack, '--plan', 'starter');
    const info = await referrer.mcp.expectData('get_referral_info');
    expect(info).toEqual({
      referral_code: expect.stringMatching(/^[0-9A-Z]{8}$/),
      referral_url: `${stack.file().baseUrl}/signup?ref=${info.referral_code}`,
      available_credit: 0,
      referrals: [],
    });

    const code = info.referral_code as string;
    const joined = await openShop(stack, '--plan', 'starter', '--balance', '50', '--referred-by', code);
    const row = { name: null, joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
    expect(await referrer.mcp.expectData('get_referral_info')).toMatchObject({
      available_credit: 0,
      referrals: [{ ...row, status: 'joined', credit: 0 }],
    });

    const { purchase } = await rateOrder(joined.mcp, await createOrder(joined.mcp));
    await joined.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(await creditOf(referrer)).toBe(0);
    await shipctl(stack.dataDir, 'tracking', 'advance', String(purchase.order_id), 'InTransit');
    expect(await referrer.mcp.expectData('get_referral_info')).toMatchObject({
      available_credit: 10,
      referrals: [{ ...row, status: 'credited', credit: 10 }],
    });
    expect(await joined.mcp.expectData('get_referral_info')).toMatchObject({ referrals: [] });
    expect(await proof(joined)).toMatchObject({ ok: true });
  });

  it("earns nothing for the owner's own accounts that buy labels and void them", async () => {
    const referrer = await openShop(stack, '--plan', 'starter');
    const { referral_code } = await referrer.mcp.expectData('get_referral_info');
    for (let n = 0; n < 3; n += 1) {
      const code = ['--referred-by', referral_code as string];
      const { mcp } = await openShop(stack, '--plan', 'starter', '--balance', '50', ...code);
      const order = await createOrder(mcp);
      const { purchase } = await rateOrder(mcp, order);
      await mcp.expectData('buy_label', { ...purchase, confirm: true });
      await mcp.expectData('cancel_shipping_label', { order_id: purchase.order_id, confirm: true });
    }
    const { available_credit, referrals } = await referrer.mcp.expectData('get_referral_info');
    expect(available_credit).toBe(0);
    expect((referrals as { status: string }[]).map(({ status }) => status)).toEqual(Array(3).fill('joined'));
  });
});
