import { addDays } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn, instantAt } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { HeldPickup } from '../adapters/mongo/pickup-store';
import { wasPickedUp } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { finishAdding } from './add-orders';
import { bookWithCarrier } from './book-with-carrier';
import { finishCallingOff, isEmpty } from './call-off-empty';
import { makeScanForm } from './make-scan-form';
import { giveUp, releaseOrders, withStandingOrders } from './pickup-orders';
import { collectedAt, isDefinite, nextCheckAt, nextLookAt, requestDueAt } from './retries';

/** After so many days without a scan, the driver is taken not to have come. */
const MAX_DAYS_WITHOUT_SCAN = 14;

/**
 * Brings a pickup to rest that a crash, a missing answer or the calendar left due: a claim is taken back, a booking and
 * a cancellation are finished, a stop whose window is over is marked picked up. Called by the worker, which holds it.
 */
export async function settlePickup(ports: PickupsPorts, held: HeldPickup): Promise<void> {
  try {
    await settle(ports, held);
  } catch (error) {
    // A refusal has moved the pickup on; without an answer the worker repeats it, later each time.
    if (!isDefinite(error)) throw error;
  }
}

async function settle(ports: PickupsPorts, held: HeldPickup): Promise<void> {
  switch (held.state) {
    case 'created':
      return giveUp(ports, held, 'failed');
    case 'booking':
      // A stop in the past is of no use, booked or not.
      if (isOver(ports, held)) return giveUp(ports, held, 'error');
      await bookWithCarrier(ports, held);
      return;
    case 'releasing':
    case 'withdrawn':
      await releaseOrders(ports, held);
      return;
    case 'canceling':
      await finishCallingOff(ports, held);
      return;
    case 'adding':
      await finishAdding(ports, held);
      return;
    case 'scheduled':
      return lookAfter(ports, held);
    default:
      return ports.store.defer(held, undefined);
  }
}

/** A booked pickup: whether anything is left to collect, and whether the driver came. */
async function lookAfter(ports: PickupsPorts, held: HeldPickup): Promise<void> {
  const { accountId } = held;
  const [standing = held] = await withStandingOrders(ports, [held]);
  const now = ports.clock.now();
  const windowOver = now >= collectedAt(held);
  if (isEmpty(ports, standing)) {
    const canceling = await ports.store.move(held, 'canceling', { dueAt: requestDueAt(ports.clock) });
    await finishCallingOff(ports, canceling);
    return;
  }
  const { orders } = await ports.orders.getOrderRows({ accountId, orderIds: [...standing.orderIds] });
  if (wasPickedUp(orders.map((order) => order.status))) {
    await ports.store.move(held, 'picked_up', {});
    return;
  }
  if (standing.orderIds.length > 0) await makeScanForm(ports, held, standing.orderIds);
  const today = dayIn(now, held.zone);
  // Nobody came: its orders wait for another driver.
  if (today > addDays(held.date, MAX_DAYS_WITHOUT_SCAN)) return giveUp(ports, held, 'error');
  const tomorrow = instantAt(addDays(today, 1), held.window.end, held.zone);
  await ports.store.defer(
    held,
    windowOver ? nextLookAt(ports.clock, tomorrow) : nextCheckAt(ports.clock, held),
  );
}

const isOver = (ports: PickupsPorts, held: HeldPickup): boolean =>
  dayIn(ports.clock.now(), held.zone) > held.date;
