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

/** The search is about a minute behind, on Stripe's bad days hours. */
const KNOWS_AFTER_MS = 24 * 3_600_000;

const PAYMENT_METHOD = /^pm_[A-Za-z0-9_]+$/;

/** What a payment intent of ours carries, so that it is found again by our own reference. */
interface OurMetadata {
  reference: string;
  account_id: string;
}

/**
 * Cards by Stripe. One payment intent a recharge, confirmed as it is made, under the recharge's reference as idempotency
 * key: asked again, Stripe answers with the first one. A charge whose answer was lost is searched by the reference in its
 * metadata; what the search does not know yet is safe to send again for as long as Stripe keeps the key (24 hours), and
 * the search knows everything long before that.
 */
export function createStripeGateway(stripe: Stripe, onFault: OnFault): PaymentGateway {
  const accepts = (paymentMethod: string) => PAYMENT_METHOD.test(paymentMethod);

  const find = async (asked: ChargeQuery): Promise<ChargeOutcome | undefined> => {
    const intent = await findIntent(stripe, asked).catch((error: unknown) => {
      // Whatever hinders a question, it is no answer.
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

/** Tells the operator of what only he can mend or look into. */
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
      // Cards alone are certain at once; other methods may take days.
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
 * A saved card is charged in the name of the customer that it belongs to. A card that is gone has none: whether it was
 * charged before under this reference is said only by the charge itself.
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
  // The search does not tell upper from lower case.
  const ours = data.find(
    ({ metadata }) => metadata?.reference === reference && metadata.account_id === `${accountId}`,
  );
  // It may be behind with the status, which the intent itself never is.
  return ours && stripe.paymentIntents.retrieve(ours.id);
}

const quoted = (text: string) => text.replace(/[\\']/g, '\\$&');
