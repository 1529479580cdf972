import type { Clock } from '@parcelyard/service-kit/clock';
import type { Db } from 'mongodb';
import { type BillingConfig, requireStripeKey } from '../../config';
import type { Payments } from '../../ports';
import type { OnFault } from './payment-faults';
import { createSandboxGateway } from './sandbox-gateway';
import { createStripeCards } from './stripe/stripe-cards';
import { createStripeEvents } from './stripe/stripe-events';
import { createStripeGateway } from './stripe/stripe-gateway';
import { createStripeJournal } from './stripe/stripe-journal';
import { createStripeReversals } from './stripe/stripe-reversals';

export type PaymentsConfig = Pick<
  BillingConfig,
  | 'PAYMENTS'
  | 'STRIPE_API_KEY'
  | 'STRIPE_API_URL'
  | 'STRIPE_TIMEOUT_MS'
  | 'STRIPE_WEBHOOK_SECRETS'
  | 'STRIPE_PAGE_ORIGINS'
>;

/** Creates the payment gateway that the configuration names. Stripe's client is loaded only for Stripe. */
export async function createPayments(
  config: PaymentsConfig,
  db: Db,
  clock: Clock,
  onFault: OnFault,
): Promise<Payments> {
  if (config.PAYMENTS === 'sandbox') return createSandboxGateway(db, clock, onFault);
  const { protocol, hostname, port } = new URL(config.STRIPE_API_URL);
  const key = requireStripeKey(config);
  const { default: Stripe } = await import('stripe');
  const stripe = new Stripe(key, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: config.STRIPE_TIMEOUT_MS,
    // The client does not retry. When an answer is lost, billing looks up the charge by its reference, and retries
    // would use up the time for this look-up.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const reversals = createStripeReversals(stripe);
  return {
    ...createStripeGateway(stripe, onFault),
    ...createStripeJournal(stripe, reversals),
    ...reversals,
    cards: createStripeCards(stripe, config.STRIPE_PAGE_ORIGINS, onFault),
    events: createStripeEvents(stripe, config.STRIPE_WEBHOOK_SECRETS),
  };
}
