import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPlanTable } from '../src/adapters/plans/load-plan-table';
import { aHold, type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

describe('settings of an account', () => {
  test('change separately', async () => {
    const accountId = await t.anAccount({ plan: 'growth' });
    await t.billing.updateAccount({ accountId, autoRechargeCents: 2500, idempotencyKey: '' });
    await t.billing.updateAccount({ accountId, paymentMethod: 'sandbox_declined', idempotencyKey: '' });
    expect(await t.billing.getAccount({ accountId })).toEqual({
      plan: 'growth',
      autoRechargeCents: 2500,
      paymentMethod: 'sandbox_declined',
      referralCreditCents: 0,
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ autoRechargeCents: 2500 });
  });

  test.each([
    [{ plan: 'gold' }, 'plan'],
    [{ paymentMethod: 'cash' }, 'payment_method'],
    [{ autoRechargeCents: -1 }, 'auto_recharge_cents'],
    [{ addReferralCreditCents: 0 }, 'add_referral_credit_cents'],
    [{ addReferralCreditCents: 5 }, 'idempotency_key'],
  ])("%j is refused with the field's name, and no part of the call is saved", async (wrong, field) => {
    const accountId = await t.anAccount({ plan: 'growth' });
    const change = { accountId, autoRechargeCents: 99, idempotencyKey: '', ...wrong };
    await expect(t.billing.updateAccount(change)).rejects.toMatchObject({ code: 'invalid_argument', field });
    expect(await t.billing.getAccount({ accountId })).toMatchObject({ plan: 'growth', autoRechargeCents: 0 });
  });

  test('add a referral credit once for each idempotency key, also when calls come at once', async () => {
    const accountId = 800_001;
    const add = (idempotencyKey: string) =>
      t.billing.updateAccount({ accountId, addReferralCreditCents: 500, idempotencyKey });
    await Promise.all([add('a'), add('b'), add('a'), add('b'), add('a')]);
    expect(await t.billing.getAccount({ accountId })).toMatchObject({ referralCreditCents: 1000 });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0 });
  });
});

describe('the gateway may change', () => {
  const asGateway = () => t.asCaller('gateway');

  test("neither plan, nor payment method, nor referral credit with the operator's method, and cannot call that method", async () => {
    const accountId = await t.anAccount({ plan: 'starter' });
    const gateway = asGateway();
    const refused = { code: 'internal', detail: expect.stringContaining('does not let gateway call it') };
    for (const change of [
      { plan: 'enterprise' },
      { paymentMethod: 'sandbox_ok' },
      { autoRechargeCents: 100_000_000 },
      { addReferralCreditCents: 100_000_000 },
    ]) {
      const request = { accountId, idempotencyKey: 'x', ...change };
      await expect(gateway.updateAccount(request)).rejects.toMatchObject(refused);
    }
    await expect(gateway.getAccount({ accountId })).rejects.toMatchObject(refused);
    await expect(
      gateway.addBalance({ accountId, amountCents: 1, idempotencyKey: 'x' }),
    ).rejects.toMatchObject(refused);
    expect(await t.billing.getAccount({ accountId })).toMatchObject({
      plan: 'starter',
      autoRechargeCents: 0,
      referralCreditCents: 0,
    });
  });

  test("the recharge amount, up to the maximum of the owner's page", async () => {
    const accountId = await t.anAccount();
    for (const amountCents of [1_000_000, 1, 0, 2500])
      await asGateway().setAutoRecharge({ accountId, amountCents });
    for (const amountCents of [1_000_001, -1, 0.5]) {
      await expect(asGateway().setAutoRecharge({ accountId, amountCents })).rejects.toMatchObject({
        code: 'invalid_argument',
        field: 'amount_cents',
      });
    }
    expect(await t.billing.getAccount({ accountId })).toMatchObject({ autoRechargeCents: 2500 });
  });

  test('an account without any earlier plan to a trial, once', async () => {
    const accountId = 810_001;
    await Promise.all([1, 2, 3].map(() => asGateway().startTrial({ accountId })));
    const { currentPeriodEnd, plan } = await t.billing.getEntitlements({ accountId });
    expect(plan).toBe('trial');
    t.clock.advance(15 * 86_400_000);
    await asGateway().startTrial({ accountId });
    expect(await t.billing.getEntitlements({ accountId })).toMatchObject({ plan: 'none' });
    t.clock.advance(-15 * 86_400_000);
    expect(await t.billing.getEntitlements({ accountId })).toMatchObject({ plan: 'trial', currentPeriodEnd });
    for (const before of ['none', 'starter', 'enterprise']) {
      const other = await t.anAccount({ plan: before });
      await asGateway().startTrial({ accountId: other });
      expect(await t.billing.getAccount({ accountId: other })).toMatchObject({ plan: before });
    }
  });
});

describe('entitlements', () => {
  test('contain the features, limits, usage and month of the plan', async () => {
    const accountId = await t.anAccount({ plan: 'growth', balance: 5000 });
    await t.billing.hold(aHold(accountId, 'pur_1_1'));
    expect(await t.billing.getEntitlements({ accountId })).toEqual({
      plan: 'growth',
      planName: 'Growth',
      priceCents: 4900,
      features: { carrierPickup: true, batch: true, businessReporting: false, marketingEmail: true },
      shipmentsLimit: 2000,
      shipmentsUsed: 1,
      marketingEmailsLimit: 2500,
      marketingEmailsUsed: 0,
      status: 'active',
      currentPeriodStart: new Date('2026-03-01T00:00:00Z'),
      currentPeriodEnd: new Date('2026-04-01T00:00:00Z'),
    });
    expect(await t.billing.getFeatures({ accountId })).toEqual({
      features: { carrierPickup: true, batch: true, businessReporting: false, marketingEmail: true },
      missingFeatures: [{ feature: 'business_reporting', plans: ['Pro', 'Enterprise'] }],
    });
  });

  test('name the plans that have a missing feature, and no plan that cannot be selected', async () => {
    const missingOn = async (plan: string) => {
      const { missingFeatures } = await t.billing.getFeatures({ accountId: await t.anAccount({ plan }) });
      return missingFeatures.map(({ feature, plans }) => `${feature}: ${plans.join(', ')}`);
    };
    expect(await missingOn('trial')).toEqual([
      'carrier_pickup: Growth, Pro, Enterprise',
      'batch: Growth, Pro, Enterprise',
      'business_reporting: Pro, Enterprise',
    ]);
    expect(await missingOn('classic')).toHaveLength(4);
    expect(await missingOn('enterprise')).toEqual([]);
  });

  test.each([
    ['none', 'none', false],
    ['classic', 'discontinued', false],
    ['trial', 'trialing', true],
    ['enterprise', 'active', true],
  ])('of %s: status %s, marketing e-mail %s', async (plan, status, marketingEmail) => {
    const accountId = await t.anAccount({ plan });
    const entitlements = await t.billing.getEntitlements({ accountId });
    expect(entitlements).toMatchObject({ plan, status, features: { marketingEmail } });
  });

  test('contain no limit on an unlimited plan', async () => {
    const accountId = await t.anAccount({ plan: 'enterprise' });
    const { shipmentsLimit, marketingEmailsLimit } = await t.billing.getEntitlements({ accountId });
    expect([shipmentsLimit, marketingEmailsLimit]).toEqual([undefined, undefined]);
  });

  test('of a trial end after 14 days, also when the same plan is set again', async () => {
    const accountId = await t.anAccount({ plan: 'trial' });
    const { currentPeriodEnd } = await t.billing.getEntitlements({ accountId });
    t.clock.advance(10 * 86_400_000);
    await t.billing.updateAccount({ accountId, plan: 'trial', idempotencyKey: '' });
    expect(await t.billing.getEntitlements({ accountId })).toMatchObject({
      status: 'trialing',
      currentPeriodEnd,
    });
    t.clock.advance(4 * 86_400_000);
    expect(await t.billing.getEntitlements({ accountId })).toMatchObject({ status: 'none', plan: 'none' });
  });
});

describe('a plan table in a file', () => {
  const load = async (rows: unknown) => {
    const folder = await mkdtemp(join(tmpdir(), 'parcelyard-plans-'));
    const file = join(folder, 'plans.json');
    await writeFile(file, JSON.stringify(rows));
    return loadPlanTable(file).finally(() => rm(folder, { recursive: true }));
  };
  const row = {
    code: 'none',
    name: 'No plan',
    pricePerMonth: 0,
    shipmentsPerMonth: 3,
    marketingEmailsPerMonth: null,
    features: ['batch'],
  };

  test('replaces the built-in table', async () => {
    const plans = await load([row, { ...row, code: 'gold', discontinued: true }]);
    expect(plans.codes).toEqual(['none', 'gold']);
    expect(plans.find('gold')).toMatchObject({ shipmentsPerMonth: 3, discontinued: true, trialDays: null });
  });

  test.each([
    ['an unknown feature', [{ ...row, features: ['teleport'] }], /features/],
    ['a misspelt field', [{ ...row, shipmentPerMonth: 3 }], /shipmentPerMonth/],
    ['one code twice', [row, row], /one code/],
    ['no row for accounts without a plan', [{ ...row, code: 'gold' }], /none is missing/],
  ])('with %s is refused at start', async (_, rows, reason) => {
    await expect(load(rows)).rejects.toThrow(reason);
  });
});
