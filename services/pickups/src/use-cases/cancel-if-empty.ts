import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { Pickup } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { cancelAtCarrier } from './cancel-at-carrier';
import { releaseOrders } from './pickup-orders';
import { requestDueAt, windowEndsAt } from './retries';

/**
 * Cancels a booked pickup that has no labels left and returns the pickup in its new state. If the carrier does not
 * answer, the worker completes the cancellation later. If the carrier refuses, the pickup remains booked.
 * @param pickup the pickup with the orders that are still in it
 */
export async function cancelIfEmpty(ports: PickupsPorts, pickup: Pickup): Promise<Pickup> {
  if (!isEmpty(ports, pickup)) return pickup;
  const { accountId, pickupId } = pickup;
  const canceling = await ports.store.take(pickup, 'scheduled', 'canceling', {
    dueAt: requestDueAt(ports.clock),
  });
  if (!canceling) return (await ports.store.find(accountId, pickupId)) ?? pickup;
  ports.failPoint('pickup-empty-1-taken');
  try {
    return await finishCanceling(ports, canceling);
  } catch (error) {
    ports.logger.warn({ err: error, pickupId }, 'an empty pickup is canceled later');
    return { ...pickup, state: (await ports.store.find(accountId, pickupId))?.state ?? pickup.state };
  }
}

/** True for a booked pickup that has no orders and whose time window is not over. */
export const isEmpty = ({ clock }: Pick<PickupsPorts, 'clock'>, pickup: Pickup): boolean =>
  pickup.state === 'scheduled' &&
  pickup.orderIds.length === 0 &&
  // While a void is pending, the carrier may still refuse it. The driver must then collect that parcel.
  (pickup.voidPendingIds ?? []).length === 0 &&
  clock.now() < windowEndsAt(pickup);

export const finishCanceling = async (ports: PickupsPorts, canceling: LeasedPickup): Promise<LeasedPickup> =>
  releaseOrders(ports, await cancelAtCarrier(ports, canceling));
