import { setTimeout } from 'node:timers/promises';
import type { Pickup as PickupMessage, Window } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { orderId } from '@parcelyard/service-kit/ids';
import { carrierName } from '../domain/pickup-carriers';
import type { HeldPickup, PickupsPorts } from '../ports';
import { assignOrders } from './assign-orders';
import { bookWithCarrier } from './book-with-carrier';
import { type AskedPickup, eligibleOrders, quotedWindow } from './eligible-orders';
import { joinPickup } from './join-pickup';
import { requestDueAt } from './settle-times';
import { toContract } from './to-contract';

/** Each round lost means that another confirm began or ended a pickup in between. */
const ROUNDS = 20;
const LOOK_EVERY_MS = 100;
/** Less than callers wait. */
const LOOKS = 200;

/**
 * Books a pickup: the row is claimed, the orders assigned, the carrier asked. One is live for account, carrier and date;
 * a confirm that finds it waits until it is booked and joins it.
 */
export async function confirmPickup(ports: PickupsPorts, asked: AskedPickup): Promise<PickupMessage> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Before the look for a live pickup: whoever took orders off this list is seen by then.
    const eligible = await eligibleOrders(ports, asked);
    const live = await ports.store.findLive(asked.accountId, asked.carrier, asked.date);
    if (live?.state === 'scheduled') {
      const joined = await joinPickup(ports, live, asked, eligible.orderIds);
      if (joined) return joined;
    }
    if (live) {
      await untilSettled(ports, asked);
      continue;
    }
    if (asked.closed) throw asked.closed;
    const window = await quotedWindow(ports, asked, eligible);
    if (eligible.orderIds.length === 0) throw nothingWaiting(asked.carrier);
    const claimed = await claim(ports, asked, eligible.orderIds, window);
    if (!claimed) continue;
    ports.failPoint('pickup-1-claimed');
    const assigned = await assignOrders(ports, claimed);
    if (!assigned) throw nothingWaiting(asked.carrier);
    ports.failPoint('pickup-2-assigned');
    return toContract(await bookWithCarrier(ports, assigned), 'scheduled');
  }
  throw beingBooked(asked.date);
}

/** Waits while the live pickup is being booked, changed or given up. @throws DomainError unresolved after a while */
async function untilSettled(ports: PickupsPorts, { accountId, carrier, date }: AskedPickup): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const live = await ports.store.findLive(accountId, carrier, date);
    if (!live || live.state === 'scheduled') return;
    await setTimeout(LOOK_EVERY_MS);
  }
  throw beingBooked(date);
}

async function claim(
  ports: PickupsPorts,
  { accountId, date, carrier, location, instructions, zone }: AskedPickup,
  orderIds: readonly number[],
  window: Window,
): Promise<HeldPickup | undefined> {
  return ports.store.claim(
    {
      pickupId: await ports.store.nextId(),
      ...{ accountId, zone, carrier, date, location, instructions, window },
      state: 'created',
      orderIds: orderIds.map(orderId),
      confirmationNumber: '',
      createdAt: ports.clock.now(),
    },
    requestDueAt(ports.clock),
  );
}

const nothingWaiting = (carrier: string) =>
  DomainError.text(
    'failed_precondition',
    `No printed ${carrierName(carrier)} labels are waiting for a pickup. Mark labels printed first.`,
  );

const beingBooked = (date: string) =>
  DomainError.text(
    'unresolved',
    `A pickup for ${date} is being booked or canceled by another call. Check list_pickups before you try again.`,
  );
