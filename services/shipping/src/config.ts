import { list, natsVariables, seconds, serviceVariables } from '@parcelyard/service-kit/config';
import { keyRing } from '@parcelyard/service-kit/key-ring';
import { z } from 'zod';
import { SELLERS, type Seller } from './domain/seller';

const REAL_SELLERS = SELLERS.filter((seller) => seller !== 'sandbox');
const SELLER_LIST = /^\s*(?:sandbox|easypost(?:\s*,\s*easypost)*)\s*$/;

/** The sandbox's labels beside real ones would be taken for real ones. */
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
  /** Keys that rates and packages are sealed with: `kid:base64url-32-bytes[,…]`, the current one first. */
  SEAL_KEYS: keyRing(),
  /** Keys that links to label files are signed with. A retired key ends the links that it signed. */
  LINK_KEYS: keyRing(),
  /** How long a rate holds. */
  RATE_TTL_S: seconds(86_400),
  /** Time between two scans of a sandbox carrier. */
  SANDBOX_SCAN_INTERVAL_S: seconds(3_600),
  /** Time after which a sandbox carrier accepts a void that it put off. */
  VOID_REFUND_DELAY_S: seconds(60),
  /** Who sells labels: `sandbox` alone, or `easypost` (USPS, UPS and FedEx through an EasyPost account); several with commas. */
  CARRIERS: sellerList(),
  /** Required when CARRIERS names `easypost`. */
  EASYPOST_API_KEY: z.string().optional(),
  /** Secrets of EasyPost's webhook to /webhooks/easypost, the present one first; none: parcels are polled for. */
  EASYPOST_WEBHOOK_SECRETS: list(),
  /** Booked USPS pickups get a SCAN form; labels that are on one may not be voided any more. */
  EASYPOST_SCAN_FORMS: z.stringbool().default(false),
  /** Ids of the EasyPost carrier accounts that sell to every merchant; none: all that the key has. */
  EASYPOST_CARRIER_ACCOUNTS: list(),
  EASYPOST_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.easypost.com/v2/'),
} as const;

export type ShippingConfig = Readonly<z.infer<z.ZodObject<typeof shippingVariables>>>;

/** @throws Error that names the variable that is missing */
export function requireEasypostKey({ EASYPOST_API_KEY }: Pick<ShippingConfig, 'EASYPOST_API_KEY'>): string {
  if (EASYPOST_API_KEY) return EASYPOST_API_KEY;
  throw new Error('Bad configuration. EASYPOST_API_KEY: is required when CARRIERS names easypost');
}
