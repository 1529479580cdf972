import { createHash } from 'node:crypto';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type Stripe from 'stripe';
import type { SavedCard } from '../../../domain/card';
import { type CardDesk, CardDeskSilent } from '../../../ports';
import type { OnFault } from '../payment-faults';
import { isRefused } from './judge-stripe';

/**
 * Owners enter and replace cards on Stripe's pages, so no card number reaches us. Each account has one Stripe customer,
 * and charges use the customer's default card.
 */
export function createStripeCards(
  stripe: Stripe,
  pageOrigins: readonly string[],
  onFault: OnFault,
): CardDesk {
  /** @throws CardDeskSilent on any failure; a failure that an operator must correct is also reported */
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      const silent = new CardDeskSilent(error);
      if (isRefused(error) && !isMissing(error)) onFault('misconfigured', silent);
      throw silent;
    }
  };

  return {
    pageOrigins,
    makeCustomer: ({ accountId, email, former }) =>
      asking(async () => {
        const metadata = { account_id: `${accountId}` };
        // The idempotency key is made from the parameters, so that two calls at the same time create only one customer.
        const of = createHash('sha256').update(`${email} ${former}`).digest('hex').slice(0, 16);
        const idempotencyKey = `customer_of_account_${accountId}_${of}`;
        return (await stripe.customers.create({ email, metadata }, { idempotencyKey })).id;
      }),
    startSetup: ({ accountId, customer, returnUrl, askOwner }) =>
      asking(async () => {
        const session = await orAbsent(
          stripe.checkout.sessions.create({
            mode: 'setup',
            customer,
            // Stripe requires the currency, because the request names no payment methods. The operator chooses in
            // Stripe's dashboard which payment methods the page offers. This service uses only cards.
            currency: 'usd',
            ...(askOwner && { payment_method_options: { card: { request_three_d_secure: 'any' } } }),
            success_url: `${returnUrl}?card=added&session={CHECKOUT_SESSION_ID}`,
            cancel_url: `${returnUrl}?card=canceled`,
            metadata: { account_id: `${accountId}` },
          }),
        );
        if (session && !session.url) throw new Error('Stripe returned a session without a page.');
        return session?.url ?? undefined;
      }),
    readSetup: (sessionId) =>
      asking(async () => {
        const session = await orAbsent(
          stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] }),
        );
        const intent = session?.setup_intent;
        if (session?.mode !== 'setup' || typeof intent !== 'object') return undefined;
        const accountId = Number(session.metadata?.account_id) as AccountId;
        const method = intent?.status === 'succeeded' ? intent.payment_method : undefined;
        const card = typeof method === 'object' && method ? toCard(method) : undefined;
        return { accountId, customer: idOf(session.customer), card };
      }),
    useCard: (customer, { paymentMethod }) =>
      asking(async () => {
        const invoice_settings = { default_payment_method: paymentMethod };
        return (await orAbsent(stripe.customers.update(customer, { invoice_settings }))) !== undefined;
      }),
    openPortal: (customer, returnUrl) =>
      asking(async () => {
        const opening = stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
        return (await orAbsent(opening))?.url;
      }),
    readCustomer: (customer) =>
      asking(async () => {
        const expand = ['invoice_settings.default_payment_method'];
        const found = await orAbsent(stripe.customers.retrieve(customer, { expand }));
        if (!found || found.deleted) return undefined;
        const method = found.invoice_settings.default_payment_method;
        const card = typeof method === 'object' && method ? toCard(method) : undefined;
        return { accountId: Number(found.metadata.account_id) as AccountId, card };
      }),
  };
}

async function orAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing';

const idOf = (customer: string | { id: string } | null): string | undefined =>
  typeof customer === 'string' ? customer : customer?.id;

function toCard({ id, card, created }: Stripe.PaymentMethod): SavedCard | undefined {
  if (!card) return undefined;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { paymentMethod: id, brand, last4, expMonth, expYear, enteredAt: new Date(created * 1_000) };
}
