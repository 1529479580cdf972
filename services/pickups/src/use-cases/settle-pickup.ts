import { addDays } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn, instantAt } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { HeldPickup } from '../adapters/mongo/pickup-store';
import { wasPickedUp } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { finishAdding } from './add-orders';
import { bookWithCarrier } from './book-with-carrier';
import { finishCanceling, isEmpty } from './cancel-if-empty';
import { makeScanForm } from './make-scan-form';
import { giveUp, releaseOrders, withStandingOrders } from './pickup-orders';
import { isDefinite, nextCheckAt, nextLookAt, requestDueAt, windowEndsAt } from './retries';

/** Days without a scan before we assume that no driver came. */
const MAX_DAYS_WITHOUT_SCAN = 14;

/**
 * Finishes a pickup that is due after a crash, a missing answer or a date: releases a claim, completes a booking or a
 * cancellation, marks a collected pickup as picked up. The worker calls it under its lease.
 */
export async function settlePickup(ports: PickupsPorts, held: HeldPickup): Promise<void> {
  try {
    await settle(ports, held);
  } catch (error) {
    // A refusal has already moved the pickup on. Without an answer the worker retries, each time later.
    if (!isDefinite(error)) throw error;
  }
}

async function settle(ports: PickupsPorts, held: HeldPickup): Promise<void> {
  switch (held.state) {
    case 'created':
      return giveUp(ports, held, 'failed');
    case 'booking':
      // A pickup in the past is useless, booked or not.
      if (isOver(ports, held)) return giveUp(ports, held, 'error');
      await bookWithCarrier(ports, held);
      return;
    case 'releasing':
    case 'withdrawn':
      await releaseOrders(ports, held);
      return;
    case 'canceling':
      await finishCanceling(ports, held);
      return;
    case 'adding':
      await finishAdding(ports, held);
      return;
    case 'scheduled':
      return checkBooked(ports, held);
    default:
      return ports.store.defer(held, undefined);
  }
}

/** Checks a booked pickup: is anything left to collect, and did the driver come? */
async function checkBooked(ports: PickupsPorts, held: HeldPickup): Promise<void> {
  const { accountId } = held;
  const [standing = held] = await withStandingOrders(ports, [held]);
  const now = ports.clock.now();
  const windowOver = now >= windowEndsAt(held);
  if (isEmpty(ports, standing)) {
    const canceling = await ports.store.move(held, 'canceling', { dueAt: requestDueAt(ports.clock) });
    await finishCanceling(ports, canceling);
    return;
  }
  const { orders } = await ports.orders.getOrderRows({ accountId, orderIds: [...standing.orderIds] });
  if (wasPickedUp(orders.map((order) => order.status))) {
    await ports.store.move(held, 'picked_up', {});
    return;
  }
  if (standing.orderIds.length > 0) await makeScanForm(ports, held, standing.orderIds);
  const today = dayIn(now, held.zone);
  // No driver came: release its orders for another pickup.
  if (today > addDays(held.date, MAX_DAYS_WITHOUT_SCAN)) return giveUp(ports, held, 'error');
  const tomorrow = instantAt(addDays(today, 1), held.window.end, held.zone);
  await ports.store.defer(
    held,
    windowOver ? nextLookAt(ports.clock, tomorrow) : nextCheckAt(ports.clock, held),
  );
}

const isOver = (ports: PickupsPorts, held: HeldPickup): boolean =>
  dayIn(ports.clock.now(), held.zone) > held.date;
