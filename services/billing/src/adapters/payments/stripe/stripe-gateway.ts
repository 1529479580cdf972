import type { AccountId } from '@parcelyard/service-kit/ids';
import type Stripe from 'stripe';
import { type ChargeOrder, type ChargeOutcome, GatewaySilent, type PaymentGateway } from '../../../ports';
import { errorOutcome, intentOutcome } from './stripe-outcome';

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
export function createStripeGateway(stripe: Stripe): PaymentGateway {
  const accepts = (paymentMethod: string) => PAYMENT_METHOD.test(paymentMethod);

  const find = async (accountId: AccountId, reference: string): Promise<ChargeOutcome | undefined> => {
    const intent = await asked(reference, () =>
      findIntent(stripe, { reference, account_id: `${accountId}` }),
    );
    return intent && settled(intent, reference);
  };

  const charge = async (order: ChargeOrder): Promise<ChargeOutcome> => {
    const { reference, paymentMethod } = order;
    if (!accepts(paymentMethod)) return { status: 'declined', reason: 'The account has no card.' };
    try {
      return settled(await createIntent(stripe, order), reference);
    } catch (error) {
      const outcome = errorOutcome(error);
      if (outcome) return outcome;
      throw error instanceof GatewaySilent ? error : new GatewaySilent(reference, { cause: error });
    }
  };

  return { accepted: 'the id of a Stripe payment method (pm_…)', accepts, find, charge };
}

async function createIntent(
  stripe: Stripe,
  { reference, accountId, amount, paymentMethod }: ChargeOrder,
): Promise<Stripe.PaymentIntent> {
  // A saved card is charged in the name of the customer that it belongs to.
  const { customer } = await stripe.paymentMethods.retrieve(paymentMethod);
  const owner = typeof customer === 'string' ? customer : customer?.id;
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

async function findIntent(
  stripe: Stripe,
  { reference, account_id }: OurMetadata,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.paymentIntents.search({
    query: `metadata['reference']:'${quoted(reference)}'`,
  });
  // The search does not tell upper from lower case.
  const ours = data.find(
    ({ metadata }) => metadata.reference === reference && metadata.account_id === account_id,
  );
  // It may be behind with the status, which the intent itself never is.
  return ours && stripe.paymentIntents.retrieve(ours.id);
}

const quoted = (text: string) => text.replace(/[\\']/g, '\\$&');

function settled(intent: Stripe.PaymentIntent, reference: string): ChargeOutcome {
  const outcome = intentOutcome(intent);
  if (!outcome) throw new GatewaySilent(reference, { cause: new Error(`${intent.id} is ${intent.status}.`) });
  return outcome;
}

/** Whatever hinders a question, it is no answer. */
async function asked<T>(reference: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw new GatewaySilent(reference, { cause: error });
  }
}
