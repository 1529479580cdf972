import type { SchedulePickupRequest, SchedulePickupResponse } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId, orderId } from '@parcelyard/service-kit/ids';
import type { Pickup } from '../domain/pickup';
import { carrierName, pickupCarrier } from '../domain/pickup-carriers';
import { judgePickupDay } from '../domain/pickup-day';
import type { PickupsPorts } from '../ports';
import { assignOrders } from './assign-orders';
import { bookWithCarrier } from './book-with-carrier';
import { NO_ZONE_REASON, zoneOf } from './check-availability';
import { pickupDate } from './pickup-date';
import { requireCarrierPickup } from './require-carrier-pickup';
import { requestDueAt } from './settle-times';
import { toContract } from './to-contract';

/** One driver's stop; the oldest go first and the rest may be booked with a second pickup. */
const MAX_ORDERS = 500;
const LOCATION_MAX = 100;
const INSTRUCTIONS_MAX = 500;

/**
 * Without confirm, what a pickup would collect and when. With it, books: the row is claimed, the orders assigned, the
 * carrier asked. Preview and confirm pass the same checks.
 */
export async function schedulePickup(
  ports: PickupsPorts,
  request: SchedulePickupRequest,
): Promise<SchedulePickupResponse> {
  const asked = await whatWasAsked(ports, request);
  const { date, carrier } = asked;
  const { orderIds, window } = await readyOrders(ports, request.accountId, carrier, date);
  if (!request.confirm) {
    return {
      outcome: {
        $case: 'preview',
        preview: { eligibleOrderIds: orderIds, packageCount: orderIds.length, window, date, carrier },
      },
    };
  }
  if (orderIds.length === 0) throw nothingWaiting(carrier);

  const pickup: Pickup = {
    pickupId: await ports.store.nextId(),
    accountId: accountId(request.accountId),
    state: 'created',
    zone: asked.zone,
    carrier,
    date,
    location: asked.location,
    instructions: asked.instructions,
    orderIds: orderIds.map(orderId),
    window,
    confirmationNumber: '',
    createdAt: ports.clock.now(),
  };
  const claimed = await ports.store.insert(pickup, requestDueAt(ports.clock));
  ports.failPoint('pickup-1-claimed');
  const assigned = await assignOrders(ports, claimed);
  if (!assigned) throw nothingWaiting(carrier);
  ports.failPoint('pickup-2-assigned');
  const scheduled = await bookWithCarrier(ports, assigned);
  return { outcome: { $case: 'pickup', pickup: toContract(scheduled, 'scheduled') } };
}

async function whatWasAsked(ports: PickupsPorts, request: SchedulePickupRequest) {
  const date = pickupDate(request.date);
  const location = text('location', request.location, LOCATION_MAX);
  if (location === '') {
    throw new DomainError('invalid_argument', 'location is required.', { field: 'location' });
  }
  const instructions = text('instructions', request.instructions, INSTRUCTIONS_MAX);
  const carrier = pickupCarrier(request.carrier);
  await requireCarrierPickup(ports, request.accountId);
  const zone = zoneOf(await ports.shipping.getSettings({ accountId: request.accountId }));
  if (!zone) throw new DomainError('failed_precondition', NO_ZONE_REASON);
  const verdict = judgePickupDay(date, ports.clock.now(), zone);
  if (!verdict.open) throw new DomainError('failed_precondition', verdict.reason ?? '', { field: 'date' });
  return { date, location, instructions, carrier, zone };
}

async function readyOrders(ports: PickupsPorts, account: number, carrier: string, date: string) {
  const { orders, references } = await ports.orders.listPickupEligible({ accountId: account, carrier });
  const quote = await ports.shipping.quotePickup({ accountId: account, carrier, date, references });
  if (!quote.available) throw new DomainError('carrier_refused', quote.reason);
  return {
    orderIds: orders.slice(0, MAX_ORDERS).map((order) => order.orderId),
    window: { start: quote.windowStart, end: quote.windowEnd },
  };
}

function text(name: string, given: string, max: number): string {
  const trimmed = given.trim();
  if (trimmed.length <= max) return trimmed;
  throw new DomainError(
    'invalid_argument',
    `${name} must be at most ${max} characters; got ${trimmed.length}.`,
    {
      field: name,
    },
  );
}

function nothingWaiting(carrier: string): DomainError {
  return new DomainError(
    'failed_precondition',
    `No printed ${carrierName(carrier)} labels are waiting for a pickup. Mark labels printed first.`,
  );
}
