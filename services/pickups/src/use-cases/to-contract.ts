import type { Failure } from '@parcelyard/contracts/common';
import type { Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import type { Pickup, PickupStatus } from '../domain/pickup';

/** Returns the pickup in the contract's form, without order rows. */
export function toContract(
  pickup: Pickup,
  status: PickupStatus,
  notes: Failure[] = notesOf(pickup, status),
): PickupMessage {
  const { pickupId, carrier, date, window, location, instructions, confirmationNumber } = pickup;
  return {
    pickupId,
    carrier,
    status,
    date,
    window,
    location,
    instructions,
    confirmationNumber,
    notes,
    orderIds: [...pickup.orderIds],
    packageCount: pickup.orderIds.length,
    createdAt: pickup.createdAt,
    canceledAt: pickup.canceledAt,
    scanFormUrl: pickup.scanForm?.url,
    orders: [],
  };
}

export const note = <R extends Reason>(reason: R, params: ReasonParams<R>): Failure =>
  toFailure(new DomainError<Reason>('failed_precondition', reason, params));

function notesOf({ orderIds, voidPendingIds = [] }: Pickup, status: PickupStatus): Failure[] {
  if (voidPendingIds.length > 0) return [note('pickup_void_pending', { orderIds: voidPendingIds })];
  if (orderIds.length > 0) return [];
  if (status === 'scheduled') return [note('pickup_empty', {})];
  return status === 'canceled' ? [note('pickup_was_empty', {})] : [];
}
