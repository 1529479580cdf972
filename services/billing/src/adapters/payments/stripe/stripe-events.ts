import { DomainError } from '@parcelyard/service-kit/domain-error';
import type Stripe from 'stripe';
import type { PaymentEvent, PaymentEvents } from '../../../ports';

/** Maximum age of a signed event in seconds, as Stripe advises. */
const TOLERANCE_S = 300;
const REVERSED = /^(charge\.refund|refund\.|charge\.dispute\.)/;
const CARD_EVENTS = /^(customer\.updated|payment_method\.)/;

/**
 * Reads Stripe's events. An event only says which object has changed; the service then reads the object from Stripe. So
 * it does no harm when an event comes twice, late or in the wrong order.
 * @param secrets the endpoint's signing secrets, the current one first; there are several while one is being replaced
 */
export const createStripeEvents = (stripe: Stripe, secrets: readonly string[]): PaymentEvents => ({
  isConfigured: secrets.length > 0,
  read: (body, signature) => toEvent(verify(stripe, body, signature, secrets)),
});

/** @throws DomainError `unauthenticated` */
function verify(
  stripe: Stripe,
  body: Uint8Array,
  signature: string,
  secrets: readonly string[],
): Stripe.Event {
  let refusal: unknown;
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(Buffer.from(body), signature, secret, TOLERANCE_S);
    } catch (error) {
      refusal = error;
    }
  }
  throw new DomainError('unauthenticated', 'hook_signature_wrong', {}, { cause: refusal });
}

function toEvent({ type, data }: Stripe.Event): PaymentEvent {
  const about = data.object as { id?: string; customer?: string | null; metadata?: Record<string, string> };
  if (type === 'checkout.session.completed') return { kind: 'setup', sessionId: about.id ?? '' };
  if (type.startsWith('payment_intent.')) {
    const { reference = '', account_id = '' } = about.metadata ?? {};
    return { kind: 'charge', reference, accountId: Number(account_id) };
  }
  if (REVERSED.test(type)) return { kind: 'reversal' };
  if (CARD_EVENTS.test(type)) {
    // When a card is removed, only the event's previous attributes name its customer.
    const before = (data.previous_attributes as { customer?: string } | undefined)?.customer;
    const customer = type === 'customer.updated' ? about.id : (about.customer ?? before);
    return customer ? { kind: 'customer', customer } : { kind: 'other' };
  }
  return { kind: 'other' };
}
