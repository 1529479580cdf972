import type { HeldPickup, PickupsPorts } from '../ports';
import { releaseOrders } from './release-orders';

/** Nothing is booked: the orders go back, at once if orders answers, else by the worker. */
export async function giveUp(
  ports: PickupsPorts,
  pickup: HeldPickup,
  ending: 'failed' | 'error',
): Promise<void> {
  const releasing = await ports.store.move(pickup, 'releasing', { ending, dueAt: ports.clock.now() });
  try {
    await releaseOrders(ports, releasing);
  } catch (error) {
    ports.logger.warn({ err: error, pickupId: pickup.pickupId }, 'orders are given back later');
  }
}
