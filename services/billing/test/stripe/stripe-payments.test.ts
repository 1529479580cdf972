import { cents } from '@parcelyard/money/cents';
import { loadConfig } from '@parcelyard/service-kit/config';
import { accountId } from '@parcelyard/service-kit/ids';
import { eventually } from '@parcelyard/testing/eventually';
import { withEnoughTime } from '@parcelyard/testing/with-enough-time';
import { createPayments } from '../../src/adapters/payments/create-payments';
import { billingVariables } from '../../src/config';
import {
  type GatewayJournal,
  GatewayMisconfigured,
  GatewayMismatch,
  GatewaySilent,
  type PaymentGateway,
} from '../../src/ports';
import { auditLedger } from '../support/audit-ledger';
import { aHold, type BillingUnderTest, crashAt, startBilling } from '../support/start-billing';
import { API_KEY, type StripeDouble, startStripeDouble } from './start-stripe-double';

let stripe: StripeDouble;
let t: BillingUnderTest;
let gateway: PaymentGateway & GatewayJournal;
const faults: string[] = [];
/**
 * The account for tests that call the gateway directly. These tests and the service under test share one Stripe double,
 * so this number is higher than the service's account numbers.
 */
const account = accountId(700_007);

const settings = (changes: Record<string, string> = {}) => ({
  PAYMENTS: 'stripe',
  STRIPE_API_KEY: API_KEY,
  STRIPE_API_URL: stripe.url,
  STRIPE_TIMEOUT_MS: '60000',
  ...changes,
});
const config = (changes?: Record<string, string>) =>
  loadConfig(billingVariables, { MONGODB_URI: 'mongodb://not-used', ...settings(changes) });
const openGateway = (changes?: Record<string, string>) =>
  createPayments(config(changes), t.database.db, t.clock, (fault) => faults.push(fault));

beforeAll(async () => {
  stripe = await startStripeDouble();
  t = await startBilling(settings());
  gateway = await openGateway();
});
afterAll(async () => {
  await t.stop();
  await stripe.stop();
});
beforeEach(() => {
  stripe.weather = 'fine';
  stripe.reply = undefined;
  faults.length = 0;
  stripe.searchable = true;
  stripe.requests.length = 0;
  stripe.forms.length = 0;
});

let orders = 0;
const anOrder = (paymentMethod: string, amount = 1234) => {
  orders += 1;
  return { reference: `rch_pur_${orders}_1_1`, accountId: account, amount: cents(amount), paymentMethod };
};

describe('a charge', () => {
  test("is one card payment in dollars of the card's customer, with our reference as idempotency key", async () => {
    const order = anOrder('pm_pays');
    expect(await gateway.charge(order)).toEqual({ status: 'succeeded' });
    expect(stripe.forms).toEqual([
      {
        key: order.reference,
        form: {
          amount: '1234',
          currency: 'usd',
          payment_method: 'pm_pays',
          customer: 'cus_7',
          'allowed_payment_method_types[0]': 'card',
          confirm: 'true',
          off_session: 'true',
          error_on_requires_action: 'true',
          description: 'Postage balance',
          'metadata[reference]': order.reference,
          'metadata[account_id]': '700007',
        },
      },
    ]);
  });

  test('is made once when it is repeated', async () => {
    const order = anOrder('pm_pays');
    for (let n = 0; n < 3; n += 1) expect(await gateway.charge(order)).toEqual({ status: 'succeeded' });
    expect(stripe.intents.filter(({ metadata }) => metadata.reference === order.reference)).toHaveLength(1);
  });

  test.each([
    ['pm_declines', 'Your card has insufficient funds.', 'insufficient_funds'],
    ['pm_gone', 'The payment method cannot be charged.', undefined],
    ['sandbox_ok', 'The account has no card.', undefined],
    [
      'pm_authentication',
      'This card needs its owner to authenticate the payment. The owner of the account can do so under Settings, Billing; then ask again.',
      'authentication_required',
    ],
  ])('to %s is declined with a reason, and by a bank with its code', async (paymentMethod, reason, code) => {
    expect(await gateway.charge(anOrder(paymentMethod))).toEqual({
      status: 'declined',
      reason,
      code,
      ...(paymentMethod === 'pm_authentication' && { wantsOwner: true }),
    });
  });

  test.each(['answer_lost', 'answer_late', 'unreachable', 'server_error', 'busy'] as const)(
    'with %s has no known outcome, and is not a decline',
    async (weather) => {
      stripe.weather = weather;
      const asked = weather === 'answer_late' ? await openGateway({ STRIPE_TIMEOUT_MS: '400' }) : gateway;
      await expect(asked.charge(anOrder('pm_pays'))).rejects.toBeInstanceOf(GatewaySilent);
    },
  );

  test('that takes days, or that Stripe refuses because of our key, has no known outcome either', async () => {
    await expect(gateway.charge(anOrder('pm_takes_days'))).rejects.toBeInstanceOf(GatewaySilent);
    const locked = await openGateway({ STRIPE_API_KEY: 'sk_test_wrong' });
    await expect(locked.charge(anOrder('pm_pays'))).rejects.toBeInstanceOf(GatewaySilent);
    await expect(locked.find(anOrder('pm_pays'))).rejects.toBeInstanceOf(GatewaySilent);
  });
});

describe("an answer that is not Stripe's decision about the card", () => {
  const error = (type: string, more: object = {}) =>
    JSON.stringify({ error: { type, message: 'Some words.', ...more } });

  test.each([
    ['a proxy’s page', 403, '<html>Forbidden</html>'],
    ["a proxy's page with status 200", 200, '<html>Sign in to the network</html>'],
    ['a proxy’s JSON', 502, '{"message":"Bad gateway"}'],
    ["a proxy's JSON with status 200", 200, '{"status":"succeeded"}'],
    ['a proxy that requires payment', 402, '{"error":{"message":"Your plan has ended."}}'],
    ['a proxy’s own 404', 404, '{"error":"not_found"}'],
    ['too many requests', 429, error('invalid_request_error', { code: 'rate_limit' })],
    ['too many requests with 400', 400, error('invalid_request_error', { code: 'rate_limit' })],
  ])('such as %s declines nothing: the charge stays open', async (_what, status, body) => {
    stripe.reply = { status, body };
    const outcome = gateway.charge(anOrder('pm_pays'));
    await expect(outcome).rejects.toBeInstanceOf(GatewaySilent);
    await expect(outcome).rejects.not.toBeInstanceOf(GatewayMisconfigured);
  });

  test.each([
    ['an unknown parameter', 400, { code: 'parameter_unknown', param: 'confirmation' }],
    ['an account that may not charge yet', 400, { code: 'testmode_charges_only' }],
    ['an amount below the minimum', 400, { code: 'amount_too_small', param: 'amount' }],
    ['a key without the permission', 403, { code: 'more_permissions_required' }],
    ['a wrong address', 404, { message: 'Unrecognized request URL (POST: /v1/payment_intents).' }],
    [
      'a test key for a live card',
      404,
      {
        code: 'resource_missing',
        param: 'payment_method',
        message:
          "No such PaymentMethod: 'pm_pays'; a similar object exists in live mode, but a test mode key was used",
      },
    ],
  ])(
    'such as %s is a misconfiguration for the operator, and the card is not declined',
    async (_what, status, more) => {
      stripe.reply = { status, body: error('invalid_request_error', more) };
      await expect(gateway.charge(anOrder('pm_pays'))).rejects.toBeInstanceOf(GatewayMisconfigured);
      expect(faults).toEqual(['misconfigured']);
    },
  );

  test.each([
    [
      'card_error',
      402,
      { code: 'expired_card', message: 'Your card has expired.' },
      'Your card has expired.',
      'expired_card',
    ],
    [
      'card_error',
      402,
      { code: 'card_declined', decline_code: 'generic_decline', advice_code: 'try_again_later' },
      'Some words.',
      'generic_decline',
    ],
    [
      'card_error',
      402,
      { code: 'card_declined', decline_code: 'do_not_honor', advice_code: 'do_not_try_again' },
      'Some words.',
      'do_not_try_again',
    ],
    [
      'invalid_request_error',
      400,
      { param: 'payment_method' },
      'The payment method cannot be charged.',
      undefined,
    ],
    [
      'invalid_request_error',
      400,
      { code: 'payment_method_unexpected_state' },
      'The payment method cannot be charged.',
      undefined,
    ],
  ])(
    'is distinguished from a %s about the card, which is a decline',
    async (type, status, more, reason, code) => {
      stripe.reply = { status, body: error(type, more) };
      expect(await gateway.charge(anOrder('pm_pays'))).toEqual({ status: 'declined', reason, code });
      expect(faults).toEqual([]);
    },
  );

  test('tells the merchant that the fault is ours, and the charge continues after the correction', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500, paymentMethod: 'pm_pays' });
    stripe.reply = { status: 400, body: error('invalid_request_error', { code: 'testmode_charges_only' }) };
    await expect(t.billing.hold(aHold(accountId, 'pur_s7_1'))).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'payment_gateway_misconfigured',
    });
    stripe.reply = undefined;
    expect(await t.billing.hold(aHold(accountId, 'pur_s7_1'))).toMatchObject({ rechargedCents: 2500 });
    await auditLedger(t.billing, accountId);
  });
});

describe('a reference', () => {
  test('that Stripe has with another amount is an incident and no answer', async () => {
    const order = anOrder('pm_pays', 5000);
    await gateway.charge(order);
    const other = { ...order, amount: cents(700) };
    await expect(gateway.find(other)).rejects.toBeInstanceOf(GatewayMismatch);
    await expect(gateway.charge(other)).rejects.toBeInstanceOf(GatewayMismatch);
    expect(faults).toEqual(['mismatch', 'mismatch']);
  });

  test('that Stripe has with another currency is an incident and no answer', async () => {
    const order = anOrder('pm_pays');
    await gateway.charge(order);
    for (const intent of stripe.intents) {
      if (intent.metadata.reference === order.reference) intent.currency = 'jpy';
    }
    await expect(gateway.find(order)).rejects.toBeInstanceOf(GatewayMismatch);
  });

  test('is never used a second time, also after an older database was restored', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500, paymentMethod: 'pm_pays' });
    await t.billing.hold(aHold(accountId, 'pur_r1_1', 700));
    for (const name of ['recharges', 'purchase_charges', 'transfers']) {
      await t.database.db.collection(name).deleteMany({ accountId });
    }
    // A process remembers the last position and the holds of the ledger for a minute. After that, it reads them from
    // the database.
    t.clock.advance(61_000);
    expect(await t.billing.hold(aHold(accountId, 'pur_r1_1', 4000))).toMatchObject({ rechargedCents: 4000 });
    expect(stripe.forms.map(({ form }) => form.amount)).toEqual(['2500', '4000']);
    expect(new Set(stripe.forms.map(({ key }) => key)).size).toBe(2);
  });
});

describe('a charge that is looked up by its reference', () => {
  test("is found with its outcome, also while Stripe's search is late", async () => {
    stripe.weather = 'answer_lost';
    const paid = anOrder('pm_pays');
    const declined = anOrder('pm_declines');
    for (const order of [paid, declined]) await gateway.charge(order).catch(() => undefined);
    expect(await gateway.find(paid)).toEqual({ status: 'succeeded' });
    expect(await gateway.find(declined)).toEqual({
      status: 'declined',
      reason: 'Your card has insufficient funds.',
      code: 'insufficient_funds',
    });
  });

  test('is not found for another account or a similar reference', async () => {
    const order = anOrder('pm_pays');
    await gateway.charge(order);
    expect(await gateway.find({ ...order, accountId: accountId(8) })).toBeUndefined();
    expect(await gateway.find({ ...order, reference: order.reference.toUpperCase() })).toBeUndefined();
    expect(await gateway.find({ ...order, reference: "o'clock\\" })).toBeUndefined();
  });
});

describe('the list of Stripe charges', () => {
  test('has the outcome of every recharge, by reference and in pages, and no charges of other systems', async () => {
    stripe.intents.push({
      ...(stripe.intents[0] as (typeof stripe.intents)[0]),
      id: 'pi_foreign',
      metadata: {},
    });
    const all = await gateway.list(account, '', 1000);
    expect(all.map(({ reference }) => reference)).toEqual(all.map(({ reference }) => reference).toSorted());
    expect(all.length).toBeGreaterThan(4);
    const [first, second] = all;
    expect(await gateway.list(0, first?.reference ?? '', 1)).toEqual([second]);
    expect(await gateway.list(8, '', 1000)).toEqual([]);
    expect(all).toContainEqual({
      reference: 'rch_pur_1_1_1',
      accountId: account,
      amount: 1234,
      status: 'succeeded',
      at: new Date(1_772_000_000_000),
      reversals: [],
    });
  });
});

test('two charges with one reference are on one page of the list, so none is left out', async () => {
  const [intent] = stripe.intents;
  stripe.intents.push({ ...(intent as (typeof stripe.intents)[0]), id: 'pi_twice' });
  const all = await gateway.list(account, '', 1000);
  const seen = [];
  for (let page = await gateway.list(account, '', 1); page.length > 0; ) {
    seen.push(...page);
    page = await gateway.list(account, page.at(-1)?.reference ?? '', 1);
  }
  expect(seen).toEqual(all);
  stripe.intents.pop();
});

describe('a purchase that is recharged through Stripe', () => {
  const aShortAccount = (paymentMethod = 'pm_pays') => t.anAccount({ autoRecharge: 2500, paymentMethod });

  test('is paid by one charge', async () => {
    const accountId = await aShortAccount();
    expect(await t.billing.hold(aHold(accountId, 'pur_s1_1', 700))).toMatchObject({ rechargedCents: 2500 });
    expect((await auditLedger(t.billing, accountId)).map(({ kind }) => kind)).toEqual(['recharge', 'hold']);
  });

  test("is refused with the bank's message, and nothing is held", async () => {
    const accountId = await aShortAccount('pm_declines');
    await expect(t.billing.hold(aHold(accountId, 'pur_s2_1'))).rejects.toMatchObject({
      code: 'payment_required',
      reason: 'payment_declined',
      params: { words: 'Your card has insufficient funds.' },
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0, heldCents: 0 });
  });

  test('with a lost answer continues with the charge that was made', async () => {
    const accountId = await aShortAccount();
    stripe.weather = 'answer_lost';
    expect(await t.billing.hold(aHold(accountId, 'pur_s3_1'))).toMatchObject({ rechargedCents: 2500 });
    await auditLedger(t.billing, accountId);
  });

  test('without an answer in time continues with the charge that was made', async () => {
    stripe.weather = 'answer_late';
    await withEnoughTime(async (ms) => {
      const impatient = await t.anotherProcess(undefined, undefined, { STRIPE_TIMEOUT_MS: String(ms) });
      const accountId = await aShortAccount();
      // When the time is over before the request is sent, no charge is made, and the hold fails.
      const hold = impatient.hold(aHold(accountId, `pur_s3${ms}_1`));
      const held = await hold.catch(({ reason }) => expect(reason).toBe('payment_gateway_silent'));
      if (!held) return undefined;
      expect(held).toMatchObject({ rechargedCents: 2500 });
      return auditLedger(t.billing, accountId);
    }, 400);
  });

  test('with a lost answer and no search result is refused as unknown, and continues when it is repeated', async () => {
    const accountId = await aShortAccount();
    stripe.weather = 'answer_lost';
    stripe.searchable = false;
    await expect(t.billing.hold(aHold(accountId, 'pur_s4_1'))).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'payment_gateway_silent',
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0 });
    stripe.weather = 'fine';
    expect(await t.billing.hold(aHold(accountId, 'pur_s4_1'))).toMatchObject({ rechargedCents: 2500 });
    stripe.searchable = true;
    expect((await auditLedger(t.billing, accountId)).map(({ kind }) => kind)).toEqual(['recharge', 'hold']);
  });

  test('while Stripe is down is charged for when it is repeated, and not by the worker', async () => {
    const accountId = await aShortAccount();
    stripe.weather = 'unreachable';
    await expect(t.billing.hold(aHold(accountId, 'pur_s5_1'))).rejects.toMatchObject({ code: 'unavailable' });
    stripe.weather = 'fine';
    t.clock.advance(60_000);
    const recharges = t.database.db.collection('recharges');
    await eventually(async () => {
      expect((await recharges.findOne({ accountId }))?.dueAt.getTime()).toBeGreaterThan(
        t.clock.now().getTime(),
      );
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 0, heldCents: 0 });
    expect(await t.billing.hold(aHold(accountId, 'pur_s5_1'))).toMatchObject({ rechargedCents: 2500 });
    await auditLedger(t.billing, accountId);
  });

  test('after a crash behind the charge is charged only once', async () => {
    const accountId = await aShortAccount();
    const doomed = await t.anotherProcess(crashAt('recharge-charged'));
    await expect(doomed.hold(aHold(accountId, 'pur_s6_1'))).rejects.toMatchObject({ code: 'internal' });
    expect(await t.billing.hold(aHold(accountId, 'pur_s6_1'))).toMatchObject({ rechargedCents: 2500 });
    await auditLedger(t.billing, accountId);
  });
});

describe('configuration', () => {
  test('is refused with PAYMENTS=stripe and no key, and the error names the variable', async () => {
    await expect(openGateway({ STRIPE_API_KEY: '' })).rejects.toThrow(
      'Bad configuration. STRIPE_API_KEY: is required when PAYMENTS is stripe',
    );
    expect(() => config({ PAYMENTS: 'cash' })).toThrow(/^Bad configuration\. PAYMENTS: /);
  });

  test("accepts only payment methods of Stripe when payments are Stripe's", async () => {
    await expect(t.anAccount({ paymentMethod: 'sandbox_ok' })).rejects.toMatchObject({
      code: 'invalid_argument',
      reason: 'payment_method_not_accepted',
      params: { accepted: 'the id of a Stripe payment method (pm_…)' },
      field: 'payment_method',
    });
  });
});

test('a recharge has at least the smallest amount that Stripe charges', async () => {
  const accountId = await t.anAccount({ balance: 95, autoRecharge: 10, paymentMethod: 'pm_pays' });
  const label = { accountId, postageCents: 100, insuranceCents: 0, batch: false };
  expect(await t.billing.previewCharge(label)).toMatchObject({ rechargeCents: 50, balanceAfterCents: 45 });
  await t.billing.hold(aHold(accountId, `pur_least_1`, 100));
  expect(stripe.intents.at(-1)).toMatchObject({ amount: 50 });
  expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 45 });
});
