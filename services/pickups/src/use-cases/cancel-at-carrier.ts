import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import { pickupReference } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { withCurrentOrders } from './pickup-orders';
import { isDefinite, nextCheckAt, requestDueAt, retryAt } from './retries';

/**
 * Cancels the pickup at the carrier.
 * @throws DomainError with the carrier's message when the carrier refuses (the pickup remains booked), or `unresolved`
 */
export async function cancelAtCarrier(ports: PickupsPorts, leased: LeasedPickup): Promise<LeasedPickup> {
  let current = leased;
  try {
    [current = leased] = await withCurrentOrders(ports, [leased]);
    await ports.shipping.cancelCarrierPickup({
      accountId: leased.accountId,
      seller: leased.seller,
      carrier: leased.carrier,
      reference: pickupReference(leased.pickupId),
      confirmationNumber: leased.confirmationNumber,
    });
  } catch (error) {
    if (isDefinite(error)) {
      await ports.store.move(leased, 'scheduled', { dueAt: nextCheckAt(ports.clock, leased) });
      throw error;
    }
    await ports.store.defer(leased, retryAt(ports.clock));
    throw cancellationUnknown(leased.pickupId, error);
  }
  // Before the orders are released, their ids are saved. After the release, the orders service no longer knows which
  // orders were in the pickup.
  const { orderIds } = current;
  return ports.store.move(leased, 'withdrawn', { orderIds, dueAt: requestDueAt(ports.clock) });
}

export const cancellationUnknown = (pickupId: number, cause: unknown) =>
  new DomainError('unresolved', 'pickup_cancellation_unknown', { pickupId }, { cause });
