import type { PostageAdjustment } from '@parcelyard/contracts/common';
import type { OwnerNotice } from '@parcelyard/contracts/events';
import { ownerNotice } from '@parcelyard/events/event-type';
import { eventually } from '@parcelyard/testing/eventually';
import { auditLedger } from './support/audit-ledger';
import { aHold, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
const notices: OwnerNotice[] = [];

beforeAll(async () => {
  t = await startBilling();
  await t.bus.subscribe({
    durable: 'test',
    type: ownerNotice.name,
    handle: async ({ payload }) => {
      notices.push(ownerNotice.message.decode(payload));
    },
  });
});
afterAll(() => t.stop());

const weighed = (cents: number, adjustmentId = 'shp_1', reportNumber = 1): PostageAdjustment => ({
  adjustmentId,
  cents,
  reportNumber,
  reason: 'weight',
  at: new Date('2026-03-20T15:00:00Z'),
  billed: { weightOz: 1 },
  measured: { weightOz: 320, length: 12, width: 12, height: 12 },
});
const balanceOf = async (accountId: number) => (await t.billing.getBalance({ accountId })).availableCents;
const ledgerOf = async (accountId: number) =>
  (await t.billing.listLedger({ accountId, page: 1, pageSize: 100 })).entries;
const noticesOf = (accountId: number) => notices.filter((notice) => notice.accountId === accountId);

const FEE = 30;
/** The number of the last account that a test created. */
let last = 0;

/**
 * Creates an account with a captured label of 7.00.
 * @param left the balance after the purchase
 */
async function withLabel(left = 0, billing = t.billing) {
  const accountId = await t.anAccount({ balance: 700 + FEE + left });
  last = accountId;
  const purchase = { accountId, purchaseId: `pur_${accountId}_1` };
  await billing.hold(aHold(accountId, purchase.purchaseId, 700));
  await billing.capture(purchase);
  const adjust = (adjustment: PostageAdjustment, by = t.billing) =>
    by.adjustPostage({ ...purchase, adjustment, trackingNumber: '1Z999' });
  return { accountId, purchase, adjust };
}

describe("a carrier's adjustment of postage", () => {
  afterEach(() => auditLedger(t.billing, last));

  test('is debited once, however often it is reported, and may make the balance negative', async () => {
    const { accountId, adjust } = await withLabel(1_000);
    await Promise.all([adjust(weighed(3_075)), adjust(weighed(3_075))]);
    await adjust(weighed(3_075));
    expect(await balanceOf(accountId)).toBe(-2_075);
    const [entry, capture] = await ledgerOf(accountId);
    expect(entry).toMatchObject({
      kind: 'carrier_adjustment',
      purchaseId: `pur_${accountId}_1`,
      availableChangeCents: -3_075,
      adjustment: { billed: { weightOz: 1 }, measured: { weightOz: 320, length: 12 }, cents: 3_075 },
    });
    expect(capture?.kind).toBe('capture');
  });

  test('credits the balance when the carrier charged too much', async () => {
    const { accountId, adjust } = await withLabel();
    await adjust(weighed(-210));
    expect(await balanceOf(accountId)).toBe(210);
  });

  test('that the carrier changes later moves only the difference, also when it becomes zero', async () => {
    const { accountId, adjust } = await withLabel(1_000);
    for (const [index, named] of [410, 300, 0, 410].entries()) {
      await adjust(weighed(named, 'shp_1', index + 1));
      expect(await balanceOf(accountId)).toBe(1_000 - named);
    }
    const { transfers } = await t.billing.listTransfers({
      accountId,
      afterAccountId: 0,
      afterSeq: 0,
      limit: 100,
    });
    expect(transfers.map(({ key }) => key).filter((key) => key.startsWith('carrier'))).toEqual(
      ['', ':2', ':3', ':4'].map((revision) => `carrier_adjustment:pur_${accountId}_1:shp_1${revision}`),
    );
  });

  test('is stored separately for each adjustment of a label', async () => {
    const { accountId, adjust } = await withLabel(1_000);
    await Promise.all([adjust(weighed(410, 'a')), adjust(weighed(-10, 'b')), adjust(weighed(25, 'c'))]);
    expect(await balanceOf(accountId)).toBe(1_000 - 425);
  });

  test('is also booked for a label that was voided and refunded, because the carrier charged it', async () => {
    const { accountId, purchase, adjust } = await withLabel();
    await t.billing.refund(purchase);
    await adjust(weighed(410));
    expect(await balanceOf(accountId)).toBe(290);
  });

  test('is refused for a purchase without a capture, and changes nothing', async () => {
    const accountId = await t.anAccount({ balance: 700 + FEE });
    const purchase = { accountId, purchaseId: `pur_${accountId}_1` };
    await t.billing.hold(aHold(accountId, purchase.purchaseId, 700));
    const refused = t.billing.adjustPostage({ ...purchase, adjustment: weighed(410), trackingNumber: '' });
    await expect(refused).rejects.toMatchObject({ code: 'failed_precondition', reason: 'nothing_charged' });
    expect(await balanceOf(accountId)).toBe(0);
    const nameless = { ...purchase, adjustment: weighed(410, 'a:b'), trackingNumber: '' };
    await expect(t.billing.adjustPostage(nameless)).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  test('is not counted as a shipment or as spending of the day', async () => {
    const { accountId, adjust } = await withLabel(1_000);
    await t.billing.setSpendingLimits({ accountId, token: { perDayCents: 1_000 }, app: {} });
    const before = await t.billing.getBalance({ accountId });
    const { shipmentsUsed } = await t.billing.getEntitlements({ accountId });
    await adjust(weighed(410));
    const after = await t.billing.getBalance({ accountId });
    expect(after.limits).toEqual(before.limits);
    expect((await t.billing.getEntitlements({ accountId })).shipmentsUsed).toBe(shipmentsUsed);
  });

  test.each([
    [5_000, 1_000, 0, 5_000],
    [700, 1_000, 0, 1_410],
    [1, 1_000, FEE, 1_410 + FEE],
  ])(
    'that makes the balance negative is paid by the recharge of the next label, once (auto-recharge %i) [MCP-M2] [MCP-M3]',
    async (autoRechargeCents, postageCents, fee, recharged) => {
      const { accountId, adjust } = await withLabel();
      await t.billing.updateAccount({ accountId, autoRechargeCents, idempotencyKey: '' });
      await adjust(weighed(410));
      expect(await balanceOf(accountId)).toBe(-410);
      expect(
        await t.billing.previewCharge({ accountId, postageCents, insuranceCents: 0, batch: false }),
      ).toMatchObject({ autoRechargeWouldFire: true, rechargeCents: recharged, refusal: undefined });
      const hold = aHold(accountId, `pur_${accountId}_9`, postageCents);
      const held = await Promise.all([t.billing.hold(hold), t.billing.hold(hold)]);
      expect(held.map(({ rechargedCents }) => rechargedCents)).toEqual([recharged, recharged]);
      expect(await balanceOf(accountId)).toBe(recharged - 410 - postageCents - fee);
    },
  );

  test('that makes the balance negative is paid by the recharge of the next batch', async () => {
    const { accountId, adjust } = await withLabel();
    await t.billing.updateAccount({ accountId, autoRechargeCents: 700, idempotencyKey: '' });
    await adjust(weighed(410));
    const batch = { accountId, key: 'bat_1', postageCents: 1_000, insuranceCents: 0 };
    expect(await t.billing.rechargeForBatch(batch)).toEqual({ rechargedCents: 1_410 });
    expect(await balanceOf(accountId)).toBe(1_000);
  });

  test('that makes the balance negative stops new labels while auto-recharge is off [MCP-M4]', async () => {
    const { accountId, adjust } = await withLabel();
    await adjust(weighed(410));
    await expect(t.billing.hold(aHold(accountId, `pur_${accountId}_9`))).rejects.toMatchObject({
      reason: 'insufficient_balance',
      params: { balanceCents: -410, shortage: 'auto_recharge_off' },
    });
    await t.billing.addBalance({ accountId, amountCents: 1_410 + FEE, idempotencyKey: 'settled' });
    await t.billing.hold(aHold(accountId, `pur_${accountId}_8`));
    expect(await balanceOf(accountId)).toBe(0);
  });

  test('is reported to the owner once with both weights, also after a crash', async () => {
    for (const place of ['adjustment-entered']) {
      const { accountId, adjust } = await withLabel(1_000);
      const dying = await t.anotherProcess(crashAt(place));
      await expect(adjust(weighed(410), dying)).rejects.toThrow();
      await adjust(weighed(410));
      await adjust(weighed(410));
      expect(await balanceOf(accountId)).toBe(590);
      await eventually(async () => expect(noticesOf(accountId)).toHaveLength(1));
      expect(noticesOf(accountId)[0]).toMatchObject({
        about: 'carrier_adjustment',
        amountCents: 410,
        reference: '1Z999',
        adjustment: { billed: { weightOz: 1 }, measured: { weightOz: 320 } },
      });
    }
  });

  test('is booked once by two replicas with different reports, and the latest report is final', async () => {
    const { accountId, adjust } = await withLabel(1_000);
    const other = await t.anotherProcess();
    await Promise.all([adjust(weighed(410)), adjust(weighed(200, 'shp_1', 2), other)]);
    expect(await balanceOf(accountId)).toBe(800);
    // A process that was paused reports the earlier weight late.
    await adjust(weighed(410));
    expect(await balanceOf(accountId)).toBe(800);
  });

  test('that the carrier canceled before it was booked is not booked by a late report', async () => {
    const { accountId, adjust } = await withLabel(1_000);
    await adjust(weighed(0, 'shp_1', 2));
    await adjust(weighed(410));
    expect(await balanceOf(accountId)).toBe(1_000);
    expect(noticesOf(accountId)).toEqual([]);
  });
});
