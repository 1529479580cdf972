import { webhookEventSchema } from '../../../../src/surfaces/rest/webhook/webhook-event-schema';

/** As the orders service's own test holds it to the specification. */
const EVENT = {
  EventId: 7_001,
  EventType: 'label_printed',
  Id: 1_001,
  InvoiceNumber: 'INV-7',
  OrderStatus: 'Label Printed',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Email: 'ada@example.com',
  Phone: '5125550100',
  Address1: '12 Analytical Way',
  Address2: '',
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
    ShipDate: '2026-03-02T15:00:00Z',
    ShippingMethod: 'USPS Ground Advantage',
    ShippingCost: 7.55,
    TrackingNumber: '9400151425317780486614',
    TrackingURL: 'https://ship.example/track/9400151425317780486614',
    ShippingLabelURL: 'https://ship.example/labels/abc',
  },
  Items: [{ Id: 1, ItemCode: 'MUG-1', UPC: '', Price: 12.5, Quantity: 2 }],
};

describe('the published schema of an event', () => {
  const names = (schema: { shape: object }) => Object.keys(schema.shape);

  it('names every field of a delivery, in its order, and no other [REST-W7]', () => {
    expect(names(webhookEventSchema)).toEqual(Object.keys(EVENT));
    expect(names(webhookEventSchema.shape.Shipment)).toEqual(Object.keys(EVENT.Shipment));
    expect(names(webhookEventSchema.shape.Items.element)).toEqual(Object.keys(EVENT.Items[0] as object));
  });

  it.each([
    ['an order', EVENT],
    ['an order without a weight', { ...EVENT, Weight: null }],
    ['a test', { ...EVENT, EventType: 'test', Id: 0 }],
  ])('takes the event of %s [REST-W7]', (_, event) => {
    expect(webhookEventSchema.strict().parse(event)).toEqual(event);
  });
});
