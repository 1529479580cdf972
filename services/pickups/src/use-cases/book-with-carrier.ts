import type { BookPickupResponse } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { pickupReference, wasGivenUp } from '../domain/pickup';
import type { HeldPickup, PickupsPorts } from '../ports';
import { giveUp } from './give-up';
import { isDefinite } from './is-definite';
import { nextLookAt, retryAt } from './settle-times';

/**
 * Asks the carrier for the stop. The reference makes a repeated booking the same booking, so a missing answer is
 * settled by asking again, here or by the worker.
 * @throws DomainError the carrier's own words when it refuses (the orders are free again) or `unresolved`
 */
export async function bookWithCarrier(ports: PickupsPorts, assigned: HeldPickup): Promise<HeldPickup> {
  let booking: BookPickupResponse;
  try {
    booking = await ports.shipping.bookPickup({
      accountId: assigned.accountId,
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
    throw DomainError.text(
      'unresolved',
      'The carrier has not answered yet, so the pickup may still be booked. Check list_pickups before you try again.',
      { cause: error },
    );
  }
  ports.failPoint('pickup-3-booked');
  const window = { start: booking.windowStart, end: booking.windowEnd };
  try {
    return await ports.store.move(assigned, 'scheduled', {
      window,
      confirmationNumber: booking.confirmationNumber,
      dueAt: nextLookAt(ports.clock, { ...assigned, window }),
    });
  } catch (error) {
    await callOffIfGivenUp(ports, assigned, booking.confirmationNumber);
    throw error;
  }
}

/** Somebody else settled the pickup while this booking was under way; if by giving it up, no driver shall come for it. */
async function callOffIfGivenUp(
  { store, shipping, logger }: PickupsPorts,
  { accountId, pickupId, carrier }: HeldPickup,
  confirmationNumber: string,
): Promise<void> {
  const now = await store.find(accountId, pickupId);
  if (!now || !wasGivenUp(now.state)) return;
  const reference = pickupReference(pickupId);
  try {
    await shipping.cancelCarrierPickup({ accountId, carrier, reference, confirmationNumber });
  } catch (error) {
    logger.error(
      { err: error, pickupId, carrier, reference },
      'a driver may come for a pickup that was given up',
    );
  }
}
