import { EXAMPLE_ORDER_ID, EXAMPLE_TRACKING_NUMBER } from './example-values';

/** A price, a rate and a purchase for the shipping examples. */

export const EXAMPLE_PRICE = {
  method: 'USPS Ground Advantage',
  serviceLevel: 'usps_ground_advantage',
  carrier: 'usps',
  amount: 6.3,
  currency: 'USD',
  retailAmount: 8.32,
  charges: [{ type: 'base', name: 'Base', amount: 6.3 }],
  deliveryDays: 5,
  estimatedDeliveryDate: '2026-11-09',
  deliveryDateGuaranteed: false,
  zone: 7,
  attributes: ['cheapest', 'best_value'],
  expiresAt: '2026-11-03T15:04:05Z',
} as const;

/** Ids as `/public/shipping-info` returns them. Callers cannot read their content. */
export const EXAMPLE_RATE_ID = 'Cwr2BA0-NFgJnJKi9n1jGHRp0hYt';
export const EXAMPLE_PACKAGE_ID = 'AVOHO4sLCj3K6_KlzaHVWlRqBx5jpZhY38HxPwjYdrXpGSPGqgZ1ap9Qw68g0Jd3';

/** The label that the examples buy. */
export const EXAMPLE_PURCHASE = {
  purchased: true,
  orderId: EXAMPLE_ORDER_ID,
  labelUrl: 'https://ship.example/labels/MTAwMTpsYWJlbA.k1.atDLaj989z4qMoea7Tg4J4VS',
  trackingNumber: EXAMPLE_TRACKING_NUMBER,
  trackingUrl: `https://ship.example/track/${EXAMPLE_TRACKING_NUMBER}`,
  receiptUrl: 'https://ship.example/labels/MTAwMTpyZWNlaXB0.k1.JSk6VdfRmw6FFTVXyN7ErPo',
  carrier: EXAMPLE_PRICE.carrier,
  method: EXAMPLE_PRICE.method,
  serviceLevel: EXAMPLE_PRICE.serviceLevel,
  estimatedDeliveryDate: '2026-11-06',
  postage: 6.3,
  insurance: 0,
  fee: 0,
  totalCharge: 6.3,
} as const;

const ADDRESS = {
  FirstName: null,
  LastName: null,
  Email: null,
  Phone: null,
  Address1: null,
  Address2: null,
  Address3: null,
  City: null,
  State: null,
  Zip: '78701',
  Country: 'US',
} as const;

export const EXAMPLE_RATE_REQUEST = {
  FromAddress: { Zip: '78701', Country: 'US' },
  ToAddress: { City: 'New York', State: 'NY', Zip: '10118', Country: 'US' },
  BoxInformation: { Weight: 12, Length: 8, Height: 4, Width: 6, PackageType: 'Box' },
  InvoiceNumber: 'INV-1001',
} as const;

export const EXAMPLE_RATE_RESULT = {
  FromAddress: ADDRESS,
  ToAddress: { ...ADDRESS, ...EXAMPLE_RATE_REQUEST.ToAddress },
  BoxInformation: EXAMPLE_RATE_REQUEST.BoxInformation,
  ShippingInformation: {
    SaturdayDelivery: false,
    SignatureRequired: false,
    Insurance: false,
    ShippingMethod: EXAMPLE_PRICE.method,
  },
  ShipmentInformation: {
    RateId: null,
    TrackingNumber: null,
    LabelUrl: null,
    Base64Label: null,
    Base64Form: null,
    ShippingCost: EXAMPLE_PRICE.amount,
  },
  Total: null,
  SalesTax: null,
  Handling: null,
  Subtotal: null,
  Shipping: null,
  Discount: null,
  InvoiceNumber: EXAMPLE_RATE_REQUEST.InvoiceNumber,
} as const;
