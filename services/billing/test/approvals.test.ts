import { ConnectionKind } from '@parcelyard/contracts/common';
import { auditLedger } from './support/audit-ledger';
import { aHold, type Billing, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
let other: Billing;
beforeAll(async () => {
  t = await startBilling();
  other = await t.anotherProcess();
});
afterAll(() => t.stop());

type HoldRequest = Parameters<Billing['hold']>[0];
interface Refusal {
  reason: string;
  params: { approvalId: string; why: string; askAgainAt: string };
}

const ORDER = 10_001;

async function anOwnerWhoIsAsked(): Promise<number> {
  const accountId = await t.anAccount({ balance: 1_000_000, autoRecharge: 1500 });
  await t.billing.setSpendingLimits({ accountId, token: { askAboveCents: 5000 }, app: undefined });
  return accountId;
}

let purchases = 0;
function aPurchase(accountId: number, cents = 6210, more: { orderId?: number; approvalId?: string } = {}) {
  purchases += 1;
  const { orderId = ORDER, approvalId = '' } = more;
  return {
    ...aHold(accountId, `pur_${orderId}_${purchases}`, cents),
    spending: {
      connectionKind: ConnectionKind.TOKEN,
      orderIds: [orderId],
      approvalId,
      dearestCents: 0,
      reservation: '',
    },
  };
}

const refusalOf = (hold: HoldRequest, through = t.billing): Promise<Refusal> =>
  through.hold(hold).then(
    () => Promise.reject(new Error('it was held')),
    (error: Refusal) => error,
  );

async function asked(accountId: number, cents = 6210): Promise<string> {
  const { reason, params } = await refusalOf(aPurchase(accountId, cents));
  expect(reason).toBe('approval_needed');
  return params.approvalId;
}

const decide = (accountId: number, approvalId: string, allow: boolean) =>
  t.billing.decideApproval({ accountId, approvalId, allow });

describe('a purchase above the limit "Ask me above"', () => {
  test("is held once, after the owner's approval [MCP-W9]", async () => {
    const accountId = await anOwnerWhoIsAsked();
    await t.billing.hold(aPurchase(accountId, 5000));
    const approvalId = await asked(accountId);
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({
      status: 'pending',
      connectionKind: ConnectionKind.TOKEN,
      batch: false,
      orderIds: [ORDER],
      totalCents: 6210,
      askAboveCents: 5000,
    });
    expect(await decide(accountId, approvalId, true)).toMatchObject({ status: 'allowed' });
    await t.billing.hold(aPurchase(accountId));
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({ status: 'used' });
    expect((await auditLedger(t.billing, accountId)).at(-1)?.spending).toMatchObject({ approvalId });
  });

  test('shows the parts of its amount and its service in the approval', async () => {
    const accountId = await t.anAccount({ balance: 1_000_000, autoRecharge: 0 });
    await t.billing.setSpendingLimits({ accountId, token: { askAboveCents: 5000 }, app: undefined });
    const hold = aPurchase(accountId, 5880);
    const { params } = await refusalOf({
      ...hold,
      insuranceCents: 330,
      spending: { ...hold.spending, method: 'USPS Ground Advantage' },
    });
    const { approvalId } = params;
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({
      method: 'USPS Ground Advantage',
      postageCents: 5880,
      insuranceCents: 330,
      feeCents: 30,
      totalCents: 6240,
    });
  });

  test('gets the same approval request on every repeat, also from many requests at once', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const refusals = await Promise.all(
      Array.from({ length: 12 }, (_, n) => refusalOf(aPurchase(accountId), n % 2 === 0 ? t.billing : other)),
    );
    expect(new Set(refusals.map(({ params }) => params.approvalId)).size).toBe(1);
    expect(await asked(accountId)).toBe(refusals[0]?.params.approvalId);
    expect(await asked(accountId, 6211)).not.toBe(refusals[0]?.params.approvalId);
  });

  test('uses an approval once: another purchase of the same order and amount needs a new approval', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const approvalId = await asked(accountId);
    await decide(accountId, approvalId, true);
    await t.billing.hold(aPurchase(accountId));
    expect(await asked(accountId)).not.toBe(approvalId);
    expect((await refusalOf(aPurchase(accountId, 6210, { approvalId }))).params.why).toBe('used');
  });

  test('of two confirms at once, one is held with the approval and the other needs a new one', async () => {
    for (let round = 1; round <= 8; round += 1) {
      const accountId = await anOwnerWhoIsAsked();
      await decide(accountId, await asked(accountId), true);
      const outcomes = await Promise.allSettled([
        ...[t.billing, other, t.billing, other].map((through) => through.hold(aPurchase(accountId))),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ reason: 'approval_needed' });
      }
      const transfers = await auditLedger(t.billing, accountId);
      expect(transfers.filter(({ kind }) => kind === 'hold')).toHaveLength(1);
    }
  });

  test('gets the first hold again when the hold that used the approval is repeated', async () => {
    const accountId = await anOwnerWhoIsAsked();
    await decide(accountId, await asked(accountId), true);
    const hold = aPurchase(accountId);
    const crashing = await t.anotherProcess(crashAt('hold-entered'));
    await expect(crashing.hold(hold)).rejects.toThrow();
    expect(await other.hold(hold)).toMatchObject({ totalCents: 6210 });
  });

  test('is refused when the owner denied it, and a repeat within the hour asks for no new approval', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const approvalId = await asked(accountId);
    await decide(accountId, approvalId, false);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect((await refusalOf(aPurchase(accountId))).reason).toBe('approval_denied');
    }
    expect((await refusalOf(aPurchase(accountId, 6210, { approvalId }))).reason).toBe('approval_denied');
    expect(await t.database.db.collection('approvals').countDocuments({ accountId })).toBe(1);
    t.clock.advance(3_600_000);
    expect(await asked(accountId)).not.toBe(approvalId);
  });

  test('may ask again at the minute that the denial names', async () => {
    const accountId = await anOwnerWhoIsAsked();
    t.clock.set(new Date(Math.ceil(t.clock.now().getTime() / 60_000) * 60_000 + 25_000));
    const askedAt = t.clock.now();
    await decide(accountId, await asked(accountId), false);
    const { params } = await refusalOf(aPurchase(accountId));
    const named = new Date(askedAt.getTime() + 3_600_000 + 35_000);
    expect(params.askAgainAt).toBe(`${named.toISOString().slice(11, 16)} UTC`);
    t.clock.set(named);
    expect((await refusalOf(aPurchase(accountId))).reason).toBe('approval_needed');
  });

  test('has one hour after the request, for the approval and the purchase together', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const late = await asked(accountId);
    t.clock.advance(3_600_000);
    await expect(decide(accountId, late, true)).rejects.toMatchObject({
      reason: 'approval_decided',
      params: { status: 'expired' },
    });
    const approvalId = await asked(accountId);
    expect(approvalId).not.toBe(late);
    t.clock.advance(1_800_000);
    await decide(accountId, approvalId, true);
    t.clock.advance(1_800_000);
    expect((await refusalOf(aPurchase(accountId, 6210, { approvalId }))).params.why).toBe('expired');
    expect(await asked(accountId)).not.toBe(approvalId);
  });

  test('needs a new approval for another order, amount, account or connection kind', async () => {
    const [accountId, foreign] = [await anOwnerWhoIsAsked(), await anOwnerWhoIsAsked()];
    const approvalId = await asked(accountId);
    await decide(accountId, approvalId, true);
    const why = async (hold: HoldRequest) => (await refusalOf(hold)).params.why;
    expect(await why(aPurchase(accountId, 6210, { approvalId, orderId: 10_002 }))).toBe('of_another_order');
    expect(await why(aPurchase(accountId, 6209, { approvalId }))).toBe('of_another_amount');
    expect(await why(aPurchase(foreign, 6210, { approvalId }))).toBe('unknown');
    expect(await why(aPurchase(accountId, 6210, { approvalId: 'apr_guessed' }))).toBe('unknown');
    await t.billing.setSpendingLimits({ accountId, app: { askAboveCents: 5000 }, token: undefined });
    const byApp = aPurchase(accountId, 6210, { approvalId });
    expect(await why({ ...byApp, spending: { ...byApp.spending, connectionKind: ConnectionKind.APP } })).toBe(
      'of_another_caller',
    );
    await t.billing.hold(aPurchase(accountId, 6210, { approvalId }));
  });

  test('needs a new approval for another destination, also when the caller names the earlier approval [MCP-W11]', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const to = (destination: string, approvalId = '') => {
      const hold = aPurchase(accountId, 6210, { approvalId });
      return { ...hold, spending: { ...hold.spending, destination } };
    };
    const { approvalId } = (await refusalOf(to('ada'))).params;
    await decide(accountId, approvalId, true);
    for (const hold of [to('mallory'), to('mallory', approvalId)]) {
      const { reason, params } = await refusalOf(hold);
      expect([reason, params.approvalId === approvalId]).toEqual(['approval_needed', false]);
    }
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({
      status: 'allowed',
      destination: 'ada',
    });
    await t.billing.hold(to('ada', approvalId));
  });

  test('to another destination cannot use the approval, also when both holds come at once', async () => {
    for (let round = 1; round <= 4; round += 1) {
      const accountId = await anOwnerWhoIsAsked();
      const to = (destination: string) => {
        const hold = aPurchase(accountId);
        return { ...hold, spending: { ...hold.spending, destination } };
      };
      await decide(accountId, (await refusalOf(to('ada'))).params.approvalId, true);
      const destinations = ['mallory', 'ada', 'mallory', 'ada'];
      const outcomes = await Promise.allSettled(
        destinations.map((destination, n) => (n < 2 ? t.billing : other).hold(to(destination))),
      );
      const held = destinations.filter((_, n) => outcomes[n]?.status === 'fulfilled');
      expect(held).toEqual(['ada']);
    }
  });

  test('cannot use the approval for the return label of the same order', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const hold = aPurchase(accountId);
    const back = { ...hold, spending: { ...hold.spending, forReturn: true } };
    const { approvalId } = (await refusalOf(back)).params;
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({ forReturn: true });
    await decide(accountId, approvalId, true);
    expect(await asked(accountId)).not.toBe(approvalId);
    expect((await refusalOf(aPurchase(accountId, 6210, { approvalId }))).params.why).toBe('of_another_order');
    await t.billing.hold(back);
  });

  test('cannot be read or decided by another account', async () => {
    const [accountId, foreign] = [await anOwnerWhoIsAsked(), await anOwnerWhoIsAsked()];
    const approvalId = await asked(accountId);
    for (const attempt of [
      t.billing.getApproval({ accountId: foreign, approvalId }),
      decide(foreign, approvalId, true),
      t.billing.getApproval({ accountId, approvalId: 'apr_guessed' }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'not_found', reason: 'approval_not_found' });
    }
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({ status: 'pending' });
  });

  test('is decided once: the same decision changes nothing, and the opposite decision is refused', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const approvalId = await asked(accountId);
    const words = await Promise.allSettled([
      decide(accountId, approvalId, true),
      decide(accountId, approvalId, false),
    ]);
    expect(words.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { status } = await t.billing.getApproval({ accountId, approvalId });
    expect(await decide(accountId, approvalId, status === 'allowed')).toMatchObject({ status });
    await expect(decide(accountId, approvalId, status !== 'allowed')).rejects.toMatchObject({
      reason: 'approval_decided',
      params: { status },
    });
  });

  test('asks for no approval when the day limit refuses it, and an approval does not raise a limit', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const approvalId = await asked(accountId);
    await decide(accountId, approvalId, true);
    await t.billing.setSpendingLimits({ accountId, token: { perDayCents: 6000 }, app: undefined });
    expect((await refusalOf(aPurchase(accountId))).reason).toBe('day_limit_passed');
    await t.billing.setSpendingLimits({ accountId, token: { perDayCents: 0 }, app: undefined });
    await t.billing.hold(aPurchase(accountId));
  });

  test('charges no card before the approval', async () => {
    const accountId = await t.anAccount({ balance: 0, autoRecharge: 1500 });
    await t.billing.setSpendingLimits({ accountId, token: { askAboveCents: 5000 }, app: undefined });
    const approvalId = await asked(accountId);
    const charges = async () =>
      (await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 })).charges;
    expect(await charges()).toEqual([]);
    await decide(accountId, approvalId, true);
    await t.billing.hold(aPurchase(accountId));
    expect(await charges()).toHaveLength(1);
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({ status: 'used' });
  });
});

describe('a batch', () => {
  const aBatch = (accountId: number, key: string, orderIds: number[], approvalId = '') => ({
    accountId,
    key,
    postageCents: 41_200,
    insuranceCents: 0,
    spending: {
      connectionKind: ConnectionKind.TOKEN,
      orderIds,
      approvalId,
      dearestCents: 4000,
      reservation: '',
    },
  });
  const refused = (batch: ReturnType<typeof aBatch>) =>
    t.billing.reserveSpending(batch).then(
      () => Promise.reject(new Error('it was reserved')),
      (error: Refusal) => error,
    );

  test('asks once for its total and its exact set of orders, in any sequence', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const { reason, params } = await refused(aBatch(accountId, 'batch_1', [3, 1, 2]));
    expect(reason).toBe('approval_needed');
    expect(params).toMatchObject({ totalCents: 41_200, askAboveCents: 5000, batch: true });
    const { approvalId } = params;
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({
      postageCents: 41_200,
      insuranceCents: 0,
      feeCents: 0,
      method: undefined,
    });
    await decide(accountId, approvalId, true);
    expect((await refused(aBatch(accountId, 'batch_2', [1, 2, 4], approvalId))).params.why).toBe(
      'of_another_order',
    );
    await t.billing.reserveSpending(aBatch(accountId, 'batch_3', [1, 2, 3]));
    expect(await t.billing.getApproval({ accountId, approvalId })).toMatchObject({
      status: 'used',
      batch: true,
    });
    // The owner approved the whole batch, so its labels need no approval, whatever they cost.
    const label = aPurchase(accountId, 20_000, { orderId: 1 });
    const item = { ...label, batch: true, spending: { ...label.spending, reservation: 'batch_3' } };
    await t.billing.hold(item);
  });
});

describe('the list of approvals', () => {
  const list = (accountId: number, waiting: boolean, page?: { page: number; pageSize: number }) =>
    t.billing.listApprovals({ accountId, waiting, page });

  test('shows and counts those that the owner can decide, in the order of their expiry', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const first = await asked(accountId, 6210);
    t.clock.advance(60_000);
    const second = await asked(accountId, 7000);
    const { approvals, total } = await list(accountId, true);
    expect(approvals.map(({ approvalId, status }) => [approvalId, status])).toEqual([
      [first, 'pending'],
      [second, 'pending'],
    ]);
    expect(total).toBe(2);
    expect(await t.billing.countWaitingApprovals({ accountId })).toEqual({ count: 2 });
    await decide(accountId, first, false);
    expect(await t.billing.countWaitingApprovals({ accountId })).toEqual({ count: 1 });
    expect((await list(accountId, true)).approvals).toMatchObject([{ approvalId: second }]);
  });

  test('shows decided and expired ones in a second list, newest first, page by page', async () => {
    const accountId = await anOwnerWhoIsAsked();
    const expired = await asked(accountId, 6000);
    t.clock.advance(2 * 3_600_000);
    const used = await asked(accountId, 6210);
    await decide(accountId, used, true);
    await t.billing.hold(aPurchase(accountId));
    t.clock.advance(1_000);
    const denied = await asked(accountId, 6400);
    await decide(accountId, denied, false);
    t.clock.advance(1_000);
    const allowed = await asked(accountId, 6500);
    await decide(accountId, allowed, true);
    await asked(accountId, 9000);
    const { approvals, total } = await list(accountId, false);
    expect(approvals.map(({ approvalId, status }) => [approvalId, status])).toEqual([
      [allowed, 'allowed'],
      [denied, 'denied'],
      [used, 'used'],
      [expired, 'expired'],
    ]);
    expect(total).toBe(4);
    const second = await list(accountId, false, { page: 2, pageSize: 3 });
    expect(second.approvals.map(({ approvalId }) => approvalId)).toEqual([expired]);
    expect(second.total).toBe(4);
  });

  test('shows nothing of another account', async () => {
    const accountId = await anOwnerWhoIsAsked();
    await decide(accountId, await asked(accountId), true);
    await asked(accountId, 9000);
    const stranger = await anOwnerWhoIsAsked();
    for (const waiting of [true, false])
      expect(await list(stranger, waiting)).toEqual({ approvals: [], total: 0 });
    expect(await t.billing.countWaitingApprovals({ accountId: stranger })).toEqual({ count: 0 });
  });
});
