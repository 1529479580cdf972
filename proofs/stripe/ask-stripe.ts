import { createPayments } from '@parcelyard/billing/adapters/payments/create-payments';
import type { ChargeOrder, Payments } from '@parcelyard/billing/ports';

export const stripeAdapter = (
  url: string,
  key: string,
  onFault: (fault: string) => void,
): Promise<Payments> =>
  createPayments(
    {
      PAYMENTS: 'stripe',
      STRIPE_API_KEY: key,
      STRIPE_API_URL: url,
      STRIPE_TIMEOUT_MS: 5_000,
      STRIPE_WEBHOOK_SECRETS: [],
      STRIPE_PAGE_ORIGINS: [],
    },
    // The calls to Stripe use neither database nor clock.
    undefined as never,
    undefined as never,
    (fault, error) => onFault(`${fault}: ${error.message}`),
  );

/**
 * Makes every call of the adapter once. A new method of the adapter needs a line here. The caller judges the answers.
 * @returns ids of the refunds and disputes that were read
 */
export async function askStripe(payments: Payments, order: ChargeOrder): Promise<string[]> {
  const ids: string[] = [];
  await payments.charge(order).catch(() => undefined);
  await payments.find(order).catch(() => undefined);
  await payments.list(0, '', 10);
  for (const since of [undefined, new Date()]) {
    for await (const { id } of payments.reversals(since)) ids.push(id);
  }
  const { cards } = payments;
  const [accountId, returnUrl] = [order.accountId, 'https://ship.example/settings/billing'];
  const customer = await cards.makeCustomer({ accountId, email: 'ada@shop.example' });
  // With stripe-mock, both calls fail, because stripe-mock's answer contains no page to open.
  const asked = { accountId, customer, returnUrl };
  await cards.startSetup({ ...asked, askOwner: true }).catch(() => undefined);
  const page = await cards.startSetup({ ...asked, askOwner: false }).catch(() => undefined);
  const sessionId = page?.split('/').at(-1) ?? 'cs_test_1';
  const setup = await cards.readSetup(sessionId);
  if (setup?.card) await cards.useCard(customer, setup.card);
  // Our double of Stripe refuses this call if it does not know the card. stripe-mock always refuses it, because
  // stripe-mock knows no customer. Neither refusal is a fault.
  await cards.useCard(customer, { ...NO_CARD, paymentMethod: order.paymentMethod }).catch(() => undefined);
  await cards.readCustomer(customer);
  await cards.openPortal(customer, returnUrl);
  return ids;
}

const NO_CARD = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 };
