import type { Order } from '../../domain/order';
import { isLive } from '../../domain/order-status';
import type { OrderFields } from '../../ports';

/**
 * What a change does to the invoice number that the order has claimed: the one that it is given is claimed, and an order
 * that is no longer live gives its own back. Numbers of imported orders are only kept: another system vouches for them,
 * or does not.
 */
export function claimedInvoice(fields: OrderFields, changed: Order): { liveInvoice?: string | undefined } {
  if (!isLive(changed.status)) return 'status' in fields ? { liveInvoice: undefined } : {};
  return fields.invoiceNumber === undefined ? {} : { liveInvoice: fields.invoiceNumber };
}
