import { egressAllow } from '@parcelyard/egress/allow-list';
import { list, natsVariables, seconds, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';

const atLeastOne = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

export const ordersVariables = {
  ...serviceVariables,
  ...natsVariables,
  /** The name of the service's database. */
  MONGODB_DB: z.string().min(1).default('parcelyard_orders'),
  /** `host:port` of customers-email. */
  CUSTOMERS_EMAIL_ADDRESS: z.string().min(1),
  /** `host:port` of billing, which also stores the highest ids that this service has given out. */
  BILLING_ADDRESS: z.string().min(1),
  /** Keys that encrypt stores' credentials: `kid:base64url-32-bytes[,…]`, the current key first. */
  PLATFORM_KEYS: keyRing(),
  /** Keys that encrypt webhooks' signing secrets: `kid:base64url-32-bytes[,…]`, the current key first. */
  WEBHOOK_KEYS: keyRing(),
  /** Seconds from the purchase of a label to the first attempt at its webhook. */
  WEBHOOK_FIRST_DELAY_S: seconds(300),
  /** After the n-th failed attempt at a webhook, the pause is n times this many seconds. */
  WEBHOOK_RETRY_UNIT_S: seconds(300),
  /** The longest pause between two attempts at a webhook, in seconds. */
  WEBHOOK_RETRY_CAP_S: seconds(3_600),
  /** The most pages that one import reads from a store. */
  IMPORT_MAX_PAGES: atLeastOne(10_000),
  /** The most orders that one import reads. */
  IMPORT_MAX_ORDERS: atLeastOne(100_000),
  /** The most megabytes that one import reads. */
  IMPORT_MAX_MB: atLeastOne(1_024),
  /** The longest time that one import takes, in minutes. */
  IMPORT_MAX_MINUTES: atLeastOne(240),
  /**
   * Seconds between two imports from a connected store that reports no change. With 0, a store is imported only when it
   * reports a change.
   */
  STORE_SYNC_INTERVAL_S: seconds(900),
  /**
   * The client id of the deployment's own Shopify app. Without it, merchants connect with the credentials of their own
   * app.
   */
  SHOPIFY_CLIENT_ID: z.string().optional(),
  /** The app's client secrets, the current one first. There are several only while a secret is being replaced. */
  SHOPIFY_CLIENT_SECRET: list(),
  /** `host:port` pairs to which webhooks may be sent although they are not public. */
  EGRESS_ALLOW: egressAllow(),
} as const;

export type OrdersConfig = Readonly<z.infer<z.ZodObject<typeof ordersVariables>>>;

/** @throws Error that names the missing variable */
export function requireShopifySecret(
  config: Pick<OrdersConfig, 'SHOPIFY_CLIENT_ID' | 'SHOPIFY_CLIENT_SECRET'>,
): void {
  if (!config.SHOPIFY_CLIENT_ID || config.SHOPIFY_CLIENT_SECRET.length > 0) return;
  throw new Error('Bad configuration. SHOPIFY_CLIENT_SECRET: is required with SHOPIFY_CLIENT_ID');
}
