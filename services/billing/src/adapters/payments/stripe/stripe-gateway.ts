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

/** Stripe's search is about a minute behind, on bad days hours. */
const KNOWS_AFTER_MS = 24 * 3_600_000;

const PAYMENT_METHOD = /^pm_[A-Za-z0-9_]+$/;

/** Our metadata on a payment intent, to find it again by our reference. */
interface OurMetadata {
  reference: string;
  account_id: string;
}

/**
 * Charges cards with Stripe. Each recharge is one payment intent, confirmed at once, with the recharge's reference as
 * idempotency key: a repeated request gets the first answer. If the answer is lost, the charge is searched by the
 * reference in its metadata. A charge that the search does not find yet can be sent again while Stripe keeps the key
 * (24 hours); the search is up to date long before that.
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
    knowsAfterMs: KNOWS_AFTER_MS,
    accepts,
    find: telling(onFault, find),
    charge: telling(onFault, charge),
  };
}

/** Reports to the operator the faults that only they can fix. */
const telling =
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
 * A saved card is charged in the name of its customer. A removed card has no customer: only the charge itself then
 * tells whether this reference was charged before.
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
  // The search ignores upper and lower case.
  const ours = data.find(
    ({ metadata }) => metadata?.reference === reference && metadata.account_id === `${accountId}`,
  );
  // The search result may have an old status; the intent itself never does.
  return ours && stripe.paymentIntents.retrieve(ours.id);
}

const quoted = (text: string) => text.replace(/[\\']/g, '\\$&');
