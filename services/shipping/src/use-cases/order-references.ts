import type { Order } from '@parcelyard/contracts/orders';

/** Every number by which the sender knows the order. */
export function orderReferences(order: Order): string[] {
  const references = [order.orderNumber, order.externalOrderId, order.invoiceNumber];
  return references.filter((reference) => reference !== undefined && reference !== '') as string[];
}
