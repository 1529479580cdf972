import type { Address } from '@parcelyard/contracts/common';
import type { Order as OrderMessage } from '@parcelyard/contracts/orders';
import type { Customers } from '../adapters/clients/customers-client';
import type { Order } from '../domain/order';
import { orderHistory } from '../domain/order-history';
import { adjustmentsOf, labelCosts, pendingRefund } from '../domain/order-label';
import { needsCustomer, resolveShipTo } from '../domain/ship-to';
import { withoutMembers } from '../domain/without-members';

/** Returns an order as other services see it, with its ship-to address. */
export const orderMessage = async (customers: Customers, order: Order): Promise<OrderMessage> =>
  messageWithShipTo(order, await shipToOf(customers, order));

export const shipToOf = async (customers: Customers, order: Order): Promise<Address> =>
  resolveShipTo(order, await contactOf(customers, order));

/** Returns the address in the customer's record; undefined when the order needs nothing from this record. */
export async function contactOf(customers: Customers, order: Order): Promise<Address | undefined> {
  const contact = needsCustomer(order) ? await customers.find(order.accountId, order.customerId) : undefined;
  return contact?.address;
}

/** Converts many orders. Their customer records are read together. */
export const orderMessages = (customers: Customers, orders: readonly Order[]): Promise<OrderMessage[]> =>
  Promise.all(orders.map((order) => orderMessage(customers, order)));

export const messageWithShipTo = (order: Order, shipTo: Address | undefined): OrderMessage =>
  Object.assign(withoutMembers(order, NOT_SHOWN), {
    shipTo,
    addressCheck: order.addressCheck,
    pendingRefund: pendingRefund(order),
    adjustments: adjustmentsOf(order),
    labelCosts: labelCosts(order),
    history: orderHistory(order),
  });

/** Fields that no other service needs. */
const NOT_SHOWN: Readonly<Record<Exclude<keyof Order, keyof OrderMessage>, true>> = {
  version: true,
  shippingAddress: true,
  appliedScans: true,
  boughtLabels: true,
  requestKey: true,
  origin: true,
  endedPurchases: true,
  pickupAt: true,
  endedPickups: true,
  refusedVoids: true,
  source: true,
};
