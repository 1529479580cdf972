import { auditLedger } from './support/audit-ledger';
import { aHold, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

const credited = async (cents: number, balance = 0) => {
  const accountId = await t.anAccount({ balance });
  await t.billing.updateAccount({ accountId, addReferralCreditCents: cents, idempotencyKey: 'gift' });
  return accountId;
};

const buy = async (accountId: number, purchaseId: string, postageCents = 1000) => {
  await t.billing.hold(aHold(accountId, purchaseId, postageCents));
  await t.billing.capture({ accountId, purchaseId });
};

const aReferral = async () => {
  const accountId = await t.anAccount();
  const { code } = await t.billing.getReferrals({ accountId });
  const joined = await t.anAccount({ balance: 10_000 });
  await t.billing.recordReferral({ code, accountId: joined, name: '' });
  const earned = async () => {
    const { availableCents, referrals } = await t.billing.getReferrals({ accountId });
    return [availableCents, referrals[0]?.status];
  };
  return { accountId, joined, earned };
};

describe('a referral', () => {
  test('earns its credit once, with the first scan of a label of the referred account', async () => {
    const accountId = await t.anAccount();
    const { code, url, referrals } = await t.billing.getReferrals({ accountId });
    expect([url, referrals]).toEqual([`/signup?ref=${code}`, []]);

    const joinedAt = t.clock.now();
    const joined = await t.anAccount({ balance: 10_000 });
    await t.billing.recordReferral({ code: code.toLowerCase(), accountId: joined, name: 'Grace Hopper' });
    expect(await t.billing.getReferrals({ accountId })).toEqual({
      code,
      url,
      availableCents: 0,
      referrals: [{ name: 'Grace Hopper', status: 'joined', creditCents: 0, joinedAt }],
    });

    for (const purchaseId of ['pur_1_1', 'pur_2_1']) await buy(joined, purchaseId);
    expect(await t.billing.getReferrals({ accountId })).toMatchObject({
      availableCents: 0,
      referrals: [{ status: 'joined', creditCents: 0 }],
    });
    for (const purchaseId of ['pur_2_1', 'pur_2_1', 'pur_1_1']) {
      await t.billing.noteScan({ accountId: joined, purchaseId });
      expect(await t.billing.getReferrals({ accountId })).toMatchObject({
        availableCents: 1000,
        referrals: [{ status: 'credited', creditCents: 1000 }],
      });
    }
    expect(await t.billing.getAccount({ accountId })).toMatchObject({ referralCreditCents: 1000 });
  });

  test('counts for the first code, the newest is listed first, and other accounts do not see it', async () => {
    const [one, two] = [await t.anAccount(), await t.anAccount()];
    const [first, second] = [
      await t.billing.getReferrals({ accountId: one }),
      await t.billing.getReferrals({ accountId: two }),
    ];
    expect(first.code).not.toBe(second.code);
    const joined = await t.anAccount();
    await t.billing.recordReferral({ code: first.code, accountId: joined, name: 'Ada' });
    await t.billing.recordReferral({ code: second.code, accountId: joined, name: 'Ada' });
    t.clock.advance(1000);
    await t.billing.recordReferral({ code: first.code, accountId: await t.anAccount(), name: 'Mary' });
    const { referrals } = await t.billing.getReferrals({ accountId: one });
    expect(referrals.map(({ name }) => name)).toEqual(['Mary', 'Ada']);
    expect((await t.billing.getReferrals({ accountId: two })).referrals).toEqual([]);
  });

  test("with an unknown code, or with the account's own code, is refused", async () => {
    const accountId = await t.anAccount();
    const { code } = await t.billing.getReferrals({ accountId });
    for (const wrong of [code, 'ZZZZZZZZ', 'SHORT', '!!!!!!!!']) {
      await expect(t.billing.recordReferral({ code: wrong, accountId, name: '' })).rejects.toMatchObject({
        code: 'invalid_argument',
        reason: 'referral_code_unknown',
      });
    }
  });
});

describe('the referrer gets no credit for a scan', () => {
  test('of a voided label, however many are bought and voided, and gets it for the next label', async () => {
    const { joined, earned } = await aReferral();
    for (let n = 1; n <= 5; n += 1) {
      const purchase = { accountId: joined, purchaseId: `pur_4${n}_1` };
      await buy(joined, purchase.purchaseId);
      await t.billing.refund(purchase);
      await t.billing.noteScan(purchase);
    }
    expect(await earned()).toEqual([0, 'joined']);
    await buy(joined, 'pur_49_1');
    await t.billing.noteScan({ accountId: joined, purchaseId: 'pur_49_1' });
    expect(await earned()).toEqual([1000, 'credited']);
  });

  test('of a label without postage, a label that is only held, a label of another account, or no label', async () => {
    const { joined, earned } = await aReferral();
    await buy(joined, 'pur_51_1', 0);
    await t.billing.hold(aHold(joined, 'pur_52_1'));
    const other = await t.anAccount({ balance: 10_000 });
    await buy(other, 'pur_53_1');
    for (const purchaseId of ['pur_51_1', 'pur_52_1', 'pur_53_1', 'pur_54_1']) {
      await t.billing.noteScan({ accountId: joined, purchaseId });
    }
    expect(await earned()).toEqual([0, 'joined']);
  });
});

test('a scan that three processes report twice at once earns one credit', async () => {
  const processes = [t.billing, await t.anotherProcess(), await t.anotherProcess()];
  const { joined, earned } = await aReferral();
  for (const purchaseId of ['pur_61_1', 'pur_62_1']) await buy(joined, purchaseId);
  await Promise.all(
    [...processes, ...processes].map((billing, n) =>
      billing.noteScan({ accountId: joined, purchaseId: `pur_6${(n % 2) + 1}_1` }),
    ),
  );
  expect(await earned()).toEqual([1000, 'credited']);
});

test('when a process dies between the credit and its mark, the repeated call sets the mark', async () => {
  const dying = await t.anotherProcess(crashAt('referral-credited'));
  const { joined, earned } = await aReferral();
  await buy(joined, 'pur_71_1');
  const scan = { accountId: joined, purchaseId: 'pur_71_1' };
  await expect(dying.noteScan(scan)).rejects.toThrow();
  expect(await earned()).toEqual([1000, 'joined']);
  await t.billing.noteScan(scan);
  expect(await earned()).toEqual([1000, 'credited']);
});

test('an account that has already bought a label cannot be referred and earns no credit for anybody', async () => {
  const accountId = await t.anAccount();
  const { code } = await t.billing.getReferrals({ accountId });
  const joined = await t.anAccount({ balance: 10_000 });
  await buy(joined, 'pur_31_1');
  await expect(t.billing.recordReferral({ code, accountId: joined, name: 'Late' })).rejects.toMatchObject({
    code: 'failed_precondition',
    reason: 'referral_too_late',
  });
  expect(await t.billing.getReferrals({ accountId })).toMatchObject({ availableCents: 0, referrals: [] });
});

describe('redeeming referral credit', () => {
  test('without confirm shows the result and changes nothing', async () => {
    const accountId = await credited(2000, 300);
    for (const [amountCents, expected] of [
      [undefined, 2000],
      [1, 1],
    ] as const) {
      expect(await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: false })).toEqual({
        amountCents: expected,
        balanceAfterCents: 300 + expected,
      });
    }
    expect(await auditLedger(t.billing, accountId)).toHaveLength(1);
    expect(await t.billing.getReferrals({ accountId })).toMatchObject({ availableCents: 2000 });
  });

  test('moves the credit to the postage balance as one transfer, without a card charge [MCP-B4]', async () => {
    const accountId = await credited(2000, 300);
    expect(await t.billing.redeemReferralCredit({ accountId, amountCents: 500, confirm: true })).toEqual({
      amountCents: 500,
      balanceAfterCents: 800,
    });
    expect(await t.billing.redeemReferralCredit({ accountId, confirm: true })).toEqual({
      amountCents: 1500,
      balanceAfterCents: 2300,
    });
    expect(await t.billing.getReferrals({ accountId })).toMatchObject({ availableCents: 0 });
    const redeemed = (await auditLedger(t.billing, accountId)).filter(
      ({ kind }) => kind === 'referral_credit',
    );
    expect(redeemed.map(({ key, lines }) => [key, lines])).toEqual([
      [
        `referral:${accountId}:0:500`,
        [expect.objectContaining({ ledger: 'referral', cents: -500 }), { ledger: 'available', cents: 500 }],
      ],
      [
        `referral:${accountId}:500:1500`,
        [
          { ledger: 'referral', cents: -1500 },
          { ledger: 'available', cents: 1500 },
        ],
      ],
    ]);
    const { charges } = await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 });
    expect(charges).toEqual([]);
  });

  test('is refused without credit and above the credit, in preview and confirm', async () => {
    const [rich, poor] = [await credited(2000), await t.anAccount()];
    for (const confirm of [false, true]) {
      await expect(t.billing.redeemReferralCredit({ accountId: poor, confirm })).rejects.toMatchObject({
        code: 'failed_precondition',
        reason: 'no_referral_credit',
      });
      await expect(
        t.billing.redeemReferralCredit({ accountId: rich, amountCents: 2001, confirm }),
      ).rejects.toMatchObject({
        code: 'failed_precondition',
        reason: 'referral_credit_exceeded',
        params: { availableCents: 2000, requestedCents: 2001 },
      });
    }
    expect(await t.billing.getBalance({ accountId: rich })).toMatchObject({ availableCents: 0 });
  });

  test('adds new credit to the remaining credit', async () => {
    const accountId = await credited(2000);
    await t.billing.redeemReferralCredit({ accountId, confirm: true });
    await t.billing.updateAccount({ accountId, addReferralCreditCents: 700, idempotencyKey: 'another gift' });
    expect(await t.billing.getReferrals({ accountId })).toMatchObject({ availableCents: 700 });
    expect(await t.billing.redeemReferralCredit({ accountId, confirm: true })).toEqual({
      amountCents: 700,
      balanceAfterCents: 2700,
    });
  });
});

describe('a repeated confirm', () => {
  test.each([[undefined], [2000]])(
    'within a day returns the first result and moves nothing: amount %s',
    async (amountCents) => {
      const accountId = await credited(2000, 100);
      const first = await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: true });
      const redeemedBeforeAt = t.clock.now();
      await t.billing.addBalance({ accountId, amountCents: 500, idempotencyKey: 'meanwhile' });
      t.clock.advance(3_600_000);
      expect(await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: true })).toEqual({
        ...first,
        redeemedBeforeAt,
      });
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 2600 });
    },
  );

  test('of the same amount within a day moves nothing, also when credit is left, and a preview shows the first result', async () => {
    const accountId = await credited(2000, 100);
    const amountCents = 500;
    const first = await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: true });
    const again = { ...first, redeemedBeforeAt: t.clock.now() };
    await t.billing.addBalance({ accountId, amountCents: 50, idempotencyKey: 'meanwhile' });
    expect(await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: true })).toEqual(again);
    expect(await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: false })).toEqual({
      ...again,
      balanceAfterCents: 650,
    });
    t.clock.advance(86_400_001);
    await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: true });
    expect(await t.billing.getReferrals({ accountId })).toMatchObject({ availableCents: 1000 });
  });

  test('of the same amount moves credit again, when a wrong clock dated the last redemption into the next year', async () => {
    const accountId = await credited(2000);
    const amountCents = 500;
    const now = t.clock.now();
    t.clock.advance(365 * 86_400_000);
    await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: true });
    t.clock.set(now);
    await t.billing.redeemReferralCredit({ accountId, amountCents, confirm: true });
    expect(await t.billing.getReferrals({ accountId })).toMatchObject({ availableCents: 1000 });
  });

  test('of another amount, or after a day, is refused when no credit is left', async () => {
    const accountId = await credited(2000);
    await t.billing.redeemReferralCredit({ accountId, confirm: true });
    const refused = { code: 'failed_precondition', reason: 'no_referral_credit' };
    await expect(
      t.billing.redeemReferralCredit({ accountId, amountCents: 700, confirm: true }),
    ).rejects.toMatchObject(refused);
    await expect(t.billing.redeemReferralCredit({ accountId, confirm: false })).rejects.toMatchObject(
      refused,
    );
    t.clock.advance(86_400_001);
    await expect(t.billing.redeemReferralCredit({ accountId, confirm: true })).rejects.toMatchObject(refused);
  });
});

describe('confirms at once in three processes', () => {
  test('of the whole credit redeem it once, and each gets the same answer', async () => {
    const processes = [t.billing, await t.anotherProcess(), await t.anotherProcess()];
    for (let round = 1; round <= 8; round += 1) {
      const accountId = await credited(2000, 100);
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, async (_, n) =>
          processes[n % 3]?.redeemReferralCredit({ accountId, confirm: true }),
        ),
      );
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ amountCents: 2000, balanceAfterCents: 2100 });
      }
      // `redeemedBeforeAt` is absent only in the answer of the call that moved the credit.
      expect(outcomes.filter((outcome) => outcome?.redeemedBeforeAt === undefined)).toHaveLength(1);
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 2100 });
      await auditLedger(t.billing, accountId);
    }
  });

  test('of one amount, which is a part of the credit, redeem it once', async () => {
    const processes = [t.billing, await t.anotherProcess(), await t.anotherProcess()];
    for (let round = 1; round <= 8; round += 1) {
      const accountId = await credited(2000);
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          // Delays the calls differently, so that some begin while the first call writes.
          for (let turn = n * round; turn > 0; turn -= 1) await new Promise(setImmediate);
          return processes[n % 3]?.redeemReferralCredit({ accountId, amountCents: 300, confirm: true });
        }),
      );
      expect(outcomes.filter((outcome) => outcome?.redeemedBeforeAt === undefined)).toHaveLength(1);
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 300 });
    }
  });

  test('of different amounts never redeem more than the credit', async () => {
    const processes = [t.billing, await t.anotherProcess(), await t.anotherProcess()];
    const accountId = await credited(1000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, async (_, n) =>
        processes[n % 3]?.redeemReferralCredit({ accountId, amountCents: 300 + n, confirm: true }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const { availableCents } = await t.billing.getBalance({ accountId });
    expect(availableCents).toBeLessThanOrEqual(1000);
    expect(await t.billing.getReferrals({ accountId })).toMatchObject({
      availableCents: 1000 - availableCents,
    });
    await auditLedger(t.billing, accountId);
  });
});
