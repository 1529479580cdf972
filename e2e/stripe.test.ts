import {
  API_KEY,
  type StripeDouble,
  startStripeDouble,
} from '../services/billing/test/stripe/start-stripe-double';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, rateOrder } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

describe('a stack with Stripe payments', () => {
  let stripe: StripeDouble;
  let stack: Stack;
  beforeAll(async () => {
    stripe = await startStripeDouble();
    stack = await startStack({
      PAYMENTS: 'stripe',
      STRIPE_API_KEY: API_KEY,
      STRIPE_API_URL: stripe.url,
    });
  });
  afterAll(async () => {
    await stack.remove();
    await stripe.stop();
  });
  beforeEach(() => {
    stripe.weather = 'fine';
  });

  const openWithCard = async (card: string) => {
    const shop = await openShop(stack, '--plan', 'pro', '--auto-recharge', '25', '--payment-method', card);
    const { purchase, row } = await rateOrder(shop.mcp, await createOrder(shop.mcp));
    const proof = () =>
      shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(shop.account.accountId));
    return { shop, postage: row.amount, buy: { ...purchase, confirm: true }, proof };
  };

  it.each(['fine', 'answer_lost'] as const)(
    'recharges a short balance with one charge, and the ledger agrees with Stripe (%s)',
    async (weather) => {
      const { shop, postage, buy, proof } = await openWithCard('pm_pays');
      stripe.weather = weather;
      await shop.mcp.expectData('buy_label', buy);
      expect(await balanceOf(shop.mcp)).toBeCloseTo(25 - postage, 2);
      const ours = stripe.intents.filter(
        ({ metadata }) => metadata.account_id === String(shop.account.accountId),
      );
      expect(ours).toMatchObject([{ amount: 2500, currency: 'usd', status: 'succeeded' }]);
      expect(await proof()).toMatchObject({ ok: true, recharges: 1, captures: 1 });
    },
  );

  it("returns the bank's message and buys nothing", async () => {
    const { shop, buy, proof } = await openWithCard('pm_declines');
    const { isError, text } = await shop.mcp.call('buy_label', buy);
    expect([isError, text]).toEqual([true, expect.stringContaining('Your card has insufficient funds.')]);
    expect(await balanceOf(shop.mcp)).toBe(0);
    expect(await proof()).toMatchObject({ ok: true, recharges: 0, labels: 0 });
  });

  it('never shows its key', () => {
    expect(stack.output()).not.toContain(API_KEY);
  });
});
