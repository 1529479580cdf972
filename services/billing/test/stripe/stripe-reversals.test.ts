import { cents } from '@parcelyard/money/cents';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { eventually } from '@parcelyard/testing/eventually';
import { aHold, type BillingUnderTest, startBilling } from '../support/start-billing';
import { API_KEY, type Reversal, type StripeDouble, startStripeDouble } from './start-stripe-double';

let stripe: StripeDouble;
let t: BillingUnderTest;
beforeAll(async () => {
  stripe = await startStripeDouble();
  t = await startBilling({ PAYMENTS: 'stripe', STRIPE_API_KEY: API_KEY, STRIPE_API_URL: stripe.url });
});
afterAll(async () => {
  await t.stop();
  await stripe.stop();
});

let purchases = 0;
/** Creates an account whose card was charged 25.00, of which a label has used 7.00. */
async function aChargedAccount() {
  const accountId = await t.anAccount({ autoRecharge: 2500, paymentMethod: 'pm_pays' });
  purchases += 1;
  const purchaseId = `pur_${purchases}_1`;
  await t.billing.hold(aHold(accountId, purchaseId, 700));
  const intent = stripe.intents.at(-1);
  if (!intent) throw new Error('Nothing was charged.');
  return { accountId, purchaseId, intent };
}

let ids = 0;
const aReversal = (intent: { id: string }, given: Partial<Reversal> = {}): Reversal => {
  ids += 1;
  return { id: `re_${ids}`, payment_intent: intent.id, amount: 1000, status: 'succeeded', ...given };
};
const look = async () => (await t.billing.reconcilePayments({})).booked;
const available = async (accountId: number) => (await t.billing.getBalance({ accountId })).availableCents;
const kinds = async (accountId: number) => {
  const { entries } = await t.billing.listLedger({ accountId, page: 1, pageSize: 100 });
  return entries.map(({ kind }) => kind).toReversed();
};

describe('a recharge that Stripe refunded', () => {
  test('is debited once, however often and by how many processes it is reported', async () => {
    const { accountId, intent } = await aChargedAccount();
    stripe.refunds.unshift(aReversal(intent));
    const another = await t.anotherProcess();
    await Promise.all([look(), look(), another.reconcilePayments({})]);
    expect(await look()).toBe(0);
    expect(await available(accountId)).toBe(2500 - 700 - 1000);
    expect(await kinds(accountId)).toEqual(['recharge', 'hold', 'recharge_refund']);
  });

  test('in two parts is debited in two parts', async () => {
    const { accountId, intent } = await aChargedAccount();
    stripe.refunds.unshift(aReversal(intent, { amount: 100 }), aReversal(intent, { amount: 200 }));
    expect(await look()).toBe(2);
    expect(await available(accountId)).toBe(1800 - 300);
  });

  test('is credited again once when the refund failed in the end', async () => {
    const { accountId, intent } = await aChargedAccount();
    const refund = aReversal(intent, { status: 'pending' });
    stripe.refunds.unshift(refund);
    await look();
    expect(await available(accountId)).toBe(800);
    refund.status = 'failed';
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    expect(await available(accountId)).toBe(1800);
    expect(await kinds(accountId)).toEqual(['recharge', 'hold', 'recharge_refund', 'recharge_refund_failed']);
  });

  test('is not debited when the refund was canceled', async () => {
    const { accountId, intent } = await aChargedAccount();
    stripe.refunds.unshift(aReversal(intent, { status: 'canceled' }));
    expect(await look()).toBe(0);
    expect(await available(accountId)).toBe(1800);
  });

  test('is found by the regular check within a quarter of an hour', async () => {
    const { accountId, intent } = await aChargedAccount();
    stripe.refunds.unshift(aReversal(intent));
    t.clock.advance(15 * 60_000);
    // At its start, and then every ten seconds, a process checks whether refunds and disputes are due to be read. So a
    // new process reads them at once.
    await t.anotherProcess();
    await eventually(async () => expect(await available(accountId)).toBe(800));
  });

  test('by more than was charged is an incident and books nothing, while other refunds are booked', async () => {
    const wrong = await aChargedAccount();
    const right = await aChargedAccount();
    stripe.refunds.unshift(aReversal(wrong.intent, { amount: 2501 }), aReversal(right.intent));
    expect(await look()).toBe(1);
    expect(await available(wrong.accountId)).toBe(1800);
    expect(await available(right.accountId)).toBe(800);
  });

  test('is not debited when the ledger has no such recharge', async () => {
    const { accountId, intent } = await aChargedAccount();
    const lost = {
      ...intent,
      id: 'pi_lost',
      metadata: { reference: 'rch_pur_lost_1', account_id: `${accountId}` },
    };
    stripe.intents.push(lost, { ...intent, id: 'pi_foreign', metadata: {} });
    stripe.refunds.unshift(aReversal(lost), aReversal({ id: 'pi_foreign' }));
    expect(await look()).toBe(0);
    expect(await available(accountId)).toBe(1800);
  });
});

describe("a recharge that the card's owner disputes", () => {
  const aDispute = (intent: { id: string }, status: string) => {
    const dispute = aReversal(intent, { status, amount: 2500 });
    stripe.disputes.unshift(dispute);
    return dispute;
  };

  test.each(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'lost'])(
    'is debited when the dispute has status %s',
    async (status) => {
      const { accountId, intent } = await aChargedAccount();
      aDispute(intent, status);
      expect(await look()).toBe(1);
      expect(await available(accountId)).toBe(-700);
      expect(await kinds(accountId)).toEqual(['recharge', 'hold', 'recharge_dispute']);
    },
  );

  test.each(['warning_needs_response', 'warning_closed', 'prevented', 'won'])(
    'is not debited when the dispute has status %s, because nothing was withdrawn',
    async (status) => {
      const { accountId, intent } = await aChargedAccount();
      aDispute(intent, status);
      expect(await look()).toBe(0);
      expect(await available(accountId)).toBe(1800);
    },
  );

  test.each(['appeal_needs_response', 'appeal_under_review', 'a_status_of_tomorrow'])(
    'stays debited when the dispute goes from lost to %s',
    async (status) => {
      const { accountId, intent } = await aChargedAccount();
      const dispute = aDispute(intent, 'lost');
      await look();
      dispute.status = status;
      expect(await look()).toBe(0);
      expect(await available(accountId)).toBe(-700);
    },
  );

  test('is not debited when the dispute has a status that nobody knows yet', async () => {
    const { accountId, intent } = await aChargedAccount();
    aDispute(intent, 'a_status_of_tomorrow');
    expect(await look()).toBe(0);
    expect(await available(accountId)).toBe(1800);
  });

  test('is credited again when the dispute is won', async () => {
    const { accountId, intent } = await aChargedAccount();
    const dispute = aDispute(intent, 'needs_response');
    await look();
    dispute.status = 'won';
    expect([await look(), await look()]).toEqual([1, 0]);
    expect(await available(accountId)).toBe(1800);
  });
});

test('an account that won a dispute pays the debt of an adjustment with the next recharge', async () => {
  const { accountId, purchaseId, intent } = await aChargedAccount();
  await t.billing.capture({ accountId, purchaseId });
  await t.billing.adjustPostage({
    accountId,
    purchaseId,
    trackingNumber: '1Z999',
    adjustment: {
      adjustmentId: 'shp_1',
      cents: 2000,
      reportNumber: 1,
      reason: 'weight',
      at: t.clock.now(),
      billed: { weightOz: 1 },
      measured: { weightOz: 320 },
    },
  });
  const dispute = aReversal(intent, { status: 'needs_response', amount: 2500 });
  stripe.disputes.unshift(dispute);
  await look();
  dispute.status = 'won';
  await look();
  expect(await t.billing.getBalance({ accountId })).toMatchObject({
    availableCents: -200,
    paymentsTakenBack: undefined,
  });
  await t.billing.hold(aHold(accountId, `pur_w${accountId}_1`, 100));
  expect(await available(accountId)).toBe(-200 + 2500 - 100);
});

describe('an account whose recharges were refunded after it spent them', () => {
  async function anOverdrawnAccount() {
    const charged = await aChargedAccount();
    stripe.disputes.unshift(aReversal(charged.intent, { status: 'lost', amount: 2500 }));
    await look();
    return charged;
  }
  const blocked = {
    code: 'payment_required',
    reason: 'insufficient_balance',
    params: { chargeCents: 100, balanceCents: -700, shortage: 'overdrawn' },
  };

  test('still pays for a label with a hold', async () => {
    const { accountId, purchaseId } = await anOverdrawnAccount();
    await t.billing.capture({ accountId, purchaseId });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: -700, heldCents: 0 });
  });

  test('buys no further label, and its card is not charged for the debt', async () => {
    const { accountId } = await anOverdrawnAccount();
    const charges = stripe.intents.length;
    await expect(t.billing.hold(aHold(accountId, `pur_b${accountId}_1`, 100))).rejects.toMatchObject(blocked);
    await expect(
      t.billing.rechargeForBatch({ accountId, key: 'bat_1', postageCents: 100, insuranceCents: 0 }),
    ).rejects.toMatchObject(blocked);
    expect(
      await t.billing.previewCharge({ accountId, postageCents: 100, insuranceCents: 0, batch: false }),
    ).toMatchObject({
      autoRechargeWouldFire: false,
      balanceWouldGoNegative: true,
      refusal: { ...blocked, params: JSON.stringify(blocked.params) },
    });
    expect(stripe.intents).toHaveLength(charges);
  });

  test('buys again after the debt is paid', async () => {
    const { accountId } = await anOverdrawnAccount();
    await t.billing.addBalance({ accountId, amountCents: 500, idempotencyKey: 'in part' });
    expect(await available(accountId)).toBe(-200);
    await t.billing.addBalance({ accountId, amountCents: 300, idempotencyKey: 'the rest' });
    expect(await t.billing.hold(aHold(accountId, `pur_b${accountId}_1`, 100))).toMatchObject({
      rechargedCents: 0,
    });
    expect(await available(accountId)).toBe(0);
  });
});

test('is shown in the charge list with each refund beside its charge', async () => {
  const { accountId, intent } = await aChargedAccount();
  stripe.refunds.unshift(aReversal(intent, { id: 're_told', amount: 300 }));
  stripe.disputes.unshift(aReversal(intent, { id: 'dp_told', amount: 400, status: 'won' }));
  const { charges } = await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 });
  expect(charges).toMatchObject([
    {
      amountCents: cents(2500),
      accountId: toAccountId(accountId),
      reversals: [
        { id: 're_told', kind: 'refund', amountCents: 300, taken: true },
        { id: 'dp_told', kind: 'dispute', amountCents: 400, taken: false },
      ],
    },
  ]);
});
