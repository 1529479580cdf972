import type { CancelPickupRequest, Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { Pickup, PickupStatus } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { cancelAtCarrier, cancellationUnknown } from './cancel-at-carrier';
import { releaseOrders } from './pickup-orders';
import { createPollPause } from './poll-pause';
import { readPickup } from './read-pickups';
import { requestDueAt, retryAt } from './retries';
import { note, toContract } from './to-contract';

/**
 * Without `confirm`, returns the pickup that would be canceled. With `confirm`, cancels the pickup at the carrier, then
 * releases the orders. Returns an already canceled pickup unchanged, with a note.
 */
export async function cancelPickup(
  ports: PickupsPorts,
  request: CancelPickupRequest,
): Promise<PickupMessage> {
  const pollPause = createPollPause();
  do {
    const { pickup, status } = await readPickup(ports, request);
    const { accountId, pickupId, state } = pickup;
    if (status === 'canceled') return canceledBefore(pickup);
    refuseUnlessOpen(pickup, status, ports.clock.now());
    if (!request.confirm) return toContract(pickup, status);
    const leased =
      state === 'scheduled'
        ? await ports.store.take({ accountId, pickupId }, 'scheduled', 'canceling', {
            dueAt: requestDueAt(ports.clock),
          })
        : undefined;
    if (leased) return cancel(ports, leased);
  } while (await pollPause());
  throw changeUnderWay(request.pickupId);
}

async function cancel(ports: PickupsPorts, leased: LeasedPickup): Promise<PickupMessage> {
  ports.failPoint('pickup-cancel-1-taken');
  const withdrawn = await cancelAtCarrier(ports, leased);
  ports.failPoint('pickup-cancel-2-withdrawn');
  try {
    return toContract(await releaseOrders(ports, withdrawn), 'canceled');
  } catch (error) {
    await ports.store.defer(withdrawn, retryAt(ports.clock));
    throw cancellationUnknown(leased.pickupId, error);
  }
}

const canceledBefore = (pickup: Pickup): PickupMessage => {
  const { pickupId } = pickup;
  const known = toContract(pickup, 'canceled');
  return { ...known, notes: [...known.notes, note('pickup_canceled_before', { pickupId })] };
};

function refuseUnlessOpen({ pickupId, date, zone }: Pickup, status: PickupStatus, now: Date): void {
  const ended = ENDED[status];
  if (ended) throw new DomainError('failed_precondition', ended, { pickupId });
  if (date < dayIn(now, zone)) {
    throw new DomainError('failed_precondition', 'pickup_over', { pickupId, date });
  }
}

const ENDED = {
  picked_up: 'pickup_collected_already',
  error: 'pickup_never_collected',
  canceled: undefined,
  scheduled: undefined,
} as const satisfies Record<PickupStatus, string | undefined>;

const changeUnderWay = (pickupId: number) =>
  new DomainError('conflict', 'pickup_being_changed', { pickupId });
