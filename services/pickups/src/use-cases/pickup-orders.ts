import { type OrderId, orderId } from '@parcelyard/service-kit/ids';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { Pickup, PickupState } from '../domain/pickup';
import type { PickupsPorts } from '../ports';

/**
 * Assigns the orders to the pickup. Some orders may drop out: another call took them, or they now have a label of
 * another carrier or seller. If no order is left, the pickup ends and the function returns undefined.
 * @throws DomainError from the orders service. The assigned orders are released before, or later by the worker
 */
export async function assignOrders(
  ports: PickupsPorts,
  claimed: LeasedPickup,
): Promise<LeasedPickup | undefined> {
  const { accountId, pickupId, carrier, seller, orderIds } = claimed;
  let moved: readonly number[];
  try {
    const pickup = { accountId, pickupId, carrier, seller };
    const answer = await ports.orders.assignPickup({ ...pickup, orderIds: [...orderIds] });
    moved = answer.orderIds;
  } catch (error) {
    // The orders service may still be assigning the orders, although the call failed. The release stops this, because a
    // released order can no longer be assigned to this pickup.
    await giveUp(ports, claimed, 'failed');
    throw error;
  }
  // The caller saves these ids together with the result of the booking.
  if (moved.length > 0) return { ...claimed, orderIds: moved.map(orderId) };
  await giveUp(ports, claimed, 'failed');
  return undefined;
}

/** Returns the orders in the pickup, also those with a pending void. */
export async function ordersUnder(
  { orders }: Pick<PickupsPorts, 'orders'>,
  { accountId, pickupId }: Pickup,
): Promise<OrderId[]> {
  const { pickups } = await orders.listPickupOrders({ accountId, pickupIds: [pickupId] });
  return pickups.flatMap(({ orderIds, voidPendingIds }) => [...orderIds, ...voidPendingIds]).map(orderId);
}

/** Sets the orders of a pickup back to LabelPrinted, then closes the pickup. */
export async function releaseOrders(ports: PickupsPorts, pickup: LeasedPickup): Promise<LeasedPickup> {
  const { accountId, pickupId, requestedIds } = pickup;
  await ports.orders.releasePickup({ accountId, pickupId, orderIds: [...requestedIds], keepOthers: false });
  ports.failPoint('pickup-released');
  if (pickup.state === 'withdrawn') {
    return ports.store.move(pickup, 'canceled', { canceledAt: ports.clock.now() });
  }
  return ports.store.move(pickup, pickup.ending ?? 'failed', {});
}

/**
 * Ends a pickup that is not booked and releases its orders. If the orders service does not answer, the worker releases
 * them later.
 */
export async function giveUp(
  ports: PickupsPorts,
  pickup: LeasedPickup,
  ending: 'failed' | 'error',
): Promise<void> {
  const { orderIds } = pickup;
  const releasing = await ports.store.move(pickup, 'releasing', {
    ending,
    orderIds,
    dueAt: ports.clock.now(),
  });
  try {
    await releaseOrders(ports, releasing);
  } catch (error) {
    ports.logger.warn({ err: error, pickupId: pickup.pickupId }, 'orders are released later');
  }
}

/**
 * States in which the orders service is asked which orders are still in the pickup. In other states, the list in the
 * stored pickup is used.
 */
const HOLDING: ReadonlySet<PickupState> = new Set(['scheduled', 'adding', 'canceling', 'picked_up']);

/**
 * Returns pickups of one account with their current orders. An order that was canceled, or whose label was voided, is
 * no longer in the pickup. An order with a pending void is in `voidPendingIds`.
 */
export async function withCurrentOrders<P extends Pickup>(
  { orders }: Pick<PickupsPorts, 'orders'>,
  pickups: readonly P[],
): Promise<P[]> {
  const holding = pickups.filter(({ state }) => HOLDING.has(state));
  const [first] = holding;
  if (!first) return [...pickups];
  const pickupIds = holding.map(({ pickupId }) => pickupId);
  const { pickups: found } = await orders.listPickupOrders({ accountId: first.accountId, pickupIds });
  const known = new Map(found.map((one) => [one.pickupId, one]));
  return pickups.map((pickup) => {
    if (!HOLDING.has(pickup.state)) return pickup;
    const { orderIds = [], voidPendingIds = [] } = known.get(pickup.pickupId) ?? {};
    const among = (ids: readonly number[]) => pickup.orderIds.filter((id) => ids.includes(id));
    return { ...pickup, orderIds: among(orderIds), voidPendingIds: among(voidPendingIds) };
  });
}
