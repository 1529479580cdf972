import { serviceVariables } from '@parcelyard/service-kit/config';
import { z } from 'zod';

export const billingVariables = {
  ...serviceVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_billing'),
  /** A JSON file in the form of `src/plans.json` that takes its place; read at start. */
  PLANS_FILE: z.string().min(1).optional(),
  /** What a referral earns once the referred account has bought its first label; whole cents. */
  REFERRAL_CREDIT_CENTS: z.coerce.number().int().min(0).default(1000),
  /** Fault tests only: the place at which the process ends itself. */
  FAIL_POINT: z.string().optional(),
} as const;

export type BillingConfig = Readonly<z.infer<z.ZodObject<typeof billingVariables>>>;
