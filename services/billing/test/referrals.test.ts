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

/** A referrer and an account that joined with its code. */
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
  test('earns its credit with the first scan of a label of the account that joined, and only once', async () => {
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

  test('counts for the first code, newest is listed first, and nobody sees another one’s', async () => {
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

  test('by nobody’s code, or one’s own, is refused', async () => {
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

describe('a scan earns a referrer nothing', () => {
  test('of a label that was voided before, however many are bought and voided; the next label’s does', async () => {
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

  test('of a label whose postage the balance did not pay, or that is only held, another account’s, or none', async () => {
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

test('a scan that three processes hear of at once, twice, earns one credit', async () => {
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

test('a process that dies between a credit and its mark leaves the mark to the call that repeats it', async () => {
  const dying = await t.anotherProcess(crashAt('referral-credited'));
  const { joined, earned } = await aReferral();
  await buy(joined, 'pur_71_1');
  const scan = { accountId: joined, purchaseId: 'pur_71_1' };
  await expect(dying.noteScan(scan)).rejects.toThrow();
  expect(await earned()).toEqual([1000, 'joined']);
  await t.billing.noteScan(scan);
  expect(await earned()).toEqual([1000, 'credited']);
});

test('an account that has bought a label already joins by nobody, and earns nobody a credit', async () => {
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

describe('redeeming', () => {
  test('without confirm shows what would happen and changes nothing', async () => {
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

  test('moves the credit into the postage balance as one transfer, without charging a card [MCP-B4]', async () => {
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

  test('is refused without credit and beyond it, previewed or confirmed', async () => {
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

  test('new credit adds to what is left of the old', async () => {
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

describe('a confirm that comes again', () => {
  test.each([[undefined], [2000]])(
    'within a day answers what the first one redeemed, and moves nothing: amount %s',
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

  test('naming the same amount moves nothing, however much credit is left, until a day is over; a preview says so', async () => {
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

  test('for another amount than the first, or after a day, is told that nothing is left', async () => {
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

describe('confirms that come together, in three processes,', () => {
  test('of all of it redeem it once, and each is answered with that', async () => {
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
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 2100 });
      await auditLedger(t.billing, accountId);
    }
  });

  test('of different amounts never redeem more than there is', async () => {
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
