import type { Collection } from 'mongodb';
import type { OrderDocument } from './order-document';

/**
 * The account's orders with changes that are not counted, or not cleared, yet. The filter leaves the account out on
 * purpose: changes in flight are few in all accounts together, and their own index is the only one that finds them; an
 * index that begins with the account would walk all of its orders.
 */
export async function uncountedOrders(orders: Collection<OrderDocument>, accountId: number) {
  const inFlight = await orders
    .find({ 'pending.at': { $gt: new Date(0) } }, { projection: { accountId: 1, pending: 1 } })
    .toArray();
  return inFlight.filter((order) => order.accountId === accountId);
}
