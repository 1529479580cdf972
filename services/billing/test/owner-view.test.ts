import { aHold, type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

const ledger = (accountId: number, page = 1, pageSize = 0) =>
  t.billing.listLedger({ accountId, page, pageSize });

test('the balance names the last charge of the payment method, also after other credits', async () => {
  const accountId = await t.anAccount({ balance: 0, autoRecharge: 2500 });
  expect((await t.billing.getBalance({ accountId })).lastRecharge).toBeUndefined();
  const at = t.clock.now();
  await t.billing.hold(aHold(accountId, 'pur_43_1', 745));
  t.clock.advance(60_000);
  await t.billing.addBalance({ accountId, amountCents: 100, idempotencyKey: 'gift' });
  const { lastRecharge } = await t.billing.getBalance({ accountId });
  expect(lastRecharge).toEqual({ amountCents: 2500, at });
});

describe("an owner's ledger", () => {
  test('lists newest first what moved, why, and the balance after it', async () => {
    const accountId = await t.anAccount({ balance: 5000, autoRecharge: 1 });
    const hold = { ...aHold(accountId, 'pur_41_1', 745), insuranceCents: 100 };
    await t.billing.hold(hold);
    await t.billing.capture({ accountId, purchaseId: 'pur_41_1' });
    await t.billing.refund({ accountId, purchaseId: 'pur_41_1' });
    await t.billing.hold(aHold(accountId, 'pur_42_1', 300));
    await t.billing.release({ accountId, purchaseId: 'pur_42_1' });

    const { entries, total } = await ledger(accountId);
    const shown = entries.map(({ kind, purchaseId, ...figures }) => [
      `${kind} ${purchaseId ?? '–'}`,
      figures.availableChangeCents,
      figures.heldChangeCents,
      figures.availableAfterCents,
      figures.heldAfterCents,
      [figures.postageCents, figures.insuranceCents, figures.feeCents].join(' '),
    ]);
    expect(shown).toEqual([
      ['release pur_42_1', 330, -330, 4970, 0, '0 0 0'],
      ['hold pur_42_1', -330, 330, 4640, 330, '300 0 30'],
      ['refund pur_41_1', 845, 0, 4970, 0, '745 100 0'],
      ['capture pur_41_1', 0, -875, 4125, 0, '745 100 30'],
      ['hold pur_41_1', -875, 875, 4125, 875, '745 100 30'],
      ['credit –', 5000, 0, 5000, 0, '0 0 0'],
    ]);
    expect(total).toBe(6);
    expect(entries[0]).toMatchObject({ seq: 6, at: t.clock.now() });
    expect((await t.billing.getBalance({ accountId })).availableCents).toBe(4970);
  });

  test('is read in exact pages, also while it grows, and is empty after the last page', async () => {
    const accountId = await t.anAccount({ autoRecharge: 500 });
    const add = (key: string) => t.billing.addBalance({ accountId, amountCents: 1, idempotencyKey: key });
    for (const key of ['a', 'b', 'c', 'd', 'e']) await add(key);
    const seqs = async (page: number) => (await ledger(accountId, page, 2)).entries.map(({ seq }) => seq);
    expect([await seqs(1), await seqs(2), await seqs(3), await seqs(4)]).toEqual([[5, 4], [3, 2], [1], []]);
    await add('f');
    expect(await ledger(accountId, 0, 1)).toMatchObject({ entries: [{ seq: 6 }], total: 6 });
  });

  test('is empty for an account without transfers, and never shows another account', async () => {
    await t.anAccount({ balance: 100 });
    expect(await ledger(900_001)).toEqual({ entries: [], total: 0 });
  });
});

describe('plans', () => {
  test('are listed with their limits and features when an account can select them', async () => {
    const { plans } = await t.billing.listPlans({ accountId: 1 });
    expect(plans.map(({ code, priceCents, selectable }) => [code, priceCents, selectable])).toEqual([
      ['starter', 0, true],
      ['basic', 1900, true],
      ['growth', 4900, true],
      ['pro', 9900, true],
      ['enterprise', 24900, true],
    ]);
    const all = { carrierPickup: true, batch: true, businessReporting: true, marketingEmail: true };
    expect(plans.at(-1)).toMatchObject({ name: 'Enterprise', features: all });
    expect(plans.at(-1)?.shipmentsLimit).toBeUndefined();
    expect(plans[0]).toMatchObject({ shipmentsLimit: 100, marketingEmailsLimit: 0 });
  });

  test('change at once, and the usage of the month stays', async () => {
    const accountId = await t.anAccount({ plan: 'starter', balance: 5000 });
    await t.billing.hold(aHold(accountId, 'pur_51_1'));
    await t.billing.changePlan({ accountId, plan: 'pro' });
    expect(await t.billing.getEntitlements({ accountId })).toMatchObject({
      plan: 'pro',
      status: 'active',
      shipmentsLimit: 10_000,
      shipmentsUsed: 1,
      features: { businessReporting: true },
    });
  });

  test.each(['none', 'trial', 'classic', 'gold', ''])('cannot change to "%s"', async (plan) => {
    const accountId = await t.anAccount({ plan: 'starter' });
    await expect(t.billing.changePlan({ accountId, plan })).rejects.toMatchObject({
      code: 'invalid_argument',
      field: 'plan',
    });
    expect(await t.billing.getAccount({ accountId })).toMatchObject({ plan: 'starter' });
  });

  test('with a price can be set only by operators while real payments collect no price', async () => {
    const stripe = await startBilling({ PAYMENTS: 'stripe', STRIPE_API_KEY: 'sk_test_x' });
    const { billing } = stripe;
    const { plans } = await billing.listPlans({ accountId: 1 });
    expect(plans.filter(({ selectable }) => selectable).map(({ code }) => code)).toEqual(['starter']);
    await expect(billing.changePlan({ accountId: 1, plan: 'pro' })).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'plan_not_selectable',
      params: { plan: 'Pro', priceCents: 9900 },
    });
    await billing.changePlan({ accountId: 1, plan: 'starter' });
    expect(await billing.getAccount({ accountId: 1 })).toMatchObject({ plan: 'starter' });
    await stripe.stop();
  });
});
