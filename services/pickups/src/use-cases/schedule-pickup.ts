import type { SchedulePickupRequest, SchedulePickupResponse } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId } from '@parcelyard/service-kit/ids';
import { visibleStatus } from '../domain/pickup';
import { pickupCarrier } from '../domain/pickup-carriers';
import { judgePickupDay } from '../domain/pickup-day';
import type { PickupsPorts } from '../ports';
import { NO_ZONE_REASON, zoneOf } from './check-availability';
import { confirmPickup } from './confirm-pickup';
import { type AskedPickup, eligibleOrders, quotedWindow } from './eligible-orders';
import { pickupDate } from './pickup-date';
import { requireCarrierPickup } from './require-carrier-pickup';

const LOCATION_MAX = 100;
const INSTRUCTIONS_MAX = 500;

/** Without confirm, what a pickup would collect and when. With it, books or adds. Both pass the same checks. */
export async function schedulePickup(
  ports: PickupsPorts,
  request: SchedulePickupRequest,
): Promise<SchedulePickupResponse> {
  const asked = await whatWasAsked(ports, request);
  if (request.confirm) {
    return { outcome: { $case: 'pickup', pickup: await confirmPickup(ports, asked) } };
  }
  return { outcome: { $case: 'preview', preview: await preview(ports, asked) } };
}

async function preview(ports: PickupsPorts, asked: AskedPickup) {
  const { date, carrier, pickupAddress } = asked;
  const live = await ports.store.findLive(asked.accountId, carrier, date);
  const booked = live && visibleStatus(live.state) ? live : undefined;
  if (!booked && asked.closed) throw asked.closed;
  const eligible = await eligibleOrders(ports, asked);
  const eligibleOrderIds = asked.closed ? [] : eligible.orderIds;
  return {
    ...{ eligibleOrderIds, packageCount: eligibleOrderIds.length, date, carrier, pickupAddress },
    window: booked?.window ?? (await quotedWindow(ports, asked, eligible)),
    ...(booked ? { scheduledPickupId: booked.pickupId } : {}),
  };
}

async function whatWasAsked(ports: PickupsPorts, request: SchedulePickupRequest): Promise<AskedPickup> {
  const date = pickupDate(request.date);
  const location = text('location', request.location, LOCATION_MAX);
  if (location === '') {
    throw DomainError.text('invalid_argument', 'location is required.', { field: 'location' });
  }
  const instructions = text('instructions', request.instructions, INSTRUCTIONS_MAX);
  const carrier = pickupCarrier(request.carrier);
  await requireCarrierPickup(ports, request.accountId);
  const settings = await ports.shipping.getSettings({ accountId: request.accountId });
  const zone = zoneOf(settings);
  if (!zone) throw DomainError.text('failed_precondition', NO_ZONE_REASON);
  const verdict = judgePickupDay(date, ports.clock.now(), zone);
  const asked = { accountId: accountId(request.accountId), date, location, instructions, carrier, zone };
  const closed = DomainError.text('failed_precondition', verdict.reason ?? '', { field: 'date' });
  return { ...asked, pickupAddress: settings.shipFrom, ...(verdict.open ? {} : { closed }) };
}

function text(name: string, given: string, max: number): string {
  const trimmed = given.trim();
  if (trimmed.length <= max) return trimmed;
  throw DomainError.text(
    'invalid_argument',
    `${name} must be at most ${max} characters; got ${trimmed.length}.`,
    { field: name },
  );
}
