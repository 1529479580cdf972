/** Values that the examples of all operations share, so that they fit together. */

export const EXAMPLE_ORDER_ID = 10482;
export const EXAMPLE_CUSTOMER_ID = 1203;
export const EXAMPLE_PICKUP_ID = 311;
export const EXAMPLE_DELIVERY_ID = 90210;
export const EXAMPLE_INVOICE_NUMBER = 'INV-1001';
export const EXAMPLE_EXTERNAL_ORDER_ID = 'shop-5521';
export const EXAMPLE_EMAIL = 'ada@example.com';

/** The recipient's address. The sandbox carriers deliver to it. */
export const EXAMPLE_ADDRESS = {
  address1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
} as const;

export const EXAMPLE_RECIPIENT = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: EXAMPLE_EMAIL,
  ...EXAMPLE_ADDRESS,
} as const;

export const EXAMPLE_PARCEL = { weightOz: 12, length: 8, width: 6, height: 4 } as const;

/** The body that creates the example order. */
export const EXAMPLE_ORDER_INPUT = {
  invoiceNumber: EXAMPLE_INVOICE_NUMBER,
  externalOrderId: EXAMPLE_EXTERNAL_ORDER_ID,
  ...EXAMPLE_RECIPIENT,
  items: [{ itemCode: 'MUG', quantity: 2, price: 12.5 }],
} as const;

export const EXAMPLE_TRACKING_NUMBER = '9400151425317780486614';

/** The recipient in the form of an address-book record. */
export const EXAMPLE_CUSTOMER = {
  id: EXAMPLE_CUSTOMER_ID,
  ...EXAMPLE_RECIPIENT,
  company: '',
  phone: '',
  address2: '',
  address3: '',
} as const;

export const EXAMPLE_TOKEN = {
  accessToken: 'OAUTH2.aXV3ZXhhbXBsZXRva2VubmV2ZXJpc3N1ZWQwMDAwMDA',
  expiresAt: '2027-11-02T15:04:05Z',
} as const;

const OWNER = { email: 'shop@example.com', firstName: 'Ada', lastName: 'Lovelace', company: 'Mugs' } as const;

export const EXAMPLE_ACCOUNT_INPUT = { ...OWNER, password: 'correct horse battery' } as const;
export const EXAMPLE_ACCOUNT = { accountId: 1017, ...OWNER, ...EXAMPLE_TOKEN } as const;

export const EXAMPLE_WEBHOOK = {
  url: 'https://shop.example/hooks/parcels',
  signingSecret: 'whsec_ZXhhbXBsZXNlY3JldG5ldmVyaXNzdWVk',
} as const;
