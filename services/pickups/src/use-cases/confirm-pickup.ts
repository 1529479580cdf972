import type { Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import { carrierName } from '@parcelyard/service-kit/carriers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { orderId } from '@parcelyard/service-kit/ids';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { PickupsPorts } from '../ports';
import { bookWithCarrier } from './book-with-carrier';
import {
  eligibleOrders,
  otherSellerNotes,
  type PickupQuery,
  type QuotedPickup,
  quotePickup,
} from './eligible-orders';
import { joinPickup } from './join-pickup';
import { assignOrders } from './pickup-orders';
import { createPollPause } from './poll-pause';
import { requestDueAt } from './retries';
import { toContract } from './to-contract';

/** How often a booking starts again because another call began or ended a pickup in the meantime. */
const MAX_ROUNDS = 20;

/**
 * Books a pickup: stores it, assigns the orders, asks the carrier. An account has at most one unfinished pickup per
 * carrier and date. If another call is already booking such a pickup, this call waits until that pickup is booked, and
 * then adds the orders to it.
 */
export async function confirmPickup(
  ports: PickupsPorts,
  query: PickupQuery,
): Promise<{ readonly pickup: PickupMessage; readonly bookedBefore: boolean }> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // The orders are read before the pickup. If another call books these orders for this day in between, the next line
    // finds its pickup.
    const eligible = await eligibleOrders(ports, query);
    const live = await ports.store.findLive(query.accountId, query.carrier, query.date);
    if (live?.state === 'scheduled') {
      const joined = await joinPickup(ports, live, query, eligible.orderIds);
      if (joined) return { pickup: joined, bookedBefore: true };
    }
    if (live) {
      await untilSettled(ports, query);
      continue;
    }
    if (query.dayRefusal) throw query.dayRefusal;
    const quote = await quotePickup(ports, query, eligible);
    if (quote.orderIds.length === 0) throw nothingWaiting(query.carrier);
    const claimed = await claim(ports, query, quote);
    if (!claimed) continue;
    ports.failPoint('pickup-1-claimed');
    const assigned = await assignOrders(ports, claimed);
    if (!assigned) throw nothingWaiting(query.carrier);
    ports.failPoint('pickup-2-assigned');
    const notes = otherSellerNotes(eligible.orderIds.length - quote.orderIds.length);
    const booked = await bookWithCarrier(ports, assigned);
    return { pickup: toContract(booked, 'scheduled', notes), bookedBefore: false };
  }
  throw bookingUnderWay(query.date);
}

/** Waits while another call books, changes or gives up the pickup. @throws DomainError unresolved on timeout */
async function untilSettled(ports: PickupsPorts, { accountId, carrier, date }: PickupQuery): Promise<void> {
  for (const pollPause = createPollPause(); await pollPause(); ) {
    const live = await ports.store.findLive(accountId, carrier, date);
    if (!live || live.state === 'scheduled') return;
  }
  throw bookingUnderWay(date);
}

async function claim(
  ports: PickupsPorts,
  { accountId, date, carrier, location, instructions, zone }: PickupQuery,
  { seller, window, orderIds }: QuotedPickup,
): Promise<LeasedPickup | undefined> {
  return ports.store.claim(
    {
      pickupId: await ports.store.nextId(),
      accountId,
      zone,
      seller,
      carrier,
      date,
      location,
      instructions,
      window,
      state: 'booking',
      orderIds: orderIds.map(orderId),
      requestedIds: orderIds.map(orderId),
      confirmationNumber: '',
      createdAt: ports.clock.now(),
    },
    requestDueAt(ports.clock),
  );
}

const nothingWaiting = (carrier: string) =>
  new DomainError('failed_precondition', 'nothing_to_pick_up', { carrier: carrierName(carrier) });

const bookingUnderWay = (date: string) => new DomainError('unresolved', 'pickup_being_booked', { date });
