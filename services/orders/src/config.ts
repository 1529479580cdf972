import { egressAllow } from '@parcelyard/egress/allow-list';
import { serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';

export const ordersVariables = {
  ...serviceVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_orders'),
  /** `host:port` of customers-email. */
  CUSTOMERS_EMAIL_ADDRESS: z.string().min(1),
  /** Keys that stores' credentials are sealed with: `kid:base64url-32-bytes[,…]`, the current one first. */
  PLATFORM_KEYS: keyRing(),
  EGRESS_ALLOW: egressAllow(),
} as const;

export type OrdersConfig = Readonly<z.infer<z.ZodObject<typeof ordersVariables>>>;
