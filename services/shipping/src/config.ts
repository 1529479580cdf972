import { list, natsVariables, seconds, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import { SELLERS, type Seller } from './domain/seller';

const REAL_SELLERS = SELLERS.filter((seller) => seller !== 'sandbox');
const SELLER_LIST = /^\s*(?:sandbox|easypost(?:\s*,\s*easypost)*)\s*$/;

/** Sandbox labels must not be mixed with real ones, because people could take them for real. */
export const sellerList = () =>
  z
    .string()
    .regex(
      SELLER_LIST,
      `must be sandbox alone, or one or more of ${REAL_SELLERS.join(', ')}, comma-separated`,
    )
    .transform((text) => [...new Set(text.split(',').map((entry) => entry.trim()))] as readonly Seller[]);

export const shippingVariables = {
  ...serviceVariables,
  ...natsVariables,
  MONGODB_DB: z.string().min(1).default('parcelyard_shipping'),
  ORDERS_ADDRESS: z.string().min(1),
  BILLING_ADDRESS: z.string().min(1),
  /** Keys that seal rates and packages: `kid:base64url-32-bytes[,…]`, the current one first. */
  SEAL_KEYS: keyRing(),
  /** Keys that sign links to label files. Removing a key ends the links that it signed. */
  LINK_KEYS: keyRing(),
  /** How long a rate is valid, in seconds. */
  RATE_TTL_S: seconds(86_400),
  /** Seconds between two scans of a sandbox carrier. */
  SANDBOX_SCAN_INTERVAL_S: seconds(3_600),
  /** Seconds until a sandbox carrier accepts a pending void. */
  VOID_REFUND_DELAY_S: seconds(60),
  /** Sellers, separated by commas: `sandbox` alone, or `easypost` (USPS, UPS and FedEx through an EasyPost account). */
  CARRIERS: sellerList(),
  /** Required when CARRIERS names `easypost`. */
  EASYPOST_API_KEY: z.string().optional(),
  /** Secrets of EasyPost's webhook to /webhooks/easypost, the current one first; empty: parcels are polled. */
  EASYPOST_WEBHOOK_SECRETS: list(),
  /** Makes a SCAN form for each booked USPS pickup. Labels on a form can no longer be voided. */
  EASYPOST_SCAN_FORMS: z.stringbool().default(false),
  /** Ids of the EasyPost carrier accounts that sell to every merchant; empty: all accounts of the key. */
  EASYPOST_CARRIER_ACCOUNTS: list(),
  EASYPOST_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.easypost.com/v2/'),
} as const;

export type ShippingConfig = Readonly<z.infer<z.ZodObject<typeof shippingVariables>>>;

/** @throws Error naming the missing variable */
export function requireEasypostKey({ EASYPOST_API_KEY }: Pick<ShippingConfig, 'EASYPOST_API_KEY'>): string {
  if (EASYPOST_API_KEY) return EASYPOST_API_KEY;
  throw new Error('Bad configuration. EASYPOST_API_KEY: is required when CARRIERS names easypost');
}
