import { DomainError } from '@parcelyard/service-kit/domain-error';
import { aBalance, anOrderRow, SHOP_DAY, someEntitlements } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { BASE_URL, callTool, startGateway } from '../support/start-gateway';

const shipping = { getPendingRefunds: async () => ({ count: 0, amountCents: 0 }) };

describe('get_balance', () => {
  it.each([
    ['off', 0, false, /^Auto-recharge is off: a label that costs more than \$123\.45 cannot be bought/],
    ['pay as you go', 1, true, /^Pay as you go: .* plus the 0\.30 fee, at least 1\.00\.$/],
    ['an amount', 2500, true, /the payment method is charged \$25\.00, or the shortfall if that is more\.$/],
  ])('with auto-recharge %s [MCP-B1]', async (_case, cents, enabled, note) => {
    const gateway = await startGateway({
      shipping,
      billing: { getBalance: async () => aBalance({ autoRechargeCents: cents }) },
    });
    const { data } = await callTool(gateway, 'get_balance');
    expect(gateway.calls).toEqual([
      { method: 'getBalance', request: { accountId: ACCOUNT_ID } },
      { method: 'getPendingRefunds', request: { accountId: ACCOUNT_ID } },
    ]);
    expect(data).toEqual({
      balance: 123.45,
      currency: 'USD',
      auto_recharge_amount: cents / 100,
      auto_recharge_enabled: enabled,
      pending_refunds: { count: 0, amount: 0 },
      last_recharge: null,
      spending_limits: { per_label: null, per_day: null, ask_above: null, spent_today: 0, left_today: null },
      ...SHOP_DAY,
      note: expect.stringMatching(note),
    });
  });

  it.each([
    [
      'after adjustments',
      undefined,
      /the payment method is charged \$25\.00, or the shortfall if that is more\.$/,
    ],
    [
      'after disputes',
      true,
      /^The balance is -\$4\.10, .* Until this is settled, .* the payment method is not charged/,
    ],
  ])('of a negative balance %s says whether a label is recharged', async (_case, paymentsTakenBack, note) => {
    const balance = aBalance({ availableCents: -410, autoRechargeCents: 2500, paymentsTakenBack });
    const gateway = await startGateway({ shipping, billing: { getBalance: async () => balance } });
    const { data } = await callTool(gateway, 'get_balance');
    expect(data).toMatchObject({ balance: -4.1, note: expect.stringMatching(note) });
  });

  it('returns what is held for running purchases', async () => {
    const getBalance = async () => aBalance({ heldCents: 745 });
    const gateway = await startGateway({ shipping, billing: { getBalance } });
    const { data } = await callTool(gateway, 'get_balance');
    expect(data?.note).toMatch(/ Another \$7\.45 is held for purchases in progress\.$/);
  });

  it.each([
    [1, / The refund of \$14\.90 for 1 voided label has not arrived yet and is not in the balance\.$/],
    [2, / The refund of \$14\.90 for 2 voided labels has not arrived yet /],
  ])('returns what %d voids will refund, and the last charge of a card [MCP-B10]', async (count, note) => {
    const lastRecharge = { amountCents: 2500, at: new Date('2026-03-01T09:30:00Z') };
    const gateway = await startGateway({
      billing: { getBalance: async () => aBalance({ lastRecharge }) },
      shipping: { getPendingRefunds: async () => ({ count, amountCents: 1490 }) },
    });
    const { data } = await callTool(gateway, 'get_balance');
    expect(data).toMatchObject({
      pending_refunds: { count, amount: 14.9 },
      last_recharge: { amount: 25, at: '2026-03-01T09:30:00' },
      note: expect.stringMatching(note),
    });
  });
});

describe('get_balance with movements', () => {
  const entry = (seq: number, kind: string, [available, held]: [number, number], after: number) => ({
    seq,
    kind,
    at: new Date('2026-03-02T15:00:00Z'),
    purchaseId: 'pur_1001_1_0a',
    availableChangeCents: available,
    heldChangeCents: held,
    availableAfterCents: after,
    heldAfterCents: 0,
    postageCents: 745,
    insuranceCents: 0,
    feeCents: 0,
  });

  it('returns the rows of the billing page, newest first: a capture takes from the hold and not from the balance [MCP-B12]', async () => {
    const gateway = await startGateway({
      shipping,
      billing: {
        getBalance: async () => aBalance(),
        listLedger: async () => ({
          entries: [
            entry(3, 'capture', [0, -745], 11600),
            entry(2, 'hold', [-745, 745], 11600),
            { ...entry(1, 'credit', [12345, 0], 12345), purchaseId: undefined },
          ],
          total: 23,
        }),
      },
      orders: { getOrderRows: async () => ({ orders: [anOrderRow()] }) },
    });
    const { data } = await callTool(gateway, 'get_balance', { movements: 10, page: 3 });
    expect(gateway.calls).toContainEqual({
      method: 'listLedger',
      request: { accountId: ACCOUNT_ID, page: 3, pageSize: 10 },
    });
    const ofOrder = { at: '2026-03-02T15:00:00', order_id: 1001, order_number: 'K7Q2MX' };
    expect(data).toMatchObject({ page: 3, movements_total: 23 });
    expect(data?.movements).toEqual([
      { ...ofOrder, kind: 'capture', amount: -7.45, balance_after: 116, description: 'Label charged' },
      { ...ofOrder, kind: 'hold', amount: -7.45, balance_after: 116, description: 'Reserved for a label' },
      {
        at: '2026-03-02T15:00:00',
        kind: 'credit',
        amount: 123.45,
        balance_after: 123.45,
        order_id: null,
        order_number: null,
        description: 'Credit',
      },
    ]);
  });

  it.each([51, -1])('refuses %d of them', async (movements) => {
    const gateway = await startGateway({ shipping, billing: { getBalance: async () => aBalance() } });
    const { isError, text } = await callTool(gateway, 'get_balance', { movements });
    expect(isError).toBe(true);
    expect(text).toContain(
      `movements must be at ${movements > 0 ? 'most 50' : 'least 0'}; got ${movements}.`,
    );
  });
});

const PRO = {
  code: 'pro',
  name: 'Pro',
  priceCents: 9900,
  shipmentsLimit: 10_000,
  selectable: true,
  marketingEmailsLimit: 10_000,
  features: { carrierPickup: true, batch: true, businessReporting: true, marketingEmail: false },
};

describe('get_subscription_info', () => {
  it('returns plan, features, limits, usage and the upgrade link [MCP-B2]', async () => {
    const gateway = await startGateway({
      billing: { getEntitlements: async () => someEntitlements(), listPlans: async () => ({ plans: [PRO] }) },
    });
    const { data } = await callTool(gateway, 'get_subscription_info');
    expect(gateway.calls).toEqual(
      ['getEntitlements', 'listPlans'].map((method) => ({ method, request: { accountId: ACCOUNT_ID } })),
    );
    expect(data).toEqual({
      tier: {
        code: 'growth',
        name: 'Growth',
        price: 49,
        features: { carrier_pickup: true, batch: true, business_reporting: false, marketing_email: true },
      },
      status: 'active',
      current_period_start: '2026-03-01T00:00:00',
      current_period_end: '2026-04-01T00:00:00',
      limits: { shipments: 2000, marketing_emails: 2500 },
      usage: { shipments: 17, marketing_emails: 4 },
      plans: [
        {
          code: 'pro',
          name: 'Pro',
          price: 99,
          features: { carrier_pickup: true, batch: true, business_reporting: true, marketing_email: false },
        },
      ],
      upgrade_url: `${BASE_URL}/settings/billing`,
    });
  });

  it('returns null for an unlimited allowance', async () => {
    const unlimited = { shipmentsLimit: undefined, marketingEmailsLimit: undefined };
    const gateway = await startGateway({
      billing: {
        getEntitlements: async () => someEntitlements(unlimited),
        listPlans: async () => ({ plans: [] }),
      },
    });
    const { data } = await callTool(gateway, 'get_subscription_info');
    expect(data?.limits).toEqual({ shipments: null, marketing_emails: null });
  });
});

describe('get_referral_info', () => {
  it('returns code, link, credit and referred accounts [MCP-B3]', async () => {
    const gateway = await startGateway({
      billing: {
        getReferrals: async () => ({
          code: '7Q2MXK4B',
          url: '/signup?ref=7Q2MXK4B',
          availableCents: 1000,
          referrals: [
            { name: '', status: 'joined', creditCents: 0, joinedAt: new Date('2026-03-02T15:00:00Z') },
            {
              name: 'Ada',
              status: 'credited',
              creditCents: 1000,
              joinedAt: new Date('2026-03-01T15:00:00Z'),
            },
          ],
        }),
      },
    });
    const { data } = await callTool(gateway, 'get_referral_info');
    expect(gateway.calls).toEqual([{ method: 'getReferrals', request: { accountId: ACCOUNT_ID } }]);
    expect(data).toEqual({
      referral_code: '7Q2MXK4B',
      referral_url: `${BASE_URL}/signup?ref=7Q2MXK4B`,
      available_credit: 10,
      referrals: [
        { name: null, status: 'joined', credit: 0, joined_at: '2026-03-02T15:00:00' },
        { name: 'Ada', status: 'credited', credit: 10, joined_at: '2026-03-01T15:00:00' },
      ],
    });
  });
});

describe('redeem_referral_credit', () => {
  const redeemReferralCredit = async ({ amountCents = 2000 }) => ({
    amountCents,
    balanceAfterCents: 300 + amountCents,
    redeemedBeforeAt: undefined as Date | undefined,
  });

  it('previews without confirm the amount and the balance after it [MCP-B4] [MCP-R4]', async () => {
    const gateway = await startGateway({ billing: { redeemReferralCredit } });
    const { data } = await callTool(gateway, 'redeem_referral_credit', { amount: 12.34 });
    expect(gateway.calls).toEqual([
      {
        method: 'redeemReferralCredit',
        request: { accountId: ACCOUNT_ID, amountCents: 1234, confirm: false },
      },
    ]);
    expect(data).toEqual({
      preview: true,
      amount: 12.34,
      balance_after: 15.34,
      note: 'Nothing was moved. Show this to the user. If they agree, call again with confirm: true.',
    });
  });

  it('redeems with confirm the whole credit or the given amount [MCP-B4]', async () => {
    const gateway = await startGateway({ billing: { redeemReferralCredit } });
    const { data } = await callTool(gateway, 'redeem_referral_credit', { confirm: true });
    expect(gateway.calls).toEqual([
      { method: 'redeemReferralCredit', request: { accountId: ACCOUNT_ID, confirm: true } },
    ]);
    expect(data).toEqual({ redeemed: 20, balance: 23 });
  });

  it('returns the first result for a repeated confirm, and says so', async () => {
    const redeemedBeforeAt = new Date('2026-03-02T15:00:00Z');
    const again = async () => ({ amountCents: 2000, balanceAfterCents: 2300, redeemedBeforeAt });
    const gateway = await startGateway({ billing: { redeemReferralCredit: again } });
    const { data } = await callTool(gateway, 'redeem_referral_credit', { confirm: true });
    expect(data).toEqual({
      redeemed: 20,
      balance: 23,
      note: 'This credit was already redeemed at 2026-03-02T15:00:00.000Z, and nothing was moved now. The amounts are those of that redemption.',
    });
  });

  it('says in a repeated preview that credit was redeemed, and how to redeem more', async () => {
    const redeemedBeforeAt = new Date('2026-03-02T15:00:00Z');
    const again = async () => ({ amountCents: 500, balanceAfterCents: 800, redeemedBeforeAt });
    const gateway = await startGateway({ billing: { redeemReferralCredit: again } });
    const { data } = await callTool(gateway, 'redeem_referral_credit', { amount: 5 });
    expect(data).toMatchObject({ amount: 5, note: expect.stringContaining('give another amount') });
  });

  it.each([
    [0, 'amount must be greater than 0; got 0.'],
    [-1, 'amount must be greater than 0; got -1.'],
    [5.005, 'amount must be a whole number of cents; got 5.005.'],
    [1_000_001, 'amount must be at most 1000000; got 1000001.'],
  ])('refuses an amount of %d with a message', async (amount, sentence) => {
    const gateway = await startGateway();
    expect(await callTool(gateway, 'redeem_referral_credit', { amount, confirm: true })).toMatchObject({
      isError: true,
      text: sentence,
    });
    expect(gateway.calls).toEqual([]);
  });

  it('saves nothing for an amount of another JSON type', async () => {
    const gateway = await startGateway();
    const { text } = await callTool(gateway, 'redeem_referral_credit', { amount: '5', confirm: true });
    expect(text).toMatch(/^Something went wrong while running redeem_referral_credit\. Nothing was saved\./);
    expect(gateway.calls).toEqual([]);
  });

  it('returns the reason when nothing can be redeemed', async () => {
    const gateway = await startGateway({
      billing: {
        redeemReferralCredit: async () => {
          throw new DomainError('failed_precondition', 'text', {
            text: 'There is no referral credit to redeem.',
          });
        },
      },
    });
    expect(await callTool(gateway, 'redeem_referral_credit', {})).toEqual({
      isError: true,
      text: 'There is no referral credit to redeem.',
      data: undefined,
    });
  });
});
