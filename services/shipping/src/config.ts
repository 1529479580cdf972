import { natsVariables, seconds, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import { sellerList, sellerVariables } from './sellers/seller-variables';

export const shippingVariables = {
  ...serviceVariables,
  ...natsVariables,
  /** The name of the service's database. */
  MONGODB_DB: z.string().min(1).default('parcelyard_shipping'),
  ORDERS_ADDRESS: z.string().min(1),
  BILLING_ADDRESS: z.string().min(1),
  /** Keys that encrypt rates and packages: `kid:base64url-32-bytes[,…]`, the current one first. */
  SEAL_KEYS: keyRing(),
  /** Keys that sign links to label files. When a key is removed, its links stop working. */
  LINK_KEYS: keyRing(),
  /** How long a rate is valid, in seconds. */
  RATE_TTL_S: seconds(86_400),
  /**
   * Seconds from the carrier's acceptance of a void to the refund. When a sandbox carrier does not accept a void at
   * once, it accepts the void after this time.
   */
  VOID_REFUND_DELAY_S: seconds(60),
  CARRIERS: sellerList(),
  ...sellerVariables,
} as const;

export type ShippingConfig = Readonly<z.infer<z.ZodObject<typeof shippingVariables>>>;
