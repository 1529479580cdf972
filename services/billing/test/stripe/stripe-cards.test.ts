import type { HookDelivery } from '@parcelyard/contracts/common';
import { loadConfig } from '@parcelyard/service-kit/config';
import { eventually } from '@parcelyard/testing/eventually';
import Stripe from 'stripe';
import { createPayments } from '../../src/adapters/payments/create-payments';
import { billingVariables } from '../../src/config';
import { CardDeskSilent } from '../../src/ports';
import { aHold, type BillingUnderTest, startBilling } from '../support/start-billing';
import { API_KEY, type StripeDouble, startStripeDouble } from './start-stripe-double';

const [SECRET, OLD_SECRET] = ['whsec_of_these_tests', 'whsec_of_before'];
const RETURN = 'https://ship.example/settings/billing';

let stripe: StripeDouble;
let t: BillingUnderTest;
beforeAll(async () => {
  stripe = await startStripeDouble();
  t = await startBilling({
    PAYMENTS: 'stripe',
    STRIPE_API_KEY: API_KEY,
    STRIPE_API_URL: stripe.url,
    STRIPE_WEBHOOK_SECRETS: `${SECRET},${OLD_SECRET}`,
  });
});
afterAll(async () => {
  await t.stop();
  await stripe.stop();
});
beforeEach(() => {
  stripe.weather = 'fine';
  stripe.searchable = true;
});

/** Creates an event, signed by Stripe's own library. `at` is the time of the signature. */
const event = (
  type: string,
  object: object,
  {
    secret = SECRET,
    at = Date.now(),
    previous = {},
  }: { secret?: string; at?: number; previous?: object } = {},
): HookDelivery => {
  const data = { object, previous_attributes: previous };
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data });
  const timestamp = Math.floor(at / 1_000);
  const signature = new Stripe(API_KEY).webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return {
    source: 'stripe',
    key: '',
    body: Buffer.from(payload),
    headers: { 'stripe-signature': signature },
  };
};
const open = async () => {
  const accountId = await t.anAccount({ autoRecharge: 2500 });
  const { url } = await t.billing.startCardSetup({ accountId, email: 'ada@shop.example', returnUrl: RETURN });
  const sessionId = url.split('/').at(-1) ?? '';
  return { accountId, url, sessionId };
};
const withCard = async (card = 'pm_pays') => {
  const opened = await open();
  stripe.pages.enter(opened.sessionId, card);
  await t.billing.finishCardSetup(opened);
  return opened;
};

describe('a card entered on Stripe’s page', () => {
  test("is missing before, becomes the account's card, and is charged by recharges", async () => {
    const { accountId, url, sessionId } = await open();
    expect(url).toBe(`${stripe.url}/pay/${sessionId}`);
    expect(await t.billing.getCard({ accountId })).toMatchObject({ state: 'none', hasPortal: true });
    expect(stripe.pages.enter(sessionId, 'pm_pays')).toBe(`${RETURN}?card=added&session=${sessionId}`);
    const card = { state: 'ok', brand: 'visa', last4: '4242', expMonth: 8, expYear: 2031 };
    expect(await t.billing.finishCardSetup({ accountId, sessionId })).toMatchObject(card);
    expect(await t.billing.finishCardSetup({ accountId, sessionId })).toMatchObject(card);
    await t.billing.hold(aHold(accountId, `pur_c${accountId}_1`, 700));
    expect(stripe.intents.at(-1)).toMatchObject({ amount: 2500, payment_method: 'pm_pays' });
    expect([...stripe.pages.customers.values()].at(-1)).toMatchObject({ card: 'pm_pays' });
  });

  test('belongs to one Stripe customer, however often a page is opened', async () => {
    const accountId = await t.anAccount();
    const before = stripe.pages.customers.size;
    const opening = () => t.billing.startCardSetup({ accountId, email: 'a@b.example', returnUrl: RETURN });
    await Promise.all([opening(), opening()]);
    await opening();
    expect(stripe.pages.customers.size).toBe(before + 1);
  });

  test('stays when an older session is reported late or is opened again in the browser', async () => {
    const { accountId, sessionId: first } = await withCard();
    const { url } = await t.billing.startCardSetup({
      accountId,
      email: 'ada@shop.example',
      returnUrl: RETURN,
    });
    const sessionId = url.split('/').at(-1) ?? '';
    stripe.pages.enter(sessionId, 'pm_declines');
    await t.billing.finishCardSetup({ accountId, sessionId });
    await t.billing.receiveHook(
      event('checkout.session.completed', { id: first, object: 'checkout.session' }),
    );
    expect(await t.billing.finishCardSetup({ accountId, sessionId: first })).toMatchObject({ last4: '0341' });
    expect([...stripe.pages.customers.values()].at(-1)).toMatchObject({ card: 'pm_declines' });
  });

  test('that its bank wants confirmed is declined with instructions, and works after the confirmation', async () => {
    const { accountId } = await withCard('pm_authentication');
    const hold = (n: number) => t.billing.hold(aHold(accountId, `pur_f${accountId}_${n}`, 700));
    await expect(hold(1)).rejects.toMatchObject({
      code: 'payment_required',
      reason: 'payment_declined',
      params: { words: expect.stringContaining('The owner of the account can do so under Settings') },
    });
    expect(await t.billing.getCard({ accountId })).toMatchObject({ state: 'unconfirmed', last4: '3155' });

    const asked = { accountId, email: 'ada@shop.example', returnUrl: RETURN };
    const { url } = await t.billing.startCardSetup(asked);
    const sessionId = url.split('/').at(-1) ?? '';
    expect(stripe.pages.sessions.get(sessionId)).toMatchObject({ threeDSecure: 'any' });
    stripe.pages.enter(sessionId, 'pm_pays');
    expect(await t.billing.finishCardSetup({ accountId, sessionId })).toMatchObject({ state: 'ok' });
    await hold(2);
    const paid = stripe.intents.filter(({ metadata }) => metadata.account_id === `${accountId}`);
    expect(paid.map(({ status }) => status)).toEqual(['requires_payment_method', 'succeeded']);
  });

  test('can be entered again after the customer was deleted at Stripe', async () => {
    const { accountId } = await withCard();
    const former = [...stripe.pages.customers.keys()].at(-1) ?? '';
    stripe.pages.customers.delete(former);
    const asked = { accountId, returnUrl: RETURN };
    await expect(t.billing.openCardPortal(asked)).rejects.toMatchObject({ reason: 'no_card_to_manage' });
    const { url } = await t.billing.startCardSetup({ ...asked, email: 'ada@shop.example' });
    const sessionId = url.split('/').at(-1) ?? '';
    stripe.pages.enter(sessionId, 'pm_declines');
    expect(await t.billing.finishCardSetup({ accountId, sessionId })).toMatchObject({ last4: '0341' });
    expect((await t.billing.openCardPortal(asked)).url).not.toContain(former);
  });

  test("is refused with a reason before it is completed, and in another account's session", async () => {
    const { accountId, sessionId } = await open();
    await expect(t.billing.finishCardSetup({ accountId, sessionId })).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'card_setup_unfinished',
    });
    stripe.pages.enter(sessionId, 'pm_pays');
    for (const foreign of [
      { accountId: await t.anAccount(), sessionId },
      { accountId, sessionId: 'cs_test_nobodys' },
    ]) {
      await expect(t.billing.finishCardSetup(foreign)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('cannot be entered while Stripe refuses our key, and an operator is notified', async () => {
    const faults: string[] = [];
    const config = loadConfig(billingVariables, {
      MONGODB_URI: 'mongodb://not-used',
      PAYMENTS: 'stripe',
      STRIPE_API_KEY: 'sk_test_revoked',
      STRIPE_API_URL: stripe.url,
    });
    const { cards } = await createPayments(config, t.database.db, t.clock, (fault) => faults.push(fault));
    await expect(cards.openPortal('cus_1', RETURN)).rejects.toThrow(CardDeskSilent);
    expect(faults).toEqual(['misconfigured']);
  });

  test("can be managed on Stripe's portal when a customer exists", async () => {
    const accountId = await t.anAccount();
    const asked = { accountId, returnUrl: RETURN };
    await expect(t.billing.openCardPortal(asked)).rejects.toMatchObject({ reason: 'no_card_to_manage' });
    const { accountId: other } = await withCard();
    const { url } = await t.billing.openCardPortal({ ...asked, accountId: other });
    expect(url).toMatch(/\/portal\/cus_\d+$/);
  });
});

describe('a Stripe event', () => {
  test('saves the card of an owner who closed the page before the redirect', async () => {
    const { accountId, sessionId } = await open();
    stripe.pages.enter(sessionId, 'pm_declines');
    const told = event('checkout.session.completed', { id: sessionId, object: 'checkout.session' });
    await t.billing.receiveHook(told);
    await t.billing.receiveHook(told);
    expect(await t.billing.getCard({ accountId })).toMatchObject({ brand: 'mastercard', last4: '0341' });
  });

  test('about a card that was already removed is accepted and changes nothing', async () => {
    const { accountId, sessionId } = await open();
    stripe.pages.enter(sessionId, 'pm_pays');
    stripe.pages.customers.delete([...stripe.pages.customers.keys()].at(-1) ?? '');
    await t.billing.receiveHook(
      event('checkout.session.completed', { id: sessionId, object: 'checkout.session' }),
    );
    expect(await t.billing.getCard({ accountId })).toMatchObject({ state: 'none' });
  });

  test('saves the card that the owner chose on the portal, and a removal there', async () => {
    const { accountId } = await withCard();
    const customer = [...stripe.pages.customers.values()].at(-1);
    if (!customer) throw new Error('no customer');
    customer.card = 'pm_declines';
    await t.billing.receiveHook(event('customer.updated', { id: customer.id, object: 'customer' }));
    expect(await t.billing.getCard({ accountId })).toMatchObject({ last4: '0341' });
    customer.card = null;
    const gone = { id: 'pm_declines', object: 'payment_method', customer: null };
    await t.billing.receiveHook(
      event('payment_method.detached', gone, { previous: { customer: customer.id } }),
    );
    expect(await t.billing.getCard({ accountId })).toMatchObject({ state: 'none' });
  });

  test('that is older does not replace what Stripe returns now', async () => {
    const { accountId } = await withCard();
    const customer = [...stripe.pages.customers.values()].at(-1);
    const late = {
      id: customer?.id,
      object: 'customer',
      invoice_settings: { default_payment_method: 'pm_old' },
    };
    await t.billing.receiveHook(event('customer.updated', late));
    expect(await t.billing.getCard({ accountId })).toMatchObject({ last4: '4242' });
  });

  test('does not change an account whose payment method was set by the operator', async () => {
    const { accountId } = await withCard();
    const { id, metadata } = [...stripe.pages.customers.values()].at(-1) ?? {};
    await t.billing.updateAccount({ accountId, paymentMethod: 'pm_pays', idempotencyKey: '' });
    await t.billing.receiveHook(event('customer.updated', { id, object: 'customer', metadata }));
    expect(await t.billing.getCard({ accountId })).toMatchObject({ state: 'ok', last4: '' });
    const customer = stripe.pages.customers.get(id ?? '');
    if (customer) customer.card = null;
    await t.billing.receiveHook(event('payment_method.attached', { id: 'pm_pays', customer: id }));
    expect(await t.billing.getCard({ accountId })).toMatchObject({ state: 'ok', last4: '' });
  });

  test('of a refund or a dispute starts its booking at once', async () => {
    const { accountId } = await withCard();
    await t.billing.hold(aHold(accountId, `pur_d${accountId}_1`, 700));
    const intent = stripe.intents.at(-1)?.id ?? '';
    stripe.disputes.unshift({
      id: `du_${accountId}`,
      payment_intent: intent,
      amount: 2500,
      status: 'needs_response',
    });
    await t.billing.receiveHook(
      event('charge.dispute.created', { id: `du_${accountId}`, object: 'dispute' }),
    );
    await eventually(async () =>
      expect((await t.billing.getBalance({ accountId })).availableCents).toBe(2500 - 700 - 2500),
    );
  });

  test('of a charge whose answer was lost starts the search for it at once', async () => {
    const { accountId } = await withCard();
    stripe.weather = 'answer_lost';
    stripe.searchable = false;
    const hold = t.billing.hold(aHold(accountId, `pur_e${accountId}_1`, 700));
    await expect(hold).rejects.toMatchObject({ code: 'unavailable' });
    stripe.searchable = true;
    t.clock.advance(20_000);
    const { metadata } = stripe.intents.at(-1) ?? {};
    await t.billing.receiveHook(event('payment_intent.succeeded', { id: 'pi_x', metadata }));
    await eventually(async () => {
      const { availableCents, heldCents } = await t.billing.getBalance({ accountId });
      expect(availableCents + heldCents).toBe(2500);
    });
  });

  test('about an entered card is sent again later, while Stripe does not answer', async () => {
    const other = await startBilling({
      PAYMENTS: 'stripe',
      STRIPE_API_KEY: API_KEY,
      STRIPE_API_URL: 'http://127.0.0.1:1',
      STRIPE_WEBHOOK_SECRETS: SECRET,
    });
    const told = event('checkout.session.completed', { id: 'cs_1', object: 'checkout.session' });
    await expect(other.billing.receiveHook(told)).rejects.toMatchObject({ code: 'unavailable' });
    await other.stop();
  });

  test('is also accepted with the previous secret while the secret is being replaced', async () => {
    await t.billing.receiveHook(event('invoice.paid', { id: 'in_1' }, { secret: OLD_SECRET }));
  });

  test.each([
    ['another secret', { secret: 'whsec_of_a_stranger' }],
    ['a signature older than five minutes', { at: Date.now() - 301_000 }],
  ])('is refused with %s', async (_, given) => {
    const told = t.billing.receiveHook(event('customer.updated', { id: 'cus_1' }, given));
    await expect(told).rejects.toMatchObject({ code: 'unauthenticated', reason: 'hook_signature_wrong' });
  });

  test('is refused with a changed body, and without a signature', async () => {
    const told = event('customer.updated', { id: 'cus_1' });
    for (const changed of [
      { ...told, body: Buffer.concat([told.body, Buffer.from(' ')]) },
      { ...told, headers: {} },
    ]) {
      await expect(t.billing.receiveHook(changed)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  test('is not found when no secret is set', async () => {
    const other = await startBilling({
      PAYMENTS: 'stripe',
      STRIPE_API_KEY: API_KEY,
      STRIPE_API_URL: stripe.url,
    });
    const told = other.billing.receiveHook(event('customer.updated', { id: 'cus_1' }));
    await expect(told).rejects.toMatchObject({ code: 'not_found' });
    await other.stop();
  });
});
