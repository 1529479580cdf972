import type { Order } from './order';
import { allows, statusLabel } from './order-status';

/** Why an order cannot be marked printed, in a sentence for the caller; undefined when it can. */
export function refusesPrinting(order: Order): string | undefined {
  if (order.label && allows(order.status, 'LabelPrinted', 'label_printed')) return undefined;
  const { orderId, status } = order;
  if (status === 'LabelPrinted') return `The label of order ${orderId} was already marked printed.`;
  if (!order.label) return `Order ${orderId} has no purchased label.`;
  return `Order ${orderId} is past printing: its status is ${statusLabel(status)}.`;
}
