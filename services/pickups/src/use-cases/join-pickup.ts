import type { Failure } from '@parcelyard/contracts/common';
import type { Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { PickupsPorts } from '../ports';
import { addOrders } from './add-orders';
import { cancelIfEmpty, isEmpty } from './cancel-if-empty';
import { forDriverOf, MAX_ORDERS, otherSellerNotes, type PickupQuery } from './eligible-orders';
import { withCurrentOrders } from './pickup-orders';
import { note, toContract } from './to-contract';

/**
 * Handles a booking for a day that already has a booked pickup: adds new orders if the carrier allows this, and returns
 * the pickup with notes. Returns undefined when another call changed the pickup first.
 */
export async function joinPickup(
  ports: PickupsPorts,
  live: LeasedPickup,
  query: PickupQuery,
  eligible: readonly number[],
): Promise<PickupMessage | undefined> {
  const { pickupId, date } = live;
  const answer = async (pickup: LeasedPickup, ...notes: Failure[]) => {
    const [current = pickup] = await withCurrentOrders(ports, [pickup]);
    return toContract(current, 'scheduled', [...notes, ...keptTermsNotes(live, query)]);
  };
  if (query.dayRefusal) {
    const { reason, params } = query.dayRefusal;
    return answer(live, note('pickup_closed_for_more', { pickupId, date, refusal: { reason, params } }));
  }

  const [current = live] = await withCurrentOrders(ports, [live]);
  const forDriver = await forDriverOf(ports, live, eligible);
  const forOthers = otherSellerNotes(eligible.length - forDriver.length);
  const orderIds = forDriver.slice(0, Math.max(0, MAX_ORDERS - current.orderIds.length));
  if (forDriver.length === 0) {
    // An empty pickup is canceled, so that this call can book a new one.
    if (isEmpty(ports, current)) {
      const { state } = await cancelIfEmpty(ports, current);
      if (state !== 'scheduled') return undefined;
    }
    if (forOthers.length > 0) {
      return answer(live, note('pickup_booked_already', { pickupId, date }), ...forOthers);
    }
    return answer(live, note('pickup_nothing_to_add', { pickupId, date }));
  }
  if (orderIds.length === 0) {
    const full = note('pickup_full', { pickupId, date, max: MAX_ORDERS });
    return answer(live, full, leftOut(forDriver.length), ...forOthers);
  }
  const addition = await addOrders(ports, live, orderIds);
  if (!addition) return undefined;
  const { pickup, added, refusal } = addition;
  const count = added.length;
  return answer(
    pickup,
    count > 0
      ? note('pickup_orders_added', { pickupId, date, count })
      : note('pickup_booked_already', { pickupId, date }),
    ...(refusal ? [refusal] : []),
    ...(forDriver.length > count ? [leftOut(forDriver.length - count)] : []),
    ...forOthers,
  );
}

const leftOut = (count: number) => note('pickup_orders_left_out', { count });

/**
 * Returns a note when the requested location or instructions differ from those of the booked pickup. The booked pickup
 * keeps its location and instructions.
 */
function keptTermsNotes({ location, ...live }: LeasedPickup, query: PickupQuery): Failure[] {
  const otherLocation = query.location !== location;
  const otherInstructions = query.instructions !== '' && query.instructions !== live.instructions;
  if (otherLocation && otherInstructions) return [note('pickup_terms_kept', { location })];
  if (otherLocation) return [note('pickup_location_kept', { location })];
  return otherInstructions ? [note('pickup_instructions_kept', {})] : [];
}
