import type { CancelPickupRequest, Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { HeldPickup } from '../adapters/mongo/pickup-store';
import { type Pickup, type PickupStatus, pickupReference } from '../domain/pickup';
import { localDate } from '../domain/zoned-time';
import type { PickupsPorts } from '../ports';
import { releaseOrders, withStandingOrders } from './pickup-orders';
import { readPickup } from './read-pickups';
import { isDefinite, nextCheckAt, requestDueAt, retryAt } from './retries';
import { toContract } from './to-contract';

/** Without confirm, the pickup that would be canceled. With it: first the carrier, then the orders. */
export async function cancelPickup(
  ports: PickupsPorts,
  request: CancelPickupRequest,
): Promise<PickupMessage> {
  const { pickup, status } = await readPickup(ports, request);
  refuseUnlessOpen(pickup, status, ports.clock.now());
  if (!request.confirm) return toContract(pickup, status);

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
      await ports.store.move(held, 'scheduled', { dueAt: nextCheckAt(ports.clock, held) });
      throw error;
    }
    await ports.store.defer(held, retryAt(ports.clock));
    throw unresolved(held.pickupId, error);
  }
  // Once the orders are released, it is not known any more which of them had left before.
  const { orderIds } = standing;
  return ports.store.move(held, 'withdrawn', { orderIds, dueAt: requestDueAt(ports.clock) });
}

function refuseUnlessOpen({ pickupId, state, date, zone }: Pickup, status: PickupStatus, now: Date): void {
  const ended = ENDED[status];
  if (ended) throw new DomainError('failed_precondition', ended, { pickupId });
  if (state !== 'scheduled') throw beingChanged(pickupId);
  if (date < localDate(now, zone)) {
    throw new DomainError('failed_precondition', 'pickup_over', { pickupId, date });
  }
}

const ENDED = {
  canceled: 'pickup_canceled_already',
  picked_up: 'pickup_collected_already',
  error: 'pickup_never_collected',
  scheduled: undefined,
} as const satisfies Record<PickupStatus, string | undefined>;

const beingChanged = (pickupId: number) => new DomainError('conflict', 'pickup_being_changed', { pickupId });

const unresolved = (pickupId: number, cause: unknown) =>
  new DomainError('unresolved', 'pickup_cancellation_unknown', { pickupId }, { cause });
