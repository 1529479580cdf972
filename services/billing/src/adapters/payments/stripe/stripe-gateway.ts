import { cents } from '@parcelyard/money/cents';
import type Stripe from 'stripe';
import {
  type ChargeOrder,
  type ChargeOutcome,
  GatewayMisconfigured,
  GatewayMismatch,
  GatewaySilent,
  type PaymentGateway,
} from '../../../ports';
import type { OnFault } from '../payment-faults';
import { type ChargeQuery, judgeError, judgeIntent } from './judge-stripe';

/**
 * If Stripe's search does not find a charge after this time, the charge was never made. New charges usually appear in
 * the search after about a minute, sometimes after hours.
 */
const SEARCH_COMPLETE_AFTER_MS = 24 * 3_600_000;

/** Stripe's minimum for a charge in US dollars ("Minimum and maximum charge amounts" on docs.stripe.com/currencies). */
const LEAST_CHARGE = cents(50);

const PAYMENT_METHOD = /^pm_[A-Za-z0-9_]+$/;

/** What we store with a payment intent, so that the search finds the intent by our reference. */
interface OurMetadata {
  reference: string;
  account_id: string;
}

/**
 * Charges cards with Stripe. Each recharge is one payment intent. The recharge's reference is Stripe's idempotency key,
 * so a repeated request gets the first answer. When an answer is lost, billing searches for the charge by the
 * reference. If the search does not find the charge yet, billing sends the same request again: Stripe remembers the key
 * for 24 hours, so the card is not charged twice.
 */
export function createStripeGateway(stripe: Stripe, onFault: OnFault): PaymentGateway {
  const accepts = (paymentMethod: string) => PAYMENT_METHOD.test(paymentMethod);

  const find = async (asked: ChargeQuery): Promise<ChargeOutcome | undefined> => {
    const intent = await findIntent(stripe, asked).catch((error: unknown) => {
      // Any failure of the lookup is treated as if Stripe had not answered.
      throw error instanceof GatewaySilent ? error : new GatewaySilent(asked.reference, { cause: error });
    });
    return intent && judgeIntent(intent, asked);
  };

  const charge = async (order: ChargeOrder): Promise<ChargeOutcome> => {
    if (!accepts(order.paymentMethod)) return { status: 'declined', reason: 'The account has no card.' };
    let intent: Stripe.PaymentIntent;
    try {
      intent = await createIntent(stripe, order);
    } catch (error) {
      return judgeError(error, order);
    }
    return judgeIntent(intent, order);
  };

  return {
    accepted: 'the id of a Stripe payment method (pm_…)',
    knowsAfterMs: SEARCH_COMPLETE_AFTER_MS,
    leastCharge: LEAST_CHARGE,
    accepts,
    find: reportingFaults(onFault, find),
    charge: reportingFaults(onFault, charge),
  };
}

/** Reports errors that only the operator can correct. */
const reportingFaults =
  <Order, Answer>(onFault: OnFault, ask: (order: Order) => Promise<Answer>) =>
  async (order: Order): Promise<Answer> => {
    try {
      return await ask(order);
    } catch (error) {
      if (error instanceof GatewayMisconfigured) onFault('misconfigured', error);
      if (error instanceof GatewayMismatch) onFault('mismatch', error);
      throw error;
    }
  };

async function createIntent(
  stripe: Stripe,
  { reference, accountId, amount, paymentMethod }: ChargeOrder,
): Promise<Stripe.PaymentIntent> {
  const owner = await ownerOf(stripe, paymentMethod);
  const metadata: OurMetadata = { reference, account_id: `${accountId}` };
  return stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      payment_method: paymentMethod,
      ...(owner && { customer: owner }),
      // Only cards are allowed, because a charge of another payment method may take days.
      allowed_payment_method_types: ['card'],
      confirm: true,
      off_session: true,
      error_on_requires_action: true,
      description: 'Postage balance',
      metadata: { ...metadata },
    },
    { idempotencyKey: reference },
  );
}

/**
 * Returns the Stripe customer to whom a saved card belongs, because Stripe requires the customer in every charge. A
 * removed card has no customer.
 */
async function ownerOf(stripe: Stripe, paymentMethod: string): Promise<string | undefined> {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(paymentMethod);
    return typeof customer === 'string' ? customer : customer?.id;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

async function findIntent(
  stripe: Stripe,
  { reference, accountId }: ChargeQuery,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.paymentIntents.search({
    query: `metadata['reference']:'${quoted(reference)}'`,
  });
  if (!Array.isArray(data)) throw new Error('The answer is not a list of payment intents.');
  // Stripe's search treats upper and lower case as equal, so the reference is compared again here.
  const ours = data.find(
    ({ metadata }) => metadata?.reference === reference && metadata.account_id === `${accountId}`,
  );
  // The search may return an old status, so the intent is read again.
  return ours && stripe.paymentIntents.retrieve(ours.id);
}

const quoted = (text: string) => text.replace(/[\\']/g, '\\$&');
