import type { BookPickupResponse } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import { pickupReference, wasGivenUp } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { giveUp } from './pickup-orders';
import { isDefinite, nextCheckAt, retryAt } from './retries';

/**
 * Books the pickup with the carrier. When no answer comes, the call can be repeated, because the carrier books each
 * reference only once.
 * @throws DomainError with the carrier's message when the carrier refuses (the orders are released), or `unresolved`
 */
export async function bookWithCarrier(ports: PickupsPorts, assigned: LeasedPickup): Promise<LeasedPickup> {
  let booking: BookPickupResponse;
  try {
    booking = await ports.shipping.bookPickup({
      accountId: assigned.accountId,
      seller: assigned.seller,
      carrier: assigned.carrier,
      reference: pickupReference(assigned.pickupId),
      date: assigned.date,
      location: assigned.location,
      instructions: assigned.instructions,
      packageCount: assigned.orderIds.length,
      orderIds: [...assigned.orderIds],
    });
  } catch (error) {
    if (isDefinite(error)) {
      await giveUp(ports, assigned, 'failed');
      throw error;
    }
    await ports.store.defer(assigned, retryAt(ports.clock));
    throw new DomainError('unresolved', 'pickup_booking_unknown', {}, { cause: error });
  }
  ports.failPoint('pickup-3-booked');
  const window = { start: booking.windowStart, end: booking.windowEnd };
  try {
    return await ports.store.move(assigned, 'scheduled', {
      orderIds: assigned.orderIds,
      window,
      confirmationNumber: booking.confirmationNumber,
      dueAt: nextCheckAt(ports.clock, { ...assigned, window }),
    });
  } catch (error) {
    await cancelIfGivenUp(ports, assigned, booking.confirmationNumber);
    throw error;
  }
}

/** Cancels a new booking if another call gave up or canceled the pickup in the meantime. */
async function cancelIfGivenUp(
  { store, shipping, logger }: PickupsPorts,
  { accountId, pickupId, seller, carrier }: LeasedPickup,
  confirmationNumber: string,
): Promise<void> {
  const now = await store.find(accountId, pickupId);
  if (!now || !wasGivenUp(now.state)) return;
  const reference = pickupReference(pickupId);
  try {
    await shipping.cancelCarrierPickup({ accountId, seller, carrier, reference, confirmationNumber });
  } catch (error) {
    logger.error(
      { err: error, pickupId, carrier, reference },
      'a driver may come for a pickup that failed or was canceled',
    );
  }
}
