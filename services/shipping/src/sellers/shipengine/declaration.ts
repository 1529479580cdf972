import { z } from 'zod';
import type { SellerDeclaration } from '../seller-declaration';

export const shipengine = {
  name: 'shipengine',
  title: 'ShipEngine',
  sells: 'USPS, UPS and FedEx through a ShipEngine account',
  isReal: true,
  carriers: ['usps', 'ups', 'fedex'],
  variables: {
    /** API key of the ShipEngine account. With a key that begins with `TEST_`, the labels are test labels. */
    SHIPENGINE_API_KEY: z.string().optional(),
    /**
     * `on` when ShipEngine sends its event `track` to /webhooks/shipengine. With `off`, the service asks ShipEngine
     * about each parcel.
     */
    SHIPENGINE_WEBHOOK: z.enum(['on', 'off']).default('off'),
    /** Only for tests. */
    SHIPENGINE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.shipengine.com/'),
  },
  secrets: { SHIPENGINE_API_KEY: { required: true } },
  egressPorts: [443],
  hook: {
    path: '/webhooks/shipengine',
    headers: [
      'x-shipengine-rsa-sha256-key-id',
      'x-shipengine-rsa-sha256-signature',
      'x-shipengine-timestamp',
    ],
  },
} as const satisfies SellerDeclaration;
