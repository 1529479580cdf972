import { EXAMPLE_RATE_REQUEST } from './example-rates';
import {
  EXAMPLE_EMAIL,
  EXAMPLE_INVOICE_NUMBER,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TRACKING_NUMBER,
} from './example-values';

const { City, State, Zip, Country } = EXAMPLE_RATE_REQUEST.ToAddress;

/** What a receiver gets once the label of the examples' order was purchased. */
export const EXAMPLE_EVENT = {
  EventId: 7001,
  EventType: 'label_printed',
  Id: EXAMPLE_ORDER_ID,
  InvoiceNumber: EXAMPLE_INVOICE_NUMBER,
  OrderStatus: 'Label Printed',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Email: EXAMPLE_EMAIL,
  Phone: '',
  Address1: '350 5th Ave',
  Address2: '',
  Address3: '',
  City,
  State,
  Zip,
  Country,
  Total: 25,
  SalesTax: 0,
  Handling: 0,
  Subtotal: 25,
  Shipping: 0,
  Weight: 12,
  Discount: 0,
  Shipment: {
    ShipDate: '2026-11-02T15:04:05Z',
    ShippingMethod: 'USPS Ground Advantage',
    ShippingCost: 6.3,
    TrackingNumber: EXAMPLE_TRACKING_NUMBER,
    TrackingURL: `https://ship.example/track/${EXAMPLE_TRACKING_NUMBER}`,
    ShippingLabelURL: 'https://ship.example/labels/MTAwMTpsYWJlbA.k1.atDLaj989z4qMoea7Tg4J4VS',
  },
  Items: [{ Id: 1, ItemCode: 'MUG', UPC: '', Price: 12.5, Quantity: 2 }],
};
