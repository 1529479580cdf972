import { utcSeconds, type WebhookPayload } from './payload';

interface Source {
  eventId: number;
  shippedAt: Date;
  /** The address that people use for a path on this service. */
  absolute(path: string): string;
}

const TRACKING_NUMBER = 'TEST0000000000000000';

/** What a test tells: every field as in an order's event, of an order that nobody has. */
export const samplePayload = ({ eventId, shippedAt, absolute }: Source): WebhookPayload => ({
  EventId: eventId,
  EventType: 'test',
  Id: 0,
  InvoiceNumber: 'TEST-0000',
  OrderStatus: 'Label Printed',
  FirstName: 'Test',
  LastName: 'Recipient',
  Email: 'test@example.com',
  Phone: '5555550100',
  Address1: '100 Example Street',
  Address2: 'Suite 1',
  Address3: '',
  City: 'Austin',
  State: 'TX',
  Zip: '78701',
  Country: 'US',
  Total: 33.51,
  SalesTax: 2.06,
  Handling: 1,
  Subtotal: 25,
  Shipping: 5.95,
  Weight: 12.5,
  Discount: 0.5,
  Shipment: {
    ShipDate: utcSeconds(shippedAt),
    ShippingMethod: 'USPS Ground Advantage',
    ShippingCost: 7.55,
    TrackingNumber: TRACKING_NUMBER,
    TrackingURL: absolute(`/track/${TRACKING_NUMBER}`),
    ShippingLabelURL: absolute('/labels/test'),
  },
  Items: [{ Id: 1, ItemCode: 'TEST-MUG', UPC: '012345678905', Price: 12.5, Quantity: 2 }],
});
