import type { OwnerNotice } from '@parcelyard/contracts/events';
import { ownerNotice } from '@parcelyard/events/event-type';
import { eventually } from '@parcelyard/testing/eventually';
import { API_KEY, type StripeDouble, startStripeDouble } from './stripe/start-stripe-double';
import { aHold, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let stripe: StripeDouble;
let t: BillingUnderTest;
/** Messages by event id, because an event may be delivered more than once. */
const told = new Map<string, OwnerNotice>();

beforeAll(async () => {
  stripe = await startStripeDouble();
  t = await startBilling({ PAYMENTS: 'stripe', STRIPE_API_KEY: API_KEY, STRIPE_API_URL: stripe.url });
  await t.bus.subscribe({
    durable: 'test',
    type: ownerNotice.name,
    handle: async ({ eventId, payload }) => {
      told.set(eventId, ownerNotice.message.decode(payload));
    },
  });
});
afterAll(async () => {
  await t.stop();
  await stripe.stop();
});

const toldTo = (accountId: number) => [...told.values()].filter((notice) => notice.accountId === accountId);
const eventuallyTold = (accountId: number, count = 1) =>
  eventually(async () => {
    expect(toldTo(accountId)).toHaveLength(count);
    return toldTo(accountId);
  });
/** Creates an account whose owner entered this card on the payment gateway's page. */
async function withCard(accountId: number, expires: { expMonth: number; expYear: number }) {
  await t.database.db.collection('accounts').updateOne(
    { _id: accountId as never },
    {
      $set: { card: { paymentMethod: 'pm_pays', brand: 'visa', last4: '4242', ...expires } },
    },
  );
}

describe('the owner', () => {
  test('gets one receipt for each recharge, with amount and card', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2_500, paymentMethod: 'pm_pays', balance: 1 });
    await withCard(accountId, { expMonth: 12, expYear: 2040 });
    await t.billing.hold(aHold(accountId, 'pur_r1_1'));
    await t.billing.hold(aHold(accountId, 'pur_r1_1'));
    const [receipt] = await eventuallyTold(accountId);
    expect(receipt).toMatchObject({ about: 'receipt', amountCents: 2_500, card: 'Visa ending in 4242' });
    expect(receipt?.reference).toMatch(/^rch_pur_r1_1_1-/);
  });

  test('gets one receipt when the process died before the recharge was settled', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2_500, paymentMethod: 'pm_pays', balance: 1 });
    const dying = await t.anotherProcess(crashAt('recharge-entered'));
    await expect(dying.hold(aHold(accountId, 'pur_r2_1'))).rejects.toThrow();
    expect(toldTo(accountId)).toEqual([]);
    await t.billing.hold(aHold(accountId, 'pur_r2_1'));
    // The balance already has the money. The worker then completes the recharge and sends the receipt.
    t.clock.advance(20_000);
    expect(await eventuallyTold(accountId)).toMatchObject([{ about: 'receipt', card: '' }]);
  });

  test('is notified once that the charged card expires soon', async () => {
    const now = t.clock.now();
    const accountId = await t.anAccount({ autoRecharge: 1_000, paymentMethod: 'pm_pays', balance: 1 });
    const end = { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() };
    await withCard(accountId, end);
    t.clock.set(new Date(Date.UTC(end.expYear, end.expMonth, 1) - 86_400_000).toISOString());
    await t.billing.hold(aHold(accountId, 'pur_r3_1'));
    await t.billing.hold(aHold(accountId, 'pur_r3_2'));
    const notices = await eventuallyTold(accountId, 3);
    expect(notices.map(({ about }) => about).sort()).toEqual(['card_expiring', 'receipt', 'receipt']);
  });

  test('is notified once that a card expires soon, also when nothing is charged', async () => {
    const accountId = await t.anAccount({ autoRecharge: 1_000, paymentMethod: 'pm_idle', balance: 5_000 });
    const later = await t.anAccount({ autoRecharge: 1_000, paymentMethod: 'pm_later', balance: 5_000 });
    const tomorrow = new Date(t.clock.now().getTime() + 86_400_000);
    const end = { expMonth: tomorrow.getUTCMonth() + 1, expYear: tomorrow.getUTCFullYear() };
    await withCard(accountId, end);
    await withCard(later, { ...end, expYear: end.expYear + 1 });
    t.clock.advance(86_400_000);
    expect(await eventuallyTold(accountId)).toMatchObject([
      { about: 'card_expiring', card: expect.stringContaining('Visa ending in 4242') },
    ]);
    expect(toldTo(later)).toEqual([]);
  });

  test("is notified once a day that the bank requires the owner's confirmation and nothing was charged", async () => {
    const accountId = await t.anAccount({
      autoRecharge: 2_500,
      paymentMethod: 'pm_authentication',
      balance: 1,
    });
    for (const purchase of ['pur_r4_1', 'pur_r4_2'])
      await expect(t.billing.hold(aHold(accountId, purchase))).rejects.toMatchObject({
        reason: 'payment_declined',
      });
    expect(await eventuallyTold(accountId)).toMatchObject([
      { about: 'card_wants_owner', amountCents: 2_500 },
    ]);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 1 });
  });

  test('is not notified of a declined card, because the buyer reads the refusal', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2_500, paymentMethod: 'pm_declines', balance: 1 });
    await expect(t.billing.hold(aHold(accountId, 'pur_r5_1'))).rejects.toMatchObject({
      reason: 'payment_declined',
    });
    expect(toldTo(accountId)).toEqual([]);
  });
});
