import { auditLedger } from './support/audit-ledger';
import { aHold, type Billing, type BillingUnderTest, startBilling } from './support/start-billing';

/**
 * Each test fails when the index that the test names is removed (tried by hand). The tests need three processes,
 * because within one process an account's queue runs the calls one after the other.
 */
let t: BillingUnderTest;
let processes: [Billing, Billing, Billing];
beforeAll(async () => {
  t = await startBilling();
  processes = [t.billing, await t.anotherProcess(), await t.anotherProcess()];
});
afterAll(() => t.stop());

const through = (n: number): Billing => processes[n % 3] as Billing;

// Tests the unique index of transfers on (accountId, seq).
test('of 100 holds of one account at once, as many are held as the balance covers, and the others are refused', async () => {
  const accountId = await t.anAccount({ balance: 60 * 1030 + 500 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => through(n).hold(aHold(accountId, `pur_1${n}_1`))),
  );
  const held = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(held).toHaveLength(60);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'payment_required' });
  }
  expect(await t.billing.getBalance({ accountId })).toMatchObject({
    availableCents: 500,
    heldCents: 60 * 1030,
  });
  expect((await auditLedger(t.billing, accountId)).filter(({ kind }) => kind === 'hold')).toHaveLength(60);
  expect((await t.billing.getEntitlements({ accountId })).shipmentsUsed).toBe(60);
});

test('one purchase that many requests hold at once gets one hold, and every answer names it', async () => {
  for (const autoRecharge of [0, 1]) {
    const accountId = await t.anAccount({ balance: autoRecharge ? 0 : 1030, autoRecharge });
    const asked = aHold(accountId, `pur_70${autoRecharge}_1`);
    const holds = await Promise.all(Array.from({ length: 12 }, (_, n) => through(n).hold(asked)));
    for (const held of holds) expect(held).toEqual(holds[0]);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0, heldCents: 1030 });
    expect((await t.billing.getEntitlements({ accountId })).shipmentsUsed).toBe(1);
    await auditLedger(t.billing, accountId);
  }
});

// Tests the unique index of transfers on (accountId, resolves). One more hold stays open during the test. Without it,
// the second of the two calls might fail only because no money is reserved.
test('of a capture and a release of one hold at once, one succeeds, the other is refused, and the money moves once', async () => {
  const accountId = await t.anAccount({ balance: 100_000 });
  await t.billing.hold(aHold(accountId, 'pur_200_1'));
  for (let round = 1; round <= 12; round += 1) {
    const purchase = { accountId, purchaseId: `pur_20${round}_1` };
    await t.billing.hold(aHold(accountId, purchase.purchaseId));
    const [capture, release] = await Promise.allSettled([
      through(round).capture(purchase),
      through(round + 1).release(purchase),
    ]);
    expect([capture.status, release.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const loser = capture.status === 'rejected' ? capture : (release as PromiseRejectedResult);
    expect(loser.reason).toMatchObject({ code: 'conflict' });
    const again = through(round)[capture.status === 'rejected' ? 'capture' : 'release'](purchase);
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  }
  expect(await t.billing.getBalance({ accountId })).toMatchObject({ heldCents: 1030 });
  await auditLedger(t.billing, accountId);
});

// Tests the unique `_id` of transfers.
test('many captures of one purchase at once capture it once, and many refunds at once refund it once', async () => {
  const accountId = await t.anAccount({ balance: 10_000 });
  const purchase = { accountId, purchaseId: 'pur_300_1' };
  await t.billing.hold(aHold(accountId, 'pur_301_1'));
  await t.billing.hold(aHold(accountId, purchase.purchaseId));
  await Promise.all(Array.from({ length: 9 }, (_, n) => through(n).capture(purchase)));
  await Promise.all(Array.from({ length: 9 }, (_, n) => through(n).refund(purchase)));
  const transfers = await auditLedger(t.billing, accountId);
  expect(transfers.map(({ kind }) => kind)).toEqual(['credit', 'hold', 'hold', 'capture', 'refund']);
  expect(await t.billing.getBalance({ accountId })).toMatchObject({
    availableCents: 10_000 - 1030 - 30,
    heldCents: 1030,
  });
});

// Tests the unique index of active recharges on (accountId).
test('three purchases at once on a short balance are paid by one recharge that covers all', async () => {
  for (let round = 1; round <= 10; round += 1) {
    const accountId = await t.anAccount({ autoRecharge: 3000 });
    await Promise.all(processes.map((one, n) => one.hold(aHold(accountId, `pur_8${round}${n}_1`))));
    const { charges } = await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 });
    expect(charges).toHaveLength(1);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0, heldCents: 3000 });
    await auditLedger(t.billing, accountId);
  }
});

// Tests the unique `_id` of sandbox_gateway_charges.
test('each of 60 purchases at once on a short balance is paid, and the recharges are exactly those that the rules require', async () => {
  const accountId = await t.anAccount({ autoRecharge: 5000 });
  const holds = await Promise.all(
    Array.from({ length: 60 }, (_, n) => through(n).hold(aHold(accountId, `pur_4${n}_1`))),
  );
  const recharged = holds.reduce((sum, { rechargedCents }) => sum + rechargedCents, 0);
  expect(recharged).toBe(60_000);
  expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0, heldCents: 60_000 });
  await auditLedger(t.billing, accountId);
});

test('after a hold and its release at once, nothing is held and no shipment is counted', async () => {
  const accountId = await t.anAccount({ balance: 100_000 });
  for (let round = 1; round <= 15; round += 1) {
    const purchaseId = `pur_50${round}_1`;
    const [hold, release] = await Promise.allSettled([
      through(round).hold(aHold(accountId, purchaseId)),
      through(round + 1).release({ accountId, purchaseId }),
    ]);
    expect(release.status).toBe('fulfilled');
    if (hold.status === 'rejected') expect(hold.reason).toMatchObject({ code: 'failed_precondition' });
    await expect(t.billing.hold(aHold(accountId, purchaseId))).rejects.toMatchObject({
      code: 'failed_precondition',
    });
  }
  expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 100_000, heldCents: 0 });
  expect((await t.billing.getEntitlements({ accountId })).shipmentsUsed).toBe(0);
  await auditLedger(t.billing, accountId);
});

test('a hold is not started after its caller has timed out', async () => {
  const accountId = await t.anAccount({ balance: 100_000 });
  const busy = Array.from({ length: 20 }, (_, n) => t.billing.hold(aHold(accountId, `pur_6${n}_1`)));
  const late = t.billing.hold(aHold(accountId, 'pur_699_1'), { timeoutMs: 1 });
  await expect(late).rejects.toMatchObject({ code: 'deadline_exceeded' });
  await Promise.all(busy);
  await t.billing.hold(aHold(accountId, 'pur_698_1'));
  const { transfers } = await t.billing.listTransfers({
    accountId,
    afterAccountId: 0,
    afterSeq: 0,
    limit: 0,
  });
  expect(transfers.map(({ key }) => key)).not.toContain('hold:pur_699_1');
});
