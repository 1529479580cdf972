import type { Address } from '../domain/address';
import type { Order } from '../domain/order';
import { needsCustomer, resolveShipTo } from '../domain/ship-to';
import type { Customers } from '../ports';

/** An order together with where it really ships. */
export interface OrderDetail {
  order: Order;
  shipTo: Address;
}

/** Asks for the customer record only where the order itself leaves something open. */
export async function withShipTo(order: Order, customers: Customers): Promise<OrderDetail> {
  const contact = needsCustomer(order) ? await customers.find(order.accountId, order.customerId) : undefined;
  return { order, shipTo: resolveShipTo(order, contact?.address) };
}
