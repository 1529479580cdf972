import { toFailure } from '@parcelyard/service-kit/failure';
import { aHold, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
beforeEach(() => t.clock.set('2026-03-20T12:00:00Z'));
afterAll(() => t.stop());

const used = async (accountId: number) => (await t.billing.getEntitlements({ accountId })).shipmentsUsed;
/** Sets the month's count so that the plan allows `room` more shipments. */
async function leaveRoom(accountId: number, limit: number, room: number) {
  const shipments = { month: '2026-03', used: limit - room };
  const transfers = t.database.db.collection('transfers');
  await transfers.updateMany({ accountId }, { $set: { 'after.shipments': shipments } });
  // A process remembers the last position of the ledger for a minute. After that, it reads the changed count from the
  // database.
  t.clock.advance(61_000);
}
const rich = { balance: 1_000_000, plan: 'starter' };

describe('the monthly shipment limit', () => {
  test('allows exactly the remaining shipments when many processes request them at once', async () => {
    const accountId = await t.anAccount(rich);
    await leaveRoom(accountId, 100, 7);
    const other = await t.anotherProcess();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? t.billing : other).hold(aHold(accountId, `pur_1${n}_1`))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({
          code: 'resource_exhausted',
          reason: 'shipment_limit_reached',
          params: { plan: 'Starter', limit: 100, renewsOn: '2026-04-01' },
        });
      }
    }
    expect(await used(accountId)).toBe(100);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ heldCents: 7 * 1030 });
  });

  test('refuses before any money moves, and a preview gives the same reason', async () => {
    const accountId = await t.anAccount({ plan: 'starter', balance: 1, autoRecharge: 2500 });
    await leaveRoom(accountId, 100, 0);
    const refusal = await t.billing.hold(aHold(accountId, 'pur_2_1')).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'resource_exhausted' });
    const preview = await t.billing.previewCharge({
      accountId,
      postageCents: 1,
      insuranceCents: 0,
      batch: false,
    });
    expect(preview.refusal).toEqual(toFailure(refusal));
    const { charges } = await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 });
    expect(charges).toEqual([]);
  });

  test('counts one purchase once, however often its hold is repeated', async () => {
    const accountId = await t.anAccount(rich);
    const other = await t.anotherProcess();
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? t.billing : other).hold(aHold(accountId, 'pur_3_1'))),
    );
    expect(await used(accountId)).toBe(1);
  });

  test('counts a released purchase no longer, however often the release is repeated', async () => {
    const accountId = await t.anAccount(rich);
    await t.billing.hold(aHold(accountId, 'pur_4_1'));
    await t.billing.hold(aHold(accountId, 'pur_4_2'));
    const other = await t.anotherProcess();
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 ? t.billing : other).release({ accountId, purchaseId: 'pur_4_1' }),
      ),
    );
    expect(await used(accountId)).toBe(1);
  });

  test('keeps counting a captured purchase', async () => {
    const accountId = await t.anAccount(rich);
    await t.billing.hold(aHold(accountId, 'pur_5_1'));
    await t.billing.capture({ accountId, purchaseId: 'pur_5_1' });
    await expect(t.billing.release({ accountId, purchaseId: 'pur_5_1' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await used(accountId)).toBe(1);
  });

  test('does not count a purchase whose payment fails', async () => {
    const accountId = await t.anAccount({ plan: 'starter' });
    await expect(t.billing.hold(aHold(accountId, 'pur_6_1'))).rejects.toMatchObject({
      code: 'payment_required',
    });
    expect(await used(accountId)).toBe(0);
    await t.billing.release({ accountId, purchaseId: 'pur_6_1' });
    expect(await used(accountId)).toBe(0);
  });

  test('counts on an unlimited plan too, and the count stays after a change of plan', async () => {
    const accountId = await t.anAccount({ ...rich, plan: 'enterprise' });
    await t.billing.hold(aHold(accountId, 'pur_7_1'));
    await t.billing.hold(aHold(accountId, 'pur_7_2'));
    await t.billing.updateAccount({ accountId, plan: 'starter', idempotencyKey: '' });
    expect(await t.billing.getEntitlements({ accountId })).toMatchObject({
      shipmentsUsed: 2,
      shipmentsLimit: 100,
    });
  });

  test('starts again with the next UTC month, and a late release changes the month of its hold', async () => {
    const accountId = await t.anAccount(rich);
    await leaveRoom(accountId, 100, 1);
    t.clock.set('2026-03-31T23:59:59.999Z');
    await t.billing.hold(aHold(accountId, 'pur_8_1'));
    await expect(t.billing.hold(aHold(accountId, 'pur_8_2'))).rejects.toMatchObject({
      code: 'resource_exhausted',
    });
    t.clock.set('2026-04-01T00:00:00Z');
    expect(await used(accountId)).toBe(0);
    await t.billing.hold(aHold(accountId, 'pur_8_2'));
    await t.billing.release({ accountId, purchaseId: 'pur_8_1' });
    expect(await used(accountId)).toBe(1);
  });

  test('keeps the last shipment of the month for a purchase whose card is being charged', async () => {
    const accountId = await t.anAccount({ plan: 'starter', balance: 800, autoRecharge: 2500 });
    await leaveRoom(accountId, 100, 1);
    let refusal: unknown;
    t.gateway.beforeCharge = async () => {
      refusal = await (await t.anotherProcess()).hold(aHold(accountId, 'pur_8_4', 1)).catch((error) => error);
    };
    await t.billing.hold(aHold(accountId, 'pur_8_3'));
    t.gateway.beforeCharge = async () => undefined;
    expect(refusal).toMatchObject({ code: 'resource_exhausted' });
    expect(await used(accountId)).toBe(100);
  });
});

describe('a crash after the hold was stored', () => {
  test('is resumed without a second count', async () => {
    const accountId = await t.anAccount(rich);
    const doomed = await t.anotherProcess(crashAt('hold-entered'));
    await expect(doomed.hold(aHold(accountId, 'pur_9_1'))).rejects.toMatchObject({ code: 'internal' });
    expect(await used(accountId)).toBe(1);
    await t.billing.hold(aHold(accountId, 'pur_9_1'));
    expect(await used(accountId)).toBe(1);
  });

  test('is undone by a release, which also refuses a repeated hold', async () => {
    const accountId = await t.anAccount(rich);
    const doomed = await t.anotherProcess(crashAt('hold-entered'));
    await expect(doomed.hold(aHold(accountId, 'pur_59_1'))).rejects.toMatchObject({ code: 'internal' });
    await t.billing.release({ accountId, purchaseId: 'pur_59_1' });
    expect(await used(accountId)).toBe(0);
    await expect(t.billing.hold(aHold(accountId, 'pur_59_1'))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    expect(await used(accountId)).toBe(0);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ heldCents: 0 });
  });
});

test('a crash after the purchase charge was stored counts no shipment, and a release prevents the charge', async () => {
  const accountId = await t.anAccount({ plan: 'starter', autoRecharge: 2500 });
  const doomed = await t.anotherProcess(crashAt('hold-purchase-opened'));
  await expect(doomed.hold(aHold(accountId, 'pur_51_1'))).rejects.toMatchObject({ code: 'internal' });
  expect(await used(accountId)).toBe(0);
  await t.billing.release({ accountId, purchaseId: 'pur_51_1' });
  await expect(t.billing.hold(aHold(accountId, 'pur_51_1'))).rejects.toMatchObject({
    code: 'failed_precondition',
  });
  const { charges } = await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 });
  expect(charges).toEqual([]);
});
