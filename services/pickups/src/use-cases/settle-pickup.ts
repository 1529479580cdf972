import { addDays } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn, instantAt } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import { wasPickedUp } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { finishAdding } from './add-orders';
import { finishCanceling, isEmpty } from './cancel-if-empty';
import { makeScanForm } from './make-scan-form';
import { giveUp, ordersUnder, releaseOrders, withCurrentOrders } from './pickup-orders';
import { resumeBooking } from './resume-booking';
import { isDefinite, nextCheckAt, nextLookAt, requestDueAt, windowEndsAt } from './retries';

/** Days without a scan before we assume that no driver came. */
const MAX_DAYS_WITHOUT_SCAN = 14;

/**
 * Continues a pickup after a crash, after a missing answer, or on its date. It releases the orders, completes a booking
 * or a cancellation, or marks the pickup as picked up. Only the worker that has the pickup's lease calls this.
 */
export async function settlePickup(ports: PickupsPorts, leased: LeasedPickup): Promise<void> {
  try {
    await settle(ports, leased);
  } catch (error) {
    // A service's refusal is not thrown, because the pickup's next state is already stored. Any other error is thrown,
    // and the worker tries again.
    if (!isDefinite(error)) throw error;
  }
}

async function settle(ports: PickupsPorts, leased: LeasedPickup): Promise<void> {
  switch (leased.state) {
    case 'booking':
      // The day is over, so the pickup is useless even if the carrier booked it.
      if (isOver(ports, leased)) {
        return giveUp(ports, { ...leased, orderIds: await ordersUnder(ports, leased) }, 'error');
      }
      return resumeBooking(ports, leased);
    case 'releasing':
    case 'withdrawn':
      await releaseOrders(ports, leased);
      return;
    case 'canceling':
      await finishCanceling(ports, leased);
      return;
    case 'adding':
      await finishAdding(ports, leased);
      return;
    case 'scheduled':
      return checkBooked(ports, leased);
    default:
      return ports.store.defer(leased, undefined);
  }
}

/** Cancels a booked pickup that has nothing left to collect. Otherwise, checks whether the driver came. */
async function checkBooked(ports: PickupsPorts, leased: LeasedPickup): Promise<void> {
  const { accountId } = leased;
  const [current = leased] = await withCurrentOrders(ports, [leased]);
  const now = ports.clock.now();
  const windowOver = now >= windowEndsAt(leased);
  if (isEmpty(ports, current)) {
    const canceling = await ports.store.move(leased, 'canceling', { dueAt: requestDueAt(ports.clock) });
    await finishCanceling(ports, canceling);
    return;
  }
  const { orders } = await ports.orders.getOrderRows({ accountId, orderIds: [...current.orderIds] });
  if (wasPickedUp(orders.map((order) => order.status))) {
    await ports.store.move(leased, 'picked_up', {});
    return;
  }
  if (current.orderIds.length > 0) await makeScanForm(ports, leased, current.orderIds);
  const today = dayIn(now, leased.zone);
  // No driver came, so the orders are released for another pickup.
  if (today > addDays(leased.date, MAX_DAYS_WITHOUT_SCAN)) return giveUp(ports, leased, 'error');
  const tomorrow = instantAt(addDays(today, 1), leased.window.end, leased.zone);
  await ports.store.defer(
    leased,
    windowOver ? nextLookAt(ports.clock, tomorrow) : nextCheckAt(ports.clock, leased),
  );
}

const isOver = (ports: PickupsPorts, leased: LeasedPickup): boolean =>
  dayIn(ports.clock.now(), leased.zone) > leased.date;
