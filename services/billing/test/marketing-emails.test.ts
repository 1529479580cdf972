import { type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

const used = async (accountId: number) =>
  (await t.billing.getEntitlements({ accountId })).marketingEmailsUsed;

describe('the monthly allowance', () => {
  test.each([
    ['trial', 50],
    ['growth', 2500],
    ['pro', 10_000],
  ])(
    'of %s is %i: the last e-mail is allowed, and a campaign with one more is refused',
    async (plan, limit) => {
      const accountId = await t.anAccount({ plan });
      const all = { accountId, key: 'cam_1', count: limit };
      expect(await t.billing.checkMarketingEmails({ accountId, count: limit })).toEqual({
        allowed: true,
        reason: '',
        limit,
        used: 0,
        remaining: limit,
      });
      await expect(t.billing.claimMarketingEmails({ ...all, count: limit + 1 })).rejects.toMatchObject({
        code: 'resource_exhausted',
      });
      await t.billing.claimMarketingEmails(all);
      expect(await t.billing.checkMarketingEmails({ accountId, count: 1 })).toEqual({
        allowed: false,
        reason: 'limit_exceeded',
        limit,
        used: limit,
        remaining: 0,
      });
      expect(await t.billing.getEntitlements({ accountId })).toMatchObject({
        marketingEmailsLimit: limit,
        marketingEmailsUsed: limit,
        shipmentsUsed: 0,
      });
    },
  );

  test('of enterprise is unlimited', async () => {
    const accountId = await t.anAccount({ plan: 'enterprise' });
    await t.billing.claimMarketingEmails({ accountId, key: 'cam_1', count: 1_000_000 });
    const check = await t.billing.checkMarketingEmails({ accountId, count: 1_000_000 });
    expect(check).toEqual({ allowed: true, reason: '', used: 1_000_000 });
  });

  test.each(['none', 'starter', 'basic', 'classic'])('of %s is zero', async (plan) => {
    const accountId = await t.anAccount({ plan });
    expect(await t.billing.checkMarketingEmails({ accountId, count: 0 })).toEqual({
      allowed: false,
      reason: 'no_entitlement',
      limit: 0,
      used: 0,
      remaining: 0,
    });
    await expect(t.billing.claimMarketingEmails({ accountId, key: 'cam_1', count: 1 })).rejects.toMatchObject(
      {
        code: 'permission_denied',
        reason: 'marketing_not_included',
      },
    );
  });

  test('names the remaining number when a campaign is larger, and claims nothing', async () => {
    const accountId = await t.anAccount({ plan: 'trial' });
    await t.billing.claimMarketingEmails({ accountId, key: 'cam_1', count: 48 });
    const tooMany = t.billing.claimMarketingEmails({ accountId, key: 'cam_2', count: 3 });
    await expect(tooMany).rejects.toMatchObject({
      code: 'resource_exhausted',
      reason: 'marketing_limit_reached',
      params: {
        plan: 'Trial (14 days)',
        limit: 50,
        remaining: 2,
        count: 3,
        renewsOn: expect.stringMatching(/^\d{4}-\d\d-01$/),
      },
    });
    await t.billing.claimMarketingEmails({ accountId, key: 'cam_2', count: 2 });
    expect(await used(accountId)).toBe(50);
  });

  test('starts again with the UTC month, and its usage stays after a change of plan', async () => {
    const accountId = await t.anAccount({ plan: 'pro' });
    await t.billing.claimMarketingEmails({ accountId, key: 'cam_1', count: 2400 });
    await t.billing.updateAccount({ accountId, plan: 'growth', idempotencyKey: '' });
    expect(await t.billing.checkMarketingEmails({ accountId, count: 100 })).toMatchObject({ remaining: 100 });
    t.clock.advance(31 * 86_400_000);
    expect(await t.billing.checkMarketingEmails({ accountId, count: 1 })).toMatchObject({
      used: 0,
      remaining: 2500,
    });
    await t.billing.claimMarketingEmails({ accountId, key: 'cam_2', count: 10 });
    expect(await used(accountId)).toBe(10);
  });
});

describe('a key', () => {
  test('claims once, also when it is repeated after the allowance was used up', async () => {
    const accountId = await t.anAccount({ plan: 'trial' });
    const claim = { accountId, key: 'cam_1', count: 30 };
    for (let n = 0; n < 3; n += 1) {
      await t.billing.claimMarketingEmails(claim);
      expect(await used(accountId)).toBe(30);
    }
    await t.billing.claimMarketingEmails({ accountId, key: 'cam_2', count: 20 });
    await t.billing.updateAccount({ accountId, plan: 'none', idempotencyKey: '' });
    await t.billing.claimMarketingEmails(claim);
    expect(await t.billing.getEntitlements({ accountId })).toMatchObject({ marketingEmailsUsed: 50 });
  });

  test('is separate for each account', async () => {
    for (const accountId of [await t.anAccount({ plan: 'trial' }), await t.anAccount({ plan: 'trial' })]) {
      await t.billing.claimMarketingEmails({ accountId, key: 'same', count: 7 });
      expect(await used(accountId)).toBe(7);
    }
  });
});

// Tests the unique index of marketing_allowance on (accountId, seq).
test('of 30 campaigns at once in three processes, exactly those are allowed that fit the allowance', async () => {
  const processes = [t.billing, await t.anotherProcess(), await t.anotherProcess()];
  const accountId = await t.anAccount({ plan: 'trial' });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, async (_, n) =>
      processes[n % 3]?.claimMarketingEmails({ accountId, key: `cam_${n >> 1}`, count: 4 }),
    ),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'resource_exhausted' });
  // 15 campaigns of 4 e-mails, each sent twice at once. 12 campaigns fit into the allowance of 50. The 3 others are
  // refused twice each.
  expect(refused).toHaveLength(6);
  expect(await t.billing.getEntitlements({ accountId })).toMatchObject({ marketingEmailsUsed: 48 });
});
