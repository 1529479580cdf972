import type { Pickup, PickupState } from '../domain/pickup';
import type { PickupsPorts } from '../ports';

/** States whose orders stand under the pickup; in any other its own record says which ones it had. */
const HOLDING: ReadonlySet<PickupState> = new Set(['scheduled', 'adding', 'canceling', 'picked_up']);

/**
 * Pickups of one account with the orders that are still theirs. An order knows its pickup, and leaves it when its label
 * is voided or it is canceled; nobody tells the pickup (docs/adr: orders that leave a pickup).
 */
export async function withStandingOrders<P extends Pickup>(
  { orders }: Pick<PickupsPorts, 'orders'>,
  pickups: readonly P[],
): Promise<P[]> {
  const holding = pickups.filter(({ state }) => HOLDING.has(state));
  const [first] = holding;
  if (!first) return [...pickups];
  const pickupIds = holding.map(({ pickupId }) => pickupId);
  const { pickups: found } = await orders.listPickupOrders({ accountId: first.accountId, pickupIds });
  const standing = new Map(found.map(({ pickupId, orderIds }) => [pickupId, new Set(orderIds)]));
  return pickups.map((pickup) =>
    HOLDING.has(pickup.state)
      ? { ...pickup, orderIds: pickup.orderIds.filter((id) => standing.get(pickup.pickupId)?.has(id)) }
      : pickup,
  );
}
