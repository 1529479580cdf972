import { list } from '@parcelyard/service-kit/config';
import { z } from 'zod';
import type { SellerDeclaration } from '../seller-declaration';

export const easypost = {
  name: 'easypost',
  title: 'EasyPost',
  sells: 'USPS, UPS and FedEx through an EasyPost account',
  isReal: true,
  carriers: ['usps', 'ups', 'fedex'],
  variables: {
    /** API key of the EasyPost account. */
    EASYPOST_API_KEY: z.string().optional(),
    /**
     * Secrets of EasyPost's webhook to /webhooks/easypost, separated by commas, the current one first. If empty, the
     * service asks EasyPost about each parcel.
     */
    EASYPOST_WEBHOOK_SECRETS: list(),
    /** Makes a SCAN form for each booked USPS pickup. Labels on a form can no longer be voided. */
    EASYPOST_SCAN_FORMS: z.stringbool().default(false),
    /**
     * Ids of the EasyPost carrier accounts that sell to every merchant. If empty, all carrier accounts of the API key
     * sell.
     */
    EASYPOST_CARRIER_ACCOUNTS: list(),
    /** Only for tests. */
    EASYPOST_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.easypost.com/v2/'),
  },
  secrets: { EASYPOST_API_KEY: { required: true }, EASYPOST_WEBHOOK_SECRETS: {} },
  egressPorts: [443],
  hook: {
    path: '/webhooks/easypost',
    headers: ['x-hmac-signature', 'x-hmac-signature-v2', 'x-timestamp', 'x-path'],
  },
  accountsVariable: 'EASYPOST_CARRIER_ACCOUNTS',
} as const satisfies SellerDeclaration;
