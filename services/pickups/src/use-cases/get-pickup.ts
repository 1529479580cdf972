import type { OrderRow } from '@parcelyard/contracts/orders';
import type { Pickup as PickupMessage, PickupRef } from '@parcelyard/contracts/pickups';
import { wasPickedUp } from '../domain/picked-up';
import type { Pickup, PickupStatus } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { findPickup } from './find-pickup';
import { toContract } from './to-contract';
import { withStandingOrders } from './with-standing-orders';

/** One pickup with its orders as they stand now. */
export async function getPickup(ports: PickupsPorts, ref: PickupRef): Promise<PickupMessage> {
  const { pickup, status, orders } = await readPickup(ports, ref);
  return toContract(pickup, status, orders);
}

/** The stored pickup, its orders, and the status that both together show. */
export async function readPickup(
  ports: PickupsPorts,
  ref: PickupRef,
): Promise<{ pickup: Pickup; status: PickupStatus; orders: readonly OrderRow[] }> {
  const { pickup: booked, status } = await findPickup(ports, ref);
  const [pickup = booked] = await withStandingOrders(ports, [booked]);
  const { orders } = await ports.orders.getOrderRows({
    accountId: pickup.accountId,
    orderIds: [...pickup.orderIds],
  });
  await noticeEmpty(ports, pickup);
  if (pickup.state !== 'scheduled' || !wasPickedUp(orders.map((order) => order.status))) {
    return { pickup, status, orders };
  }
  await ports.store.markPickedUp(pickup.accountId, pickup.pickupId);
  return { pickup, status: 'picked_up', orders };
}

/** A reader who finds a booked pickup without orders does not let it wait for the worker's round. */
export async function noticeEmpty(ports: PickupsPorts, pickup: Pickup): Promise<void> {
  const { accountId, pickupId, state, orderIds } = pickup;
  if (state === 'scheduled' && orderIds.length === 0) {
    await ports.store.refreshNow(accountId, pickupId, ports.clock.now());
  }
}
