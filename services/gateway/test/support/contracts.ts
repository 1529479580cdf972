import type { Balance, Entitlements, PlanFeatures } from '@parcelyard/contracts/billing';
import type { Address } from '@parcelyard/contracts/common';
import type { Customer } from '@parcelyard/contracts/customers';
import type { Order, OrderLabel, OrderRow } from '@parcelyard/contracts/orders';
import type { Pickup } from '@parcelyard/contracts/pickups';

/** Answers of services for these tests. Every field that a surface shows has a value. */

/** The day in answers. The test gateway's clock is at 15:00 UTC on 2 March. */
export const SHOP_DAY = { today: '2026-03-02', time_zone: 'America/Chicago' };

export const anAddress = (changes: Partial<Address> = {}): Address => ({
  name: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: '',
  street1: '350 5th Ave',
  street2: '',
  street3: '',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  phone: '2125550142',
  email: 'ada@example.com',
  ...changes,
});

export const anOrderRow = (changes: Partial<OrderRow> = {}): OrderRow => ({
  orderId: 1001,
  orderNumber: 'K7Q2MX',
  name: 'Ada Lovelace',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  totalCents: 4850,
  status: 'ChooseShipping',
  date: new Date('2026-03-01T09:30:00Z'),
  source: 'mcp',
  ...changes,
});

export const aLabel = (changes: Partial<OrderLabel> = {}): OrderLabel => ({
  purchaseId: 'pur_1001_1',
  seller: 'sandbox',
  carrier: 'usps',
  method: 'USPS Ground Advantage',
  serviceLevel: 'usps_ground_advantage',
  costCents: 745,
  labelUrl: '/labels/label-token',
  rawLabelUrl: '/labels/raw-token',
  trackingNumber: '9400111899223197428490',
  trackingUrl: '/track/9400111899223197428490',
  purchasedAt: new Date('2026-03-02T15:00:00Z'),
  ...changes,
});

export const anOrder = (changes: Partial<Order> = {}): Order => ({
  accountId: 7,
  orderId: 1001,
  orderNumber: 'K7Q2MX',
  status: 'ChooseShipping',
  adjustments: [],
  history: [],
  date: new Date('2026-03-01T09:30:00.123Z'),
  customerId: 55,
  recipient: anAddress(),
  shipTo: anAddress(),
  addressVersion: 1,
  addressCheck: undefined,
  items: [
    {
      itemId: 1,
      name: 'Analytical engine',
      sku: 'ENGINE-1',
      upc: '012345678905',
      quantity: 2,
      priceCents: 2000,
    },
    { itemId: 2, name: 'Punched cards', quantity: 1, priceCents: 850 },
  ],
  subtotalCents: 4850,
  shippingCents: 500,
  taxCents: 401,
  handlingCents: 0,
  discountCents: 0,
  totalCents: 5751,
  weightOz: 12.5,
  note: '',
  labelGeneration: 0,
  createdAt: new Date('2026-03-01T09:30:00Z'),
  ...changes,
});

export const aCustomer = (changes: Partial<Customer> = {}): Customer => ({
  accountId: 7,
  customerId: 55,
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: '',
  email: 'ada@example.com',
  phone: '2125550142',
  address1: '350 5th Ave',
  address2: '',
  address3: '',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  subscribed: true,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  orderCount: 3,
  lastOrderAt: new Date('2026-02-20T15:30:00Z'),
  ...changes,
});

export const aPickup = (changes: Partial<Pickup> = {}): Pickup => ({
  pickupId: 31,
  carrier: 'usps',
  status: 'scheduled',
  date: '2026-03-04',
  window: { start: '12:00', end: '16:00' },
  location: 'Front porch',
  instructions: '',
  confirmationNumber: 'WTC123',
  orderIds: [1001, 1002],
  packageCount: 2,
  createdAt: new Date('2026-03-02T15:00:00Z'),
  orders: [],
  notes: [],
  ...changes,
});

export const aBalance = (changes: Partial<Balance> = {}): Balance => ({
  availableCents: 12345,
  heldCents: 0,
  autoRechargeCents: 0,
  ...changes,
});

export const someEntitlements = (changes: Partial<Entitlements> = {}): Entitlements => ({
  plan: 'growth',
  planName: 'Growth',
  priceCents: 4900,
  features: { carrierPickup: true, batch: true, businessReporting: false, marketingEmail: true },
  shipmentsLimit: 2000,
  shipmentsUsed: 17,
  marketingEmailsLimit: 2500,
  marketingEmailsUsed: 4,
  status: 'active',
  currentPeriodStart: new Date('2026-03-01T00:00:00Z'),
  currentPeriodEnd: new Date('2026-04-01T00:00:00Z'),
  ...changes,
});

/** Returns the features of a plan with or without business reporting. */
export const someFeatures = (businessReporting: boolean): PlanFeatures => ({
  features: { carrierPickup: true, batch: true, businessReporting, marketingEmail: true },
  missingFeatures: businessReporting ? [] : [{ feature: 'business_reporting', plans: ['Pro', 'Enterprise'] }],
});
