import { toDollars } from '@parcelyard/money/dollars';
import { type Address, withWholeName } from '../address';
import type { Order, OrderItem } from '../order';
import type { OrderLabel } from '../order-label';

interface Source {
  eventId: number;
  order: Order;
  /** Where it really ships. */
  shipTo: Address;
  /** Shown when the order has none any more. */
  boughtLabel: OrderLabel;
  /** The address that people use for a path on this service. */
  absolute(path: string): string;
}

/**
 * What a receiver is told, with the names and in the order of the REST specification, "Payload fields". What the order
 * does not have is null.
 */
export function webhookPayload({ eventId, order, shipTo, boughtLabel, absolute }: Source) {
  const { firstName, lastName, ...address } = withWholeName(shipTo);
  return {
    EventId: eventId,
    EventType: 'label_printed',
    Id: order.orderId,
    InvoiceNumber: textOrNull(order.invoiceNumber),
    OrderStatus: 'Label Printed',
    FirstName: textOrNull(firstName),
    LastName: textOrNull(lastName),
    Email: textOrNull(address.email),
    Phone: textOrNull(address.phone),
    Address1: textOrNull(address.street1),
    Address2: textOrNull(address.street2),
    Address3: textOrNull(address.street3),
    City: textOrNull(address.city),
    State: textOrNull(address.state),
    Zip: textOrNull(address.zip),
    Country: textOrNull(address.country),
    Total: toDollars(order.totalCents),
    SalesTax: toDollars(order.taxCents),
    Handling: toDollars(order.handlingCents),
    Subtotal: toDollars(order.subtotalCents),
    Shipping: toDollars(order.shippingCents),
    Weight: order.weightOz ?? null,
    Discount: toDollars(order.discountCents),
    Shipment: shipment(order.label ?? boughtLabel, absolute),
    Items: order.items.map(item),
  };
}

const shipment = (label: OrderLabel, absolute: Source['absolute']) => ({
  ShipDate: label.purchasedAt.toISOString(),
  ShippingMethod: label.method,
  ShippingCost: toDollars(label.costCents),
  TrackingNumber: label.trackingNumber,
  TrackingURL: absolute(label.trackingUrl),
  ShippingLabelURL: absolute(label.labelUrl),
});

const item = ({ itemId, sku, upc, priceCents, quantity }: OrderItem) => ({
  Id: itemId,
  ItemCode: textOrNull(sku),
  UPC: textOrNull(upc),
  Price: toDollars(priceCents),
  Quantity: quantity,
});

const textOrNull = (text: string | undefined): string | null => (text ? text : null);
