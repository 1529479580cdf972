import type { Address } from '@parcelyard/contracts/common';
import { toDollars } from '@parcelyard/money/dollars';
import type { WebhookEvent } from '@parcelyard/service-kit/webhook-event';
import { withWholeName } from '../address';
import type { Order } from '../order';
import type { EventName } from '../order-fields';
import type { OrderLabel } from '../order-label';
import { statusLabel } from '../order-status';
import type { EventType } from './delivery';

interface Source {
  eventId: number;
  eventType: Exclude<EventType, 'test'>;
  order: Order;
  /** Where the order ships. */
  shipTo: Address;
  /**
   * The label whose purchase or void caused the event. The event of a purchase shows the order's present label, or this
   * label if the order has no label any more.
   */
  boughtLabel: OrderLabel;
  /** Turns a path of this service into a public address. */
  absolute(path: string): string;
}

/**
 * Returns the event's body with the fields of the REST specification, "Payload fields", in that order. Missing texts
 * are empty. An item without a code has its name as code.
 */
export function webhookPayload({
  eventId,
  eventType,
  order,
  shipTo,
  boughtLabel,
  absolute,
}: Source): WebhookEvent {
  const isVoid = eventType === 'label_voided';
  const { firstName, lastName, ...address } = withWholeName(shipTo);
  return {
    EventId: eventId,
    EventType: eventType,
    Id: order.orderId,
    InvoiceNumber: order.invoiceNumber ?? '',
    OrderStatus: isVoid ? statusNow(order) : LABEL_PRINTED,
    FirstName: firstName,
    LastName: lastName,
    Email: address.email,
    Phone: address.phone,
    Address1: address.street1,
    Address2: address.street2,
    Address3: address.street3,
    City: address.city,
    State: address.state,
    Zip: address.zip,
    Country: address.country,
    Total: toDollars(order.totalCents),
    SalesTax: toDollars(order.taxCents),
    Handling: toDollars(order.handlingCents),
    Subtotal: toDollars(order.subtotalCents),
    Shipping: toDollars(order.shippingCents),
    Weight: order.weightOz ?? null,
    Discount: toDollars(order.discountCents),
    Shipment: shipment(isVoid ? boughtLabel : (order.label ?? boughtLabel), absolute),
    Items: order.items.map(item),
  } satisfies Record<EventName | 'EventId' | 'EventType', unknown>;
}

/** The specification's status for an order whose label is bought, printed or not. */
const LABEL_PRINTED = 'Label Printed';

const statusNow = ({ status }: Order): string =>
  status === 'PrintLabel' || status === 'LabelPrinted' ? LABEL_PRINTED : statusLabel(status);

const shipment = (label: OrderLabel, absolute: Source['absolute']) => ({
  ShipDate: utcSeconds(label.purchasedAt),
  ShippingMethod: label.method,
  ShippingCost: toDollars(label.costCents),
  TrackingNumber: label.trackingNumber,
  TrackingURL: absolute(label.trackingUrl),
  ShippingLabelURL: absolute(label.labelUrl),
});

const item = ({ itemId, name, sku, upc, priceCents, quantity }: Order['items'][number]) => ({
  Id: itemId,
  ItemCode: sku || name,
  UPC: upc ?? '',
  Price: toDollars(priceCents),
  Quantity: quantity,
});

/** Returns the time in UTC, to the second. */
const utcSeconds = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;

interface Sample extends Pick<Source, 'eventId' | 'absolute'> {
  shippedAt: Date;
}

const TRACKING_NUMBER = 'TEST0000000000000000';

/** Returns the body of a test: all fields of an event, for an invented order. */
export const samplePayload = ({ eventId, shippedAt, absolute }: Sample): WebhookEvent => ({
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
