import { serviceVariables } from '@parcelyard/service-kit/config';
import { z } from 'zod';

/** The environment of the pickups service. */
export const pickupsVariables = {
  ...serviceVariables,
  ORDERS_ADDRESS: z.string().min(1),
  SHIPPING_ADDRESS: z.string().min(1),
  BILLING_ADDRESS: z.string().min(1),
  /** Ends the process right after a named step; for fault tests. */
  FAIL_POINT: z.string().optional(),
} as const;

export type PickupsConfig = Readonly<z.infer<z.ZodObject<typeof pickupsVariables>>>;
