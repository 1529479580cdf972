import { natsVariables, seconds, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import { sellerList, sellerVariables } from './sellers/seller-variables';

export const shippingVariables = {
  ...serviceVariables,
  ...natsVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_shipping'),
  ORDERS_ADDRESS: z.string().min(1),
  BILLING_ADDRESS: z.string().min(1),
  /** Keys that seal rates and packages: `kid:base64url-32-bytes[,…]`, the current one first. */
  SEAL_KEYS: keyRing(),
  /** Keys that sign links to label files. After a key is removed, the links that it signed no longer work. */
  LINK_KEYS: keyRing(),
  /** How long a rate is valid, in seconds. */
  RATE_TTL_S: seconds(86_400),
  /**
   * Seconds between the acceptance of a void and its refund. After the same time, a sandbox carrier accepts a void that
   * it left pending.
   */
  VOID_REFUND_DELAY_S: seconds(60),
  CARRIERS: sellerList(),
  ...sellerVariables,
} as const;

export type ShippingConfig = Readonly<z.infer<z.ZodObject<typeof shippingVariables>>>;
