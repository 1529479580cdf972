import { serviceVariables } from '@parcelyard/service-kit/config';
import { z } from 'zod';

export const pickupsVariables = {
  ...serviceVariables,
  /** The name of the service's database. */
  MONGODB_DB: z.string().min(1).default('parcelyard_pickups'),
  ORDERS_ADDRESS: z.string().min(1),
  SHIPPING_ADDRESS: z.string().min(1),
  BILLING_ADDRESS: z.string().min(1),
} as const;

export type PickupsConfig = Readonly<z.infer<z.ZodObject<typeof pickupsVariables>>>;
