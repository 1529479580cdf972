import { orderId } from '@parcelyard/service-kit/ids';
import type { HeldPickup, PickupsPorts } from '../ports';
import { giveUp } from './give-up';
import { requestDueAt } from './settle-times';

/**
 * Moves the orders under the pickup. Each order goes to one pickup only, so a confirm that runs beside this one may
 * leave fewer, or none: then the pickup ends and undefined is returned.
 * @throws DomainError of orders, after giving back whatever had moved
 */
export async function assignOrders(
  ports: PickupsPorts,
  claimed: HeldPickup,
): Promise<HeldPickup | undefined> {
  const { accountId, pickupId } = claimed;
  let moved: readonly number[];
  try {
    const answer = await ports.orders.assignPickup({ accountId, pickupId, orderIds: [...claimed.orderIds] });
    moved = answer.orderIds;
  } catch (error) {
    // Also without an answer: a call that still runs takes no order that was given back.
    await giveUp(ports, claimed, 'failed');
    throw error;
  }
  if (moved.length > 0) {
    return ports.store.move(claimed, 'booking', {
      orderIds: moved.map(orderId),
      dueAt: requestDueAt(ports.clock),
    });
  }
  await giveUp(ports, claimed, 'failed');
  return undefined;
}
