import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OrderChange, OrderStore } from '../adapters/mongo/order-store';
import type { Order } from '../domain/order';

/**
 * How often a change is tried. A try fails when somebody else changes the order first. That does not happen 50 times in
 * a row.
 */
const MAX_ROUNDS = 50;

/**
 * Changes an order. If somebody else changes the order at the same time, reads the order again and calls `decide`
 * again. `decide` returns undefined when nothing should change, and may throw to refuse.
 * @param seen the order, if it was read just now
 * @returns the order after the change, or unchanged
 */
export async function changeOrder(
  orders: Pick<OrderStore, 'get' | 'update' | 'justWritten'>,
  accountId: number,
  orderId: number,
  decide: (order: Order) => OrderChange | undefined,
  seen?: Order,
): Promise<Order> {
  const written = seen ? undefined : orders.justWritten(accountId, orderId);
  const changedUnread = written && (await changeUnread(orders, written, decide));
  if (changedUnread) return changedUnread;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const order = (round === 0 && seen) || (await requireOrder(orders, accountId, orderId));
    const change = decide(order);
    if (!change) return order;
    const changed = await orders.update(order, change);
    if (changed) return changed;
  }
  throw new DomainError('conflict', 'order_being_changed', { orderId });
}

/**
 * Decides on the order that this process wrote a moment ago, and saves the change without reading the order again.
 * Returns undefined when nothing was saved; the caller then reads the order.
 */
async function changeUnread(
  orders: Pick<OrderStore, 'update'>,
  written: Order,
  decide: (order: Order) => OrderChange | undefined,
): Promise<Order | undefined> {
  let change: OrderChange | undefined;
  try {
    change = decide(written);
  } catch {
    return undefined;
  }
  return change && orders.update(written, change);
}

/** @throws DomainError `not_found`, for an absent order and for another account's order */
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
