import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { aHold, type Billing, type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
let watched: WatchedQueries;
let billing: Billing;
beforeAll(async () => {
  t = await startBilling();
  watched = await watchQueries(t.database);
  billing = await t.anotherProcess(undefined, watched.mongo);
});
afterAll(async () => {
  await t.stop();
  await watched.close();
});

/** Makes every call of an account to billing, so that every query is sent. */
async function live(accountId: number): Promise<void> {
  for (let n = 1; n <= 3; n += 1) {
    const purchase = { accountId, purchaseId: `pur_${accountId}${n}_1` };
    await billing.hold(aHold(accountId, purchase.purchaseId));
    await billing.capture(purchase);
    await billing.noteScan(purchase);
    if (n === 2) await billing.refund(purchase);
  }
  const given = { accountId, purchaseId: `pur_${accountId}9_1` };
  await billing.hold(aHold(accountId, given.purchaseId));
  await billing.release(given);
  await billing.rechargeForBatch({ accountId, key: 'bat_1', postageCents: 9000, insuranceCents: 0 });
  for (const key of ['cam_1', 'cam_2']) await billing.claimMarketingEmails({ accountId, key, count: 2 });
  await billing.updateAccount({ accountId, addReferralCreditCents: 500, idempotencyKey: 'gift' });
  await billing.redeemReferralCredit({ accountId, amountCents: 100, confirm: true });
}

async function spendWithinLimits(accountId: number): Promise<void> {
  await billing.setSpendingLimits({
    accountId,
    token: { askAboveCents: 100, perDayCents: 90_000 },
    app: {},
  });
  const spending = (orderId: number) => ({
    connectionKind: 1,
    orderIds: [orderId],
    approvalId: '',
    dearestCents: 0,
    reservation: '',
  });
  for (const n of [1, 2, 3]) {
    const hold = { ...aHold(accountId, `pur_${accountId}7${n}_1`, 200), spending: spending(n) };
    const { approvalId } = await billing.hold(hold).then(
      () => Promise.reject(new Error('nobody was asked')),
      (error: { params: { approvalId: string } }) => error.params,
    );
    await billing.decideApproval({ accountId, approvalId, allow: true });
    await billing.hold(hold);
    await billing.getApproval({ accountId, approvalId });
    await billing.hold({ ...hold, purchaseId: `${hold.purchaseId}1` }).catch(() => undefined);
  }
  await billing.setSpendingLimits({ accountId, token: { askAboveCents: 0 }, app: {} });
  const batch = { accountId, key: 'bat_2', postageCents: 500, insuranceCents: 0 };
  await billing.reserveSpending({ ...batch, spending: spending(1) });
  await billing.endReservation({ accountId, key: 'bat_2' });
  await billing.getSpendingLimits({ accountId });
}

describe('every query of the billing service', () => {
  it('uses an index that fits it', async () => {
    const accounts: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const accountId = await t.anAccount({ autoRecharge: 1500 });
      const [referrer] = accounts;
      if (referrer) {
        const { code } = await billing.getReferrals({ accountId: referrer });
        await billing.recordReferral({ code, accountId, name: 'Ada' });
      }
      accounts.push(accountId);
      await live(accountId);
    }
    const accountId = accounts.at(-1) as number;
    await billing.getEntitlements({ accountId });
    await billing.getFeatures({ accountId });
    await billing.listLedger({ accountId, page: 1, pageSize: 5 });
    await billing.changePlan({ accountId, plan: 'pro' });
    await billing.checkMarketingEmails({ accountId, count: 1 });
    await billing.getAccount({ accountId });
    await billing.previewCharge({ accountId, postageCents: 1, insuranceCents: 0, batch: false });
    for (const account of [0, accountId]) {
      await billing.listTransfers({ accountId: account, afterAccountId: 0, afterSeq: 0, limit: 5 });
      await billing.listGatewayCharges({ accountId: account, afterReference: '', limit: 5 });
    }

    for (const limited of accounts.slice(0, 6)) await spendWithinLimits(limited);
    const [limited = 0] = accounts;
    for (const waiting of [true, false])
      await billing.listApprovals({ accountId: limited, waiting, page: undefined });
    await billing.countWaitingApprovals({ accountId: limited });

    const queries = await watched.explain();
    expect(queries.length).toBeGreaterThan(20);
    expect(queries.filter(({ indexed, sortsInMemory }) => !indexed || sortsInMemory)).toEqual([]);
    expect(queries.filter(({ wasted }) => wasted > 3)).toEqual([]);
  });
});
