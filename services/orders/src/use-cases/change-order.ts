import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OrderChange, OrderStore } from '../adapters/mongo/order-store';
import type { Order } from '../domain/order';

/** In each lost round somebody else's change succeeded. So many in a row mean that something is wrong. */
const MAX_ROUNDS = 50;

/**
 * Decides on the order as it is and changes it only if it still is so; otherwise decides again. `decide` answers
 * undefined when there is nothing to change, and may throw to refuse.
 * @param seen the order as it was read just now, when it was
 * @returns the order after the change, or as it was
 */
export async function changeOrder(
  orders: Pick<OrderStore, 'get' | 'update'>,
  accountId: number,
  orderId: number,
  decide: (order: Order) => OrderChange | undefined,
  seen?: Order,
): Promise<Order> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const order = (round === 0 && seen) || (await requireOrder(orders, accountId, orderId));
    const change = decide(order);
    if (!change) return order;
    const changed = await orders.update(order, change);
    if (changed) return changed;
  }
  throw new DomainError('conflict', 'order_being_changed', { orderId });
}

/** @throws DomainError `not_found`, the same whether the order is absent or another account's */
export async function requireOrder(
  orders: Pick<OrderStore, 'get'>,
  accountId: number,
  orderId: number,
): Promise<Order> {
  const order = await orders.get(accountId, orderId);
  if (!order) throw orderNotFound(orderId);
  return order;
}

export const orderNotFound = (orderId: number) =>
  new DomainError('not_found', 'order_not_found', { orderId }, { field: 'order_id' });
