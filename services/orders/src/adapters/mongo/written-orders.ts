import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Order } from '../../domain/order';

/** Longer than a carrier takes to answer, so the order is still remembered when the label comes. */
const KEPT_MS = 10_000;
const MOST = 500;

/**
 * Remembers the orders that this process wrote a moment ago. Then the next step of a purchase or a void need not read
 * them again. Another process may have changed them since, so the next write must check their version.
 */
export function createWrittenOrders(clock: Clock) {
  const kept = new BoundedMap<number, { order: Order; at: number }>(MOST);
  return {
    keep: (order: Order): Order => {
      kept.set(order.orderId, { order, at: clock.now().getTime() });
      return order;
    },
    forget: (orderId: number): void => void kept.delete(orderId),
    find: (accountId: number, orderId: number): Order | undefined => {
      const found = kept.get(orderId);
      if (found?.order.accountId !== accountId) return undefined;
      return Math.abs(clock.now().getTime() - found.at) < KEPT_MS ? found.order : undefined;
    },
  };
}
