import { list } from '@parcelyard/service-kit/config';
import { z } from 'zod';
import type { SellerDeclaration } from '../seller-declaration';

export const shippo = {
  name: 'shippo',
  title: 'Shippo',
  sells: 'USPS, UPS and FedEx through a Shippo account',
  isReal: true,
  carriers: ['usps', 'ups', 'fedex'],
  variables: {
    /** API key of the Shippo account. */
    SHIPPO_API_KEY: z.string().optional(),
    /**
     * Secrets of Shippo's webhook to /webhooks/shippo, separated by commas, the current one first. If empty, the
     * service asks Shippo about each parcel.
     */
    SHIPPO_WEBHOOK_SECRETS: list(),
    /** Only for tests. */
    SHIPPO_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.goshippo.com/'),
  },
  secrets: { SHIPPO_API_KEY: { required: true }, SHIPPO_WEBHOOK_SECRETS: {} },
  egressPorts: [443],
  hook: { path: '/webhooks/shippo{/:key}', headers: ['shippo-auth-signature'] },
} as const satisfies SellerDeclaration;
