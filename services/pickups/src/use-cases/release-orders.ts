import type { HeldPickup, PickupsPorts } from '../ports';

/** The last step of every ending: gives the orders back to LabelPrinted, then closes the pickup. */
export async function releaseOrders(ports: PickupsPorts, pickup: HeldPickup): Promise<HeldPickup> {
  const { accountId, pickupId, orderIds, askedIds = orderIds } = pickup;
  await ports.orders.releasePickup({ accountId, pickupId, orderIds: [...askedIds], keepOthers: false });
  ports.failPoint('pickup-released');
  if (pickup.state === 'withdrawn') {
    return ports.store.move(pickup, 'canceled', { canceledAt: ports.clock.now() });
  }
  return ports.store.move(pickup, pickup.ending ?? 'failed', {});
}
