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

/** Stripe's search is usually about a minute late, sometimes hours. */
const SEARCH_COMPLETE_AFTER_MS = 24 * 3_600_000;

const PAYMENT_METHOD = /^pm_[A-Za-z0-9_]+$/;

/** Our metadata on a payment intent. With it, the intent is found by our reference. */
interface OurMetadata {
  reference: string;
  account_id: string;
}

/**
 * Charges cards with Stripe. Each recharge is one payment intent, confirmed at once. The recharge's reference is the
 * idempotency key, so a repeated request gets the first answer. After a lost answer, the charge is searched by the
 * reference in its metadata. If the search does not find the charge yet, the charge can be sent again: Stripe stores
 * the key for 24 hours, and the search is never late for so long.
 */
export function createStripeGateway(stripe: Stripe, onFault: OnFault): PaymentGateway {
  const accepts = (paymentMethod: string) => PAYMENT_METHOD.test(paymentMethod);

  const find = async (asked: ChargeQuery): Promise<ChargeOutcome | undefined> => {
    const intent = await findIntent(stripe, asked).catch((error: unknown) => {
      // Any failure of the lookup counts as no answer.
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
    accepts,
    find: reportingFaults(onFault, find),
    charge: reportingFaults(onFault, charge),
  };
}

/** Reports errors of a call that only the operator can fix. */
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
      // Only cards have an immediate outcome; other methods may take days.
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
 * Returns the Stripe customer of a saved card. Every charge names this customer. A removed card has no customer. In
 * that case, only a repeated charge shows whether this reference was charged before.
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
  if (!Array.isArray(data)) throw new Error('The answer is no list of payment intents.');
  // Stripe's search ignores upper and lower case.
  const ours = data.find(
    ({ metadata }) => metadata?.reference === reference && metadata.account_id === `${accountId}`,
  );
  // The search result may have an old status, so the intent is read again.
  return ours && stripe.paymentIntents.retrieve(ours.id);
}

const quoted = (text: string) => text.replace(/[\\']/g, '\\$&');
