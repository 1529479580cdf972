import { orderId } from '@parcelyard/service-kit/ids';
import type { HeldPickup, PickupsPorts } from '../ports';
import { giveUp } from './give-up';
import { isDefinite } from './is-definite';
import { callOverAt, requestDueAt } from './settle-times';

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
    if (isDefinite(error)) await giveUp(ports, claimed, 'failed');
    // A call without an answer may still run: its orders are given back once it cannot any more.
    else await ports.store.move(claimed, 'releasing', { ending: 'failed', dueAt: callOverAt(ports.clock) });
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
