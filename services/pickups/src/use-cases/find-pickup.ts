import type { PickupRef } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId, pickupId } from '@parcelyard/service-kit/ids';
import { type Pickup, type PickupStatus, visibleStatus } from '../domain/pickup';
import type { PickupsPorts } from '../ports';

/** @throws DomainError not_found, with the same words for an absent, a foreign and a never booked pickup */
export async function findPickup(
  ports: PickupsPorts,
  ref: PickupRef,
): Promise<{ pickup: Pickup; status: PickupStatus }> {
  const pickup = await ports.store.find(accountId(ref.accountId), pickupId(ref.pickupId));
  const status = pickup && visibleStatus(pickup.state);
  if (pickup && status) return { pickup, status };
  throw DomainError.text('not_found', `Pickup ${ref.pickupId} was not found in this account.`);
}
