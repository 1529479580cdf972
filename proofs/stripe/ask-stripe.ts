import { createPayments } from '@parcelyard/billing/adapters/payments/create-payments';
import type { ChargeOrder, Payments } from '@parcelyard/billing/ports';

/** The billing service's own adapter, asking this address. */
export const stripeAdapter = (
  url: string,
  key: string,
  onFault: (fault: string) => void,
): Promise<Payments> =>
  createPayments(
    { PAYMENTS: 'stripe', STRIPE_API_KEY: key, STRIPE_API_URL: url, STRIPE_TIMEOUT_MS: 5_000 },
    // Neither database nor clock is asked with Stripe.
    undefined as never,
    undefined as never,
    (fault, error) => onFault(`${fault}: ${error.message}`),
  );

/**
 * Every question of the adapter once; a new method of the adapter needs a line here. What is answered is for the caller
 * to judge.
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
  return ids;
}
