import { list, natsVariables, serviceVariables } from '@parcelyard/service-kit/config';
import { z } from 'zod';

const yes = () =>
  z
    .enum(['yes', 'no'])
    .default('no')
    .transform((word) => word === 'yes');

/** Allow money and carriers of two kinds. Without them a forgotten setting would buy real labels with sandbox money. */
export const mixVariables = {
  /** `yes`: balances that nobody has paid for buy real labels, at the operator's expense. */
  ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: yes(),
  /** `yes`: real cards pay for labels that no carrier takes; on loopback addresses they may anyway. */
  ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS: yes(),
} as const;

export const billingVariables = {
  ...serviceVariables,
  ...natsVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_billing'),
  /** A JSON file that replaces `src/plans.json`, in the same form; read at start. */
  PLANS_FILE: z.string().min(1).optional(),
  /** What a referral earns once a carrier has scanned the referred account's first label; whole cents. */
  REFERRAL_CREDIT_CENTS: z.coerce.number().int().min(0).default(1000),
  /** Who charges cards: the sandbox, or a Stripe account. */
  PAYMENTS: z.enum(['sandbox', 'stripe']),
  ...mixVariables,
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
