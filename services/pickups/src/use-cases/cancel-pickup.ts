import type { CancelPickupRequest, Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Pickup, type PickupStatus, pickupReference } from '../domain/pickup';
import { localDate } from '../domain/zoned-time';
import type { HeldPickup, PickupsPorts } from '../ports';
import { readPickup } from './get-pickup';
import { isDefinite } from './is-definite';
import { releaseOrders } from './release-orders';
import { nextLookAt, requestDueAt, retryAt } from './settle-times';
import { toContract } from './to-contract';
import { withStandingOrders } from './with-standing-orders';

/** Without confirm, the pickup that would be canceled. With it: first the carrier, then the orders. */
export async function cancelPickup(
  ports: PickupsPorts,
  request: CancelPickupRequest,
): Promise<PickupMessage> {
  const { pickup, status, orders } = await readPickup(ports, request);
  refuseUnlessOpen(pickup, status, ports.clock.now());
  if (!request.confirm) return toContract(pickup, status, orders);

  const { accountId, pickupId } = pickup;
  const held = await ports.store.take({ accountId, pickupId }, 'scheduled', 'canceling', {
    dueAt: requestDueAt(ports.clock),
  });
  if (!held) throw beingChanged(pickupId);
  ports.failPoint('pickup-cancel-1-taken');
  const withdrawn = await withdrawFromCarrier(ports, held);
  ports.failPoint('pickup-cancel-2-withdrawn');
  try {
    return toContract(await releaseOrders(ports, withdrawn), 'canceled');
  } catch (error) {
    await ports.store.defer(withdrawn, retryAt(ports.clock));
    throw unresolved(pickupId, error);
  }
}

/**
 * The carrier's part of a cancellation.
 * @throws DomainError the carrier's words when it refuses (the pickup stands), or `unresolved`
 */
export async function withdrawFromCarrier(ports: PickupsPorts, held: HeldPickup): Promise<HeldPickup> {
  let standing = held;
  try {
    [standing = held] = await withStandingOrders(ports, [held]);
    await ports.shipping.cancelCarrierPickup({
      accountId: held.accountId,
      carrier: held.carrier,
      reference: pickupReference(held.pickupId),
      confirmationNumber: held.confirmationNumber,
    });
  } catch (error) {
    if (isDefinite(error)) {
      await ports.store.move(held, 'scheduled', { dueAt: nextLookAt(ports.clock, held) });
      throw error;
    }
    await ports.store.defer(held, retryAt(ports.clock));
    throw unresolved(held.pickupId, error);
  }
  // Once the orders are free, nobody can tell any more which of them had left before.
  const { orderIds } = standing;
  return ports.store.move(held, 'withdrawn', { orderIds, dueAt: requestDueAt(ports.clock) });
}

function refuseUnlessOpen(pickup: Pickup, status: PickupStatus, now: Date): void {
  const refused = (why: string) =>
    DomainError.text('failed_precondition', `Pickup ${pickup.pickupId} ${why}`);
  if (status === 'canceled') throw refused('is already canceled.');
  if (status === 'picked_up') throw refused('was already picked up and cannot be canceled.');
  if (status === 'error') throw refused('ended without a collection; there is nothing to cancel.');
  if (pickup.state !== 'scheduled') throw beingChanged(pickup.pickupId);
  if (pickup.date < localDate(now, pickup.zone)) {
    throw refused(`was for ${pickup.date}, which has passed, and cannot be canceled.`);
  }
}

const beingChanged = (id: number) =>
  DomainError.text('conflict', `Pickup ${id} is being changed or canceled. Check it again in a moment.`);

const unresolved = (id: number, cause: unknown) =>
  DomainError.text(
    'unresolved',
    `The cancellation of pickup ${id} is under way and not finished yet. Check it again in a moment.`,
    { cause },
  );
