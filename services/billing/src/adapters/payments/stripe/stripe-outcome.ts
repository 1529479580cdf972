import type Stripe from 'stripe';
import type { ChargeOutcome } from '../../../ports';

/** What a payment intent came to; undefined while Stripe itself does not know. */
export function intentOutcome(intent: Stripe.PaymentIntent): ChargeOutcome | undefined {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded' };
    case 'processing':
      return undefined;
    default:
      // Nothing was taken, and nobody but us could go on with it.
      return declined(intent.last_payment_error?.message);
  }
}

/** What an error says for sure: a refusal. undefined: it leaves open whether the card was charged. */
export function errorOutcome(error: unknown): ChargeOutcome | undefined {
  if (!(error instanceof Error && 'type' in error)) return undefined;
  const { type, message, statusCode } = error as Stripe.errors.StripeError;
  if (type === 'StripeCardError') return declined(message);
  // 409: another request with this idempotency key is under way this moment.
  if (type === 'StripeInvalidRequestError' && statusCode !== 409) {
    return declined('The payment method cannot be charged.');
  }
  return undefined;
}

const declined = (reason = 'Your card was declined.'): ChargeOutcome => ({
  status: 'declined',
  reason: /[.!?]$/.test(reason) ? reason : `${reason}.`,
});
