import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { HeldPickup } from '../adapters/mongo/pickup-store';
import { pickupReference } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { withStandingOrders } from './pickup-orders';
import { isDefinite, nextCheckAt, requestDueAt, retryAt } from './retries';

/**
 * Cancels the pickup at the carrier.
 * @throws DomainError the carrier's message when it refuses (the pickup stays booked), or `unresolved`
 */
export async function cancelAtCarrier(ports: PickupsPorts, held: HeldPickup): Promise<HeldPickup> {
  let standing = held;
  try {
    [standing = held] = await withStandingOrders(ports, [held]);
    await ports.shipping.cancelCarrierPickup({
      accountId: held.accountId,
      seller: held.seller,
      carrier: held.carrier,
      reference: pickupReference(held.pickupId),
      confirmationNumber: held.confirmationNumber,
    });
  } catch (error) {
    if (isDefinite(error)) {
      await ports.store.move(held, 'scheduled', { dueAt: nextCheckAt(ports.clock, held) });
      throw error;
    }
    await ports.store.defer(held, retryAt(ports.clock));
    throw cancellationUnknown(held.pickupId, error);
  }
  // Saved before the orders are released: after that, nothing shows which orders had left the pickup earlier.
  const { orderIds } = standing;
  return ports.store.move(held, 'withdrawn', { orderIds, dueAt: requestDueAt(ports.clock) });
}

export const cancellationUnknown = (pickupId: number, cause: unknown) =>
  new DomainError('unresolved', 'pickup_cancellation_unknown', { pickupId }, { cause });
