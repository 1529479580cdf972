import { list, natsVariables, serviceVariables } from '@parcelyard/service-kit/config';
import { z } from 'zod';

const yes = () =>
  z
    .enum(['yes', 'no'])
    .default('no')
    .transform((word) => word === 'yes');

/**
 * Without permission, sandbox money cannot pay for real labels, and real money cannot pay for sandbox labels. The
 * default is `no`, so a forgotten setting does no harm.
 */
export const mixVariables = {
  /** `yes`: the sandbox's money, which is not real, buys real labels at the operator's expense. */
  ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: yes(),
  /**
   * `yes`: real cards pay for sample labels, which no carrier accepts. An installation that has only loopback addresses
   * allows this even without the setting.
   */
  ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS: yes(),
} as const;

export const billingVariables = {
  ...serviceVariables,
  ...natsVariables,
  /** The name of the service's database. */
  MONGODB_DB: z.string().min(1).default('parcelyard_billing'),
  /** A JSON file that replaces `src/plans.json`. It has the same form and is read at start. */
  PLANS_FILE: z.string().min(1).optional(),
  /** Referral credit in whole cents. It is earned when a carrier scans the first label of the account that joined. */
  REFERRAL_CREDIT_CENTS: z.coerce.number().int().min(0).default(1000),
  /** The payment gateway that charges cards: the sandbox, or a Stripe account. */
  PAYMENTS: z.enum(['sandbox', 'stripe']),
  ...mixVariables,
  /** Required when PAYMENTS is `stripe`. */
  STRIPE_API_KEY: z.string().optional(),
  /** The address of Stripe's API. Another address is for tests. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  /** Signing secrets of the endpoint /webhooks/stripe, the current one first. Without a secret, events are refused. */
  STRIPE_WEBHOOK_SECRETS: list(),
  /**
   * Addresses of Stripe's pages that the billing page may open. Change them only if you have Stripe's pages on your own
   * domain.
   */
  STRIPE_PAGE_ORIGINS: list('https://checkout.stripe.com,https://billing.stripe.com'),
  /**
   * How long to wait for Stripe's answer to a charge, in milliseconds. Without an answer in this time, the charge is
   * looked up. Must be less than the deadline of a purchase.
   */
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(1).default(8_000),
} as const;

export type BillingConfig = Readonly<z.infer<z.ZodObject<typeof billingVariables>>>;

/** @throws Error that names the missing variable */
export function requireStripeKey({ STRIPE_API_KEY }: Pick<BillingConfig, 'STRIPE_API_KEY'>): string {
  if (STRIPE_API_KEY) return STRIPE_API_KEY;
  throw new Error('Bad configuration. STRIPE_API_KEY: is required when PAYMENTS is stripe');
}
