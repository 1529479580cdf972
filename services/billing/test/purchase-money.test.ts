import { auditLedger } from './support/audit-ledger';
import { aHold, type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

const purchaseOf = (accountId: number, purchaseId: string) => ({ accountId, purchaseId });

describe('an account without any settings', () => {
  test('has an empty balance, no auto-recharge and no plan', async () => {
    const accountId = 900_001;
    expect(await t.billing.getBalance({ accountId })).toEqual({
      availableCents: 0,
      heldCents: 0,
      autoRechargeCents: 0,
      limits: { token: { spentTodayCents: 0 }, app: { spentTodayCents: 0 } },
    });
    expect(await t.billing.getAccount({ accountId })).toEqual({
      plan: 'none',
      autoRechargeCents: 0,
      paymentMethod: 'sandbox_ok',
      referralCreditCents: 0,
    });
  });
});

describe('money that an operator adds', () => {
  test('is credited once, however often the call is repeated', async () => {
    const accountId = await t.anAccount();
    const add = { accountId, amountCents: 12_345, idempotencyKey: 'a' };
    await Promise.all([t.billing.addBalance(add), t.billing.addBalance(add), t.billing.addBalance(add)]);
    await t.billing.addBalance({ ...add, idempotencyKey: 'b', amountCents: 5 });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 12_350 });
    expect((await auditLedger(t.billing, accountId)).map(({ kind }) => kind)).toEqual(['credit', 'credit']);
  });
});

describe('a purchase', () => {
  test('is held, then captured into postage, insurance and fee', async () => {
    const accountId = await t.anAccount({ balance: 2000 });
    const held = await t.billing.hold({ ...aHold(accountId, 'pur_10_1', 700), insuranceCents: 100 });
    expect(held).toEqual({ totalCents: 830, feeCents: 30, rechargedCents: 0 });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1170, heldCents: 830 });
    await t.billing.capture(purchaseOf(accountId, 'pur_10_1'));
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1170, heldCents: 0 });
    const transfers = await auditLedger(t.billing, accountId);
    expect(transfers.at(-1)).toMatchObject({
      key: 'capture:pur_10_1',
      resolves: 'hold:pur_10_1',
      lines: [
        { ledger: 'held', cents: -830 },
        { ledger: 'carrier_payable', cents: 700 },
        { ledger: 'insurance', cents: 100 },
        { ledger: 'fees', cents: 30 },
      ],
    });
  });

  describe('with a ceiling on the whole charge [MCP-S42]', () => {
    const asked = (accountId: number, purchaseId: string, maxChargeCents: number) =>
      t.billing.hold({ ...aHold(accountId, purchaseId, 700), insuranceCents: 100, maxChargeCents });
    const refusal = (maxChargeCents: number) => ({
      code: 'failed_precondition',
      reason: 'charge_above_max_charge',
      field: 'max_charge',
      params: { totalCents: 830, postageCents: 700, insuranceCents: 100, feeCents: 30, maxChargeCents },
    });

    test('is held at the ceiling and refused a cent above it, with insurance and fee counted', async () => {
      const accountId = await t.anAccount({ balance: 2000 });
      await expect(asked(accountId, 'pur_216_1', 829)).rejects.toMatchObject(refusal(829));
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 2000, heldCents: 0 });
      expect(await asked(accountId, 'pur_216_1', 830)).toMatchObject({ totalCents: 830 });
    });

    test('is refused before a card is charged for it', async () => {
      const accountId = await t.anAccount({ balance: 100, autoRecharge: 1 });
      await expect(asked(accountId, 'pur_217_1', 800)).rejects.toMatchObject(refusal(800));
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 100, heldCents: 0 });
      expect((await auditLedger(t.billing, accountId)).map(({ kind }) => kind)).toEqual(['credit']);
    });

    test('keeps its first hold when it is repeated with another ceiling', async () => {
      const accountId = await t.anAccount({ balance: 2000 });
      const held = await asked(accountId, 'pur_218_1', 830);
      expect(await asked(accountId, 'pur_218_1', 1)).toEqual(held);
    });
  });

  test('that is captured without insurance pays no premium, and a void refunds none', async () => {
    const accountId = await t.anAccount({ balance: 2000 });
    await t.billing.hold({ ...aHold(accountId, 'pur_15_1', 700), insuranceCents: 100 });
    const purchase = purchaseOf(accountId, 'pur_15_1');
    await t.billing.capture({ ...purchase, withoutInsurance: true });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1270, heldCents: 0 });
    await t.billing.refund(purchase);
    expect((await auditLedger(t.billing, accountId)).map(({ lines }) => lines).slice(-2)).toEqual([
      [
        { ledger: 'held', cents: -830 },
        { ledger: 'carrier_payable', cents: 700 },
        { ledger: 'available', cents: 100 },
        { ledger: 'fees', cents: 30 },
      ],
      [
        { ledger: 'carrier_payable', cents: -700 },
        { ledger: 'available', cents: 700 },
      ],
    ]);
  });

  test('in a batch pays no fee', async () => {
    const accountId = await t.anAccount({ balance: 700 });
    const held = await t.billing.hold({ ...aHold(accountId, 'pur_11_1', 700), batch: true });
    expect(held).toMatchObject({ totalCents: 700, feeCents: 0 });
  });

  test('is held once, however often and at what price the hold is repeated, also after the capture', async () => {
    const accountId = await t.anAccount({ balance: 2000 });
    const first = await t.billing.hold(aHold(accountId, 'pur_12_1', 700));
    expect(await t.billing.hold(aHold(accountId, 'pur_12_1', 900))).toEqual(first);
    await t.billing.capture(purchaseOf(accountId, 'pur_12_1'));
    expect(await t.billing.hold(aHold(accountId, 'pur_12_1', 700))).toEqual(first);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1270, heldCents: 0 });
    await auditLedger(t.billing, accountId);
  });

  test('returns everything once when it is released', async () => {
    const accountId = await t.anAccount({ balance: 2000 });
    await t.billing.hold(aHold(accountId, 'pur_13_1'));
    for (let repeat = 0; repeat < 3; repeat += 1) {
      await t.billing.release(purchaseOf(accountId, 'pur_13_1'));
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 2000, heldCents: 0 });
    }
    await auditLedger(t.billing, accountId);
  });

  test('cannot be released after a capture or captured after a release', async () => {
    const accountId = await t.anAccount({ balance: 5000 });
    await t.billing.hold(aHold(accountId, 'pur_14_1'));
    await t.billing.hold(aHold(accountId, 'pur_14_2'));
    // This hold stays open. Without it, the forbidden release and the forbidden capture below might fail only because
    // no money is reserved.
    await t.billing.hold(aHold(accountId, 'pur_14_3'));
    await t.billing.capture(purchaseOf(accountId, 'pur_14_1'));
    await t.billing.release(purchaseOf(accountId, 'pur_14_2'));
    await expect(t.billing.release(purchaseOf(accountId, 'pur_14_1'))).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(t.billing.capture(purchaseOf(accountId, 'pur_14_2'))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({
      availableCents: 5000 - 2 * 1030,
      heldCents: 1030,
    });
    await auditLedger(t.billing, accountId);
  });

  test('cannot be captured without a hold', async () => {
    const accountId = await t.anAccount({ balance: 5000 });
    await expect(t.billing.capture(purchaseOf(accountId, 'pur_15_1'))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
  });

  test('cannot be held after a release', async () => {
    const accountId = await t.anAccount({ balance: 5000 });
    await t.billing.release(purchaseOf(accountId, 'pur_16_1'));
    await t.billing.release(purchaseOf(accountId, 'pur_16_1'));
    await expect(t.billing.hold(aHold(accountId, 'pur_16_1'))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 5000, heldCents: 0 });
  });

  test('cannot be changed by another account', async () => {
    const mine = await t.anAccount({ balance: 5000 });
    const theirs = await t.anAccount({ balance: 5000 });
    await t.billing.hold(aHold(theirs, 'pur_17_1'));
    const ref = purchaseOf(mine, 'pur_17_1');
    await expect(t.billing.hold(aHold(mine, 'pur_17_1'))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    await expect(t.billing.capture(ref)).rejects.toMatchObject({ code: 'failed_precondition' });
    await expect(t.billing.refund(ref)).rejects.toMatchObject({ code: 'failed_precondition' });
    await expect(t.billing.release(ref)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await t.billing.getBalance({ accountId: theirs })).toMatchObject({ heldCents: 1030 });
    expect(await t.billing.getBalance({ accountId: mine })).toMatchObject({
      availableCents: 5000,
      heldCents: 0,
    });
  });
});

describe('a refund', () => {
  test('credits postage and insurance once and keeps the fee', async () => {
    const accountId = await t.anAccount({ balance: 2000 });
    await t.billing.hold({ ...aHold(accountId, 'pur_20_1', 700), insuranceCents: 100 });
    await t.billing.capture(purchaseOf(accountId, 'pur_20_1'));
    await Promise.all(Array.from({ length: 5 }, () => t.billing.refund(purchaseOf(accountId, 'pur_20_1'))));
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1970, heldCents: 0 });
    const transfers = await auditLedger(t.billing, accountId);
    expect(transfers.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
  });

  test('is refused before a capture', async () => {
    const accountId = await t.anAccount({ balance: 2000 });
    await t.billing.hold(aHold(accountId, 'pur_21_1'));
    await expect(t.billing.refund(purchaseOf(accountId, 'pur_21_1'))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
  });
});

describe('a preview', () => {
  const preview = (accountId: number, postageCents: number, insuranceCents = 0, batch = false) =>
    t.billing.previewCharge({ accountId, postageCents, insuranceCents, batch });

  test('shows the charge and the balance after it, and changes nothing', async () => {
    const accountId = await t.anAccount({ balance: 2000 });
    expect(await preview(accountId, 700, 100)).toEqual({
      feeCents: 30,
      totalChargeCents: 830,
      currentBalanceCents: 2000,
      balanceAfterCents: 1170,
      autoRechargeWouldFire: false,
      rechargeCents: 0,
      balanceWouldGoNegative: false,
      limited: false,
    });
    expect(await auditLedger(t.billing, accountId)).toHaveLength(1);
  });

  test('counts a recharge that would be made', async () => {
    const accountId = await t.anAccount({ balance: 100, autoRecharge: 2500 });
    expect(await preview(accountId, 700)).toMatchObject({
      feeCents: 0,
      balanceAfterCents: 100 + 2500 - 700,
      autoRechargeWouldFire: true,
      rechargeCents: 2500,
      balanceWouldGoNegative: false,
    });
  });

  test('warns of a negative balance when auto-recharge is off', async () => {
    const accountId = await t.anAccount({ balance: 100 });
    expect(await preview(accountId, 700)).toMatchObject({
      totalChargeCents: 730,
      balanceAfterCents: -630,
      autoRechargeWouldFire: false,
      balanceWouldGoNegative: true,
    });
    expect(await preview(accountId, 700, 0, true)).toMatchObject({ feeCents: 0, balanceAfterCents: -600 });
  });

  test.each([0, 1, 2500])(
    'shows the same amounts as the purchase after it, with auto-recharge %d cents',
    async (autoRecharge) => {
      const accountId = await t.anAccount({ balance: autoRecharge === 0 ? 5000 : 300, autoRecharge });
      const promised = await preview(accountId, 700, 100);
      const held = await t.billing.hold({
        ...aHold(accountId, `pur_30${autoRecharge}_1`, 700),
        insuranceCents: 100,
      });
      expect(held).toEqual({
        totalCents: promised.totalChargeCents,
        feeCents: promised.feeCents,
        rechargedCents: promised.rechargeCents,
      });
      expect(await t.billing.getBalance({ accountId })).toMatchObject({
        availableCents: promised.balanceAfterCents,
      });
    },
  );
});

describe('bad input', () => {
  test.each([
    [{ accountId: 0 }, 'account_id'],
    [{ purchaseId: '' }, 'purchase_id'],
    [{ postageCents: -1 }, 'postage_cents'],
    [{ postageCents: 0.5 }, 'postage_cents'],
    [{ insuranceCents: -1 }, 'insurance_cents'],
    [{ postageCents: 100_000_001 }, 'postage_cents'],
  ])("%j is refused with the field's name, and nothing is held", async (wrong, field) => {
    const accountId = await t.anAccount({ balance: 5000 });
    const request = { ...aHold(accountId, `pur_bad_${field}`), ...wrong };
    await expect(t.billing.hold(request)).rejects.toMatchObject({ code: 'invalid_argument', field });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 5000, heldCents: 0 });
  });

  test('is refused from an operator too', async () => {
    const accountId = await t.anAccount();
    const add = { accountId, amountCents: 1, idempotencyKey: 'k' };
    await expect(t.billing.addBalance({ ...add, amountCents: 0 })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
    await expect(t.billing.addBalance({ ...add, idempotencyKey: '' })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});
