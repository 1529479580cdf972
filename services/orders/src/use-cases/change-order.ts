import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId } from '@parcelyard/service-kit/ids';
import type { Order } from '../domain/order';
import type { OrderChange, OrderStore } from '../ports';
import { requireOrder } from './require-order';

/** Each round somebody else's change succeeded, so this many in a row means a storm. */
const ROUNDS = 50;

/**
 * Decides on the order as it is and changes it only if it still is so; otherwise decides again. `decide` answers
 * undefined when there is nothing to change, and may throw to refuse.
 * @returns the order after the change, or as it was
 */
export async function changeOrder(
  orders: OrderStore,
  account: number,
  orderId: number,
  decide: (order: Order) => OrderChange | undefined,
): Promise<Order> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = await requireOrder(orders, accountId(account), orderId);
    const change = decide(order);
    if (!change) return order;
    const changed = await orders.update(order, change);
    if (changed) return changed;
  }
  throw DomainError.text('conflict', `Order ${orderId} is being changed by others. Try again in a moment.`);
}
