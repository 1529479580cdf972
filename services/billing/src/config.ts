import { list, natsVariables, serviceVariables } from '@parcelyard/service-kit/config';
import { z } from 'zod';

export const billingVariables = {
  ...serviceVariables,
  ...natsVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_billing'),
  /** A JSON file in the form of `src/plans.json` that takes its place; read at start. */
  PLANS_FILE: z.string().min(1).optional(),
  /** What a referral earns once a carrier has scanned the referred account's first label; whole cents. */
  REFERRAL_CREDIT_CENTS: z.coerce.number().int().min(0).default(1000),
  /** Who charges cards: the sandbox, or a Stripe account. */
  PAYMENTS: z.enum(['sandbox', 'stripe']),
  /** Required when PAYMENTS is `stripe`. */
  STRIPE_API_KEY: z.string().optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  /** Signing secrets of the endpoint /webhooks/stripe, the present one first; none: no event is taken. */
  STRIPE_WEBHOOK_SECRETS: list(),
  /** Origins of Stripe's pages, to which the billing page may lead; others only with domains of your own there. */
  STRIPE_PAGE_ORIGINS: list('https://checkout.stripe.com,https://billing.stripe.com'),
  /** How long an answer is waited for before the charge is looked up instead; well within a purchase's deadline. */
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(1).default(8_000),
} as const;

export type BillingConfig = Readonly<z.infer<z.ZodObject<typeof billingVariables>>>;

/** @throws Error that names the variable that is missing */
export function requireStripeKey({ STRIPE_API_KEY }: Pick<BillingConfig, 'STRIPE_API_KEY'>): string {
  if (STRIPE_API_KEY) return STRIPE_API_KEY;
  throw new Error('Bad configuration. STRIPE_API_KEY: is required when PAYMENTS is stripe');
}
