import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@parcelyard/testing/eventually';
import { auditLedger } from './support/audit-ledger';
import { aHold, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());
afterEach(() => {
  t.gateway.isDown = false;
  t.gateway.beforeCharge = async () => undefined;
});

const chargesOf = async (accountId: number) =>
  (await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 })).charges;
const rechargesOf = (accountId: number) =>
  t.database.db.collection('recharges').find({ accountId }).sort({ _id: 1 }).toArray();
const statesOf = async (accountId: number) => (await rechargesOf(accountId)).map(({ state }) => state);
const aBatchRecharge = (accountId: number, postageCents: number) => ({
  accountId,
  key: 'bat_1',
  postageCents,
  insuranceCents: 0,
});

/** Moves the clock forward, and waits until the worker has checked everything that is due. */
async function runWorker(accountId: number, milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 5_000) {
    t.clock.advance(5_000);
    await pause(20);
  }
  await eventually(async () => {
    const due = (await rechargesOf(accountId)).filter(({ dueAt }) => dueAt && dueAt <= t.clock.now());
    expect(due).toEqual([]);
  });
}

describe('a purchase that was given up while the payment gateway was not reachable', () => {
  test('is not charged for when the gateway is available again, however long the worker works', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    t.gateway.isDown = true;
    await expect(t.billing.hold(aHold(accountId, 'pur_500_1'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await t.billing.release({ accountId, purchaseId: 'pur_500_1' });
    t.gateway.isDown = false;
    await runWorker(accountId, 60_000);
    expect(await chargesOf(accountId)).toEqual([]);
    expect(await statesOf(accountId)).toEqual(['withdrawn']);
  });

  test('does not stop another purchase that the balance covers', async () => {
    const accountId = await t.anAccount({ balance: 800, autoRecharge: 2500 });
    t.gateway.isDown = true;
    await expect(t.billing.hold(aHold(accountId, 'pur_501_1'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await t.billing.release({ accountId, purchaseId: 'pur_501_1' });
    expect(await t.billing.hold(aHold(accountId, 'pur_502_1', 700))).toMatchObject({ rechargedCents: 0 });
    await auditLedger(t.billing, accountId);
  });

  test('is not charged for by its own late request', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    t.gateway.isDown = true;
    await expect(t.billing.hold(aHold(accountId, 'pur_503_1'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await t.billing.release({ accountId, purchaseId: 'pur_503_1' });
    t.gateway.isDown = false;
    await expect(t.billing.hold(aHold(accountId, 'pur_503_1'))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    expect(await chargesOf(accountId)).toEqual([]);
  });
});

describe('a purchase that has claimed a recharge and not sent it', () => {
  test.each([
    ['recharge-claimed', 510],
    ['recharge-sending', 513],
  ])('is never charged for when its process died at %s and it was given up', async (place, order) => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const doomed = await t.anotherProcess(crashAt(place));
    await expect(doomed.hold(aHold(accountId, `pur_${order}_1`))).rejects.toMatchObject({ code: 'internal' });
    await t.billing.release({ accountId, purchaseId: `pur_${order}_1` });
    expect(await t.billing.hold(aHold(accountId, `pur_${order}_2`, 700))).toMatchObject({
      rechargedCents: 2500,
    });
    await runWorker(accountId, 60_000);
    expect((await chargesOf(accountId)).map(({ reference }) => reference)).toEqual([
      expect.stringMatching(`^rch_pur_${order}_2_1`),
    ]);
  });

  test('is not charged for by the worker before it is requested again', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const doomed = await t.anotherProcess(crashAt('recharge-claimed'));
    await expect(doomed.hold(aHold(accountId, 'pur_512_1'))).rejects.toMatchObject({ code: 'internal' });
    await runWorker(accountId, 30_000);
    expect(await chargesOf(accountId)).toEqual([]);
    expect(await t.billing.hold(aHold(accountId, 'pur_512_1', 700))).toMatchObject({ rechargedCents: 2500 });
  });
});

describe('a purchase that is given up while the gateway charges for it', () => {
  test('leaves the money on the balance as a recharge, and holds nothing', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    t.gateway.beforeCharge = async () => {
      await t.billing.release({ accountId, purchaseId: 'pur_520_1' });
    };
    await expect(t.billing.hold(aHold(accountId, 'pur_520_1'))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 2500, heldCents: 0 });
    expect(await statesOf(accountId)).toEqual(['spent']);
    expect((await auditLedger(t.billing, accountId)).map(({ kind }) => kind)).toEqual([
      'release',
      'recharge',
    ]);
  });

  test('has its charge looked up when the charging process died, and another purchase uses the money', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const doomed = await t.anotherProcess(crashAt('recharge-charged'));
    await expect(doomed.hold(aHold(accountId, 'pur_521_1'))).rejects.toMatchObject({ code: 'internal' });
    await t.billing.release({ accountId, purchaseId: 'pur_521_1' });
    expect(await statesOf(accountId)).toEqual(['given_up']);
    expect(await t.billing.hold(aHold(accountId, 'pur_522_1', 700))).toMatchObject({ rechargedCents: 0 });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1800, heldCents: 700 });
    expect(await chargesOf(accountId)).toHaveLength(1);
    await auditLedger(t.billing, accountId);
  });

  test('is released completely by a repeat when the process died after the release was stored', async () => {
    const accountId = await t.anAccount({ balance: 1000 });
    await t.billing.hold(aHold(accountId, 'pur_523_1', 700));
    const doomed = await t.anotherProcess(crashAt('release-entered'));
    const purchase = { accountId, purchaseId: 'pur_523_1' };
    await expect(doomed.release(purchase)).rejects.toMatchObject({ code: 'internal' });
    await t.billing.release(purchase);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1000, heldCents: 0 });
    expect((await t.billing.getEntitlements({ accountId })).shipmentsUsed).toBe(0);
  });

  test.each([
    ['release-entered', 524],
    ['release-given-up', 525],
  ])('has its recharge detached by a repeat when the release died at %s', async (place, order) => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    t.gateway.isDown = true;
    await expect(t.billing.hold(aHold(accountId, `pur_${order}_1`))).rejects.toMatchObject({
      code: 'unavailable',
    });
    const doomed = await t.anotherProcess(crashAt(place));
    const purchase = { accountId, purchaseId: `pur_${order}_1` };
    await expect(doomed.release(purchase)).rejects.toMatchObject({ code: 'internal' });
    await t.billing.release(purchase);
    expect(await statesOf(accountId)).toEqual(['given_up']);
    t.gateway.isDown = false;
    await runWorker(accountId, 60_000);
    expect(await chargesOf(accountId)).toEqual([]);
  });
});

describe('a purchase that was given up before its hold was requested', () => {
  test('is neither held nor charged for by its late request', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const purchase = { accountId, purchaseId: 'pur_526_1' };
    await t.billing.release(purchase);
    await expect(t.billing.hold(aHold(accountId, purchase.purchaseId))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    await t.billing.release(purchase);
    expect(await chargesOf(accountId)).toEqual([]);
    expect((await auditLedger(t.billing, accountId)).map(({ kind }) => kind)).toEqual(['release']);
  });
});

describe('a batch that was given up before its recharge was settled', () => {
  test('is not charged for when the gateway is available again', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    t.gateway.isDown = true;
    await expect(t.billing.rechargeForBatch(aBatchRecharge(accountId, 7000))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await t.billing.cancelBatchRecharge({ accountId, key: 'bat_1' });
    t.gateway.isDown = false;
    await runWorker(accountId, 60_000);
    await expect(t.billing.rechargeForBatch(aBatchRecharge(accountId, 7000))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    expect(await chargesOf(accountId)).toEqual([]);
  });

  test('is not charged for by a recharge request that comes after its end', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    await t.billing.cancelBatchRecharge({ accountId, key: 'bat_1' });
    await expect(t.billing.rechargeForBatch(aBatchRecharge(accountId, 7000))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    expect(await chargesOf(accountId)).toEqual([]);
  });

  test('does not stop a purchase that the balance covers', async () => {
    const accountId = await t.anAccount({ balance: 1000, autoRecharge: 10_000 });
    t.gateway.isDown = true;
    await expect(t.billing.rechargeForBatch(aBatchRecharge(accountId, 7000))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await t.billing.hold(aHold(accountId, 'pur_530_1', 700))).toMatchObject({ rechargedCents: 0 });
    t.gateway.isDown = false;
    expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 7000))).toMatchObject({
      rechargedCents: 10_000,
    });
  });
});

describe('a recharge that is in the ledger, and whose process died', () => {
  test.each([
    ['before it was marked as settled', 'recharge-entered', 531],
    ['before its purchase held the money', 'recharge-settled', 533],
  ])('%s, stays reserved for its purchase', async (_when, point, order) => {
    const accountId = await t.anAccount({ autoRecharge: 1 });
    const doomed = await t.anotherProcess(crashAt(point));
    const [own, other] = [`pur_${order}_1`, `pur_${order + 1}_1`];
    await expect(doomed.hold(aHold(accountId, own))).rejects.toMatchObject({ code: 'internal' });
    expect(await t.billing.hold(aHold(accountId, other, 700))).toMatchObject({ rechargedCents: 730 });
    expect(await t.billing.hold(aHold(accountId, own))).toMatchObject({ rechargedCents: 1030 });
    await auditLedger(t.billing, accountId);
  });
});

describe('a purchase that was refused', () => {
  test('releases a hold that is in the ledger despite the refusal', async () => {
    const accountId = await t.anAccount({ balance: 1000 });
    await t.billing.hold(aHold(accountId, 'pur_540_1', 700));
    const purchaseCharges = t.database.db.collection<{ _id: string }>('purchase_charges');
    await purchaseCharges.updateOne({ _id: 'pur_540_1' }, { $set: { state: 'refused' } });
    await t.billing.release({ accountId, purchaseId: 'pur_540_1' });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1000, heldCents: 0 });
    await auditLedger(t.billing, accountId);
  });
});
