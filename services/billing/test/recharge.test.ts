import { eventually } from '@parcelyard/testing/eventually';
import { auditLedger } from './support/audit-ledger';
import { aHold, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

const chargesOf = async (accountId: number) => {
  const { charges } = await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 });
  return charges;
};

describe('a short balance', () => {
  test('above 0.01 is recharged by the auto-recharge amount, then the purchase is held [MCP-M2]', async () => {
    const accountId = await t.anAccount({ balance: 100, autoRecharge: 2500 });
    expect(await t.billing.hold(aHold(accountId, 'pur_1_1', 700))).toEqual({
      totalCents: 700,
      feeCents: 0,
      rechargedCents: 2500,
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1900, heldCents: 700 });
    expect((await auditLedger(t.billing, accountId)).map(({ kind }) => kind)).toEqual([
      'credit',
      'recharge',
      'hold',
    ]);
  });

  test('at 0.01 is recharged by the shortfall plus the fee [MCP-M3]', async () => {
    const accountId = await t.anAccount({ balance: 100, autoRecharge: 1 });
    expect(await t.billing.hold(aHold(accountId, 'pur_2_1', 700))).toEqual({
      totalCents: 730,
      feeCents: 30,
      rechargedCents: 630,
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0, heldCents: 730 });
  });

  test('at 0 fails the purchase and charges nothing [MCP-M4]', async () => {
    const accountId = await t.anAccount({ balance: 729 });
    await expect(t.billing.hold(aHold(accountId, 'pur_3_1', 700))).rejects.toMatchObject({
      code: 'payment_required',
      reason: 'insufficient_balance',
      params: { chargeCents: 730, balanceCents: 729, shortage: 'auto_recharge_off' },
    });
    expect(await chargesOf(accountId)).toEqual([]);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 729, heldCents: 0 });
  });

  test('is not recharged for a label of a batch, because the batch was recharged before', async () => {
    const accountId = await t.anAccount({ balance: 100, autoRecharge: 2500 });
    await expect(t.billing.hold({ ...aHold(accountId, 'pur_4_1'), batch: true })).rejects.toMatchObject({
      code: 'payment_required',
    });
    expect(await chargesOf(accountId)).toEqual([]);
  });
});

describe('a declined payment method', () => {
  test('refuses the purchase with a reason and is charged once for two attempts; a new method pays the next attempt', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500, paymentMethod: 'sandbox_declined' });
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await expect(t.billing.hold(aHold(accountId, 'pur_5_1'))).rejects.toMatchObject({
        code: 'payment_required',
        reason: 'payment_declined',
        params: { words: 'Your card was declined.' },
      });
    }
    await t.billing.updateAccount({ accountId, paymentMethod: 'sandbox_ok', idempotencyKey: '' });
    expect(await t.billing.hold(aHold(accountId, 'pur_5_1'))).toMatchObject({ rechargedCents: 2500 });
    expect((await chargesOf(accountId)).map(({ status }) => status)).toEqual(['declined', 'succeeded']);
    await auditLedger(t.billing, accountId);
  });
});

describe('a payment gateway whose answer is lost', () => {
  test('is asked for the charge by reference, and the purchase continues with that one charge', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500, paymentMethod: 'sandbox_timeout' });
    expect(await t.billing.hold(aHold(accountId, 'pur_6_1', 700))).toMatchObject({ rechargedCents: 2500 });
    expect(await chargesOf(accountId)).toHaveLength(1);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1800, heldCents: 700 });
    await auditLedger(t.billing, accountId);
  });
});

describe('recharged money', () => {
  test('stays on the balance when the purchase is given up [MCP-M5]', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    await t.billing.hold(aHold(accountId, 'pur_7_1', 700));
    await t.billing.release({ accountId, purchaseId: 'pur_7_1' });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 2500, heldCents: 0 });
    expect(await chargesOf(accountId)).toHaveLength(1);
  });
});

describe('purchases at once', () => {
  test('are paid by one recharge when it covers all', async () => {
    const accountId = await t.anAccount({ autoRecharge: 10_000 });
    const other = await t.anotherProcess();
    const holds = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? t.billing : other).hold(aHold(accountId, `pur_8${n}_1`, 1000)),
      ),
    );
    expect(holds.reduce((sum, { rechargedCents }) => sum + rechargedCents, 0)).toBe(10_000);
    expect(await chargesOf(accountId)).toHaveLength(1);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0, heldCents: 10_000 });
    await auditLedger(t.billing, accountId);
  });

  test('with one purchase id charge the payment method once', async () => {
    const accountId = await t.anAccount({ autoRecharge: 1 });
    const other = await t.anotherProcess();
    const holds = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? t.billing : other).hold(aHold(accountId, 'pur_9_1', 700)),
      ),
    );
    for (const held of holds) expect(held).toEqual(holds[0]);
    expect((await chargesOf(accountId)).map(({ amountCents }) => amountCents)).toEqual([730]);
    await auditLedger(t.billing, accountId);
  });
});

test('a purchase that began at the setting 0.01 is paid by one recharge after the owner chose a higher amount', async () => {
  const accountId = await t.anAccount({ autoRecharge: 1 });
  const doomed = await t.anotherProcess(crashAt('hold-purchase-opened'));
  await expect(doomed.hold(aHold(accountId, 'pur_39_1', 9000))).rejects.toMatchObject({ code: 'internal' });
  await t.billing.setAutoRecharge({ accountId, amountCents: 2500 });
  expect(await t.billing.hold(aHold(accountId, 'pur_39_1', 9000))).toMatchObject({ totalCents: 9030 });
  expect((await chargesOf(accountId)).map(({ amountCents }) => amountCents)).toEqual([9030]);
  await auditLedger(t.billing, accountId);
});

describe('a crash after the gateway charged and before the ledger has the recharge', () => {
  test('is resumed by the same purchase, which is charged once', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const doomed = await t.anotherProcess(crashAt('recharge-charged'));
    await expect(doomed.hold(aHold(accountId, 'pur_40_1', 700))).rejects.toMatchObject({ code: 'internal' });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0 });
    expect(await t.billing.hold(aHold(accountId, 'pur_40_1', 700))).toMatchObject({ rechargedCents: 2500 });
    expect(await chargesOf(accountId)).toHaveLength(1);
    await auditLedger(t.billing, accountId);
  });

  test('is resumed by the next purchase of the account, which makes no charge', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const doomed = await t.anotherProcess(crashAt('recharge-charged'));
    await expect(doomed.hold(aHold(accountId, 'pur_41_1', 700))).rejects.toMatchObject({ code: 'internal' });
    expect(await t.billing.hold(aHold(accountId, 'pur_42_1', 700))).toMatchObject({ rechargedCents: 0 });
    expect(await chargesOf(accountId)).toHaveLength(1);
    await auditLedger(t.billing, accountId);
  });

  test('is completed by the worker within half a minute, also without another request', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const doomed = await t.anotherProcess(crashAt('recharge-charged'));
    await expect(doomed.hold(aHold(accountId, 'pur_43_1', 700))).rejects.toMatchObject({ code: 'internal' });
    await doomed.release({ accountId, purchaseId: 'pur_43_1' });
    t.clock.advance(30_000);
    await eventually(async () => {
      // The process that crashes also runs a worker. If this worker has taken the recharge, the recharge becomes due
      // again only after a pause.
      t.clock.advance(1_000);
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 2500, heldCents: 0 });
    });
    expect(await chargesOf(accountId)).toHaveLength(1);
    await auditLedger(t.billing, accountId);
  });
});
