import type { SchedulePickupRequest, SchedulePickupResponse } from '@parcelyard/contracts/pickups';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { accountId } from '@parcelyard/service-kit/ids';
import { requirePlanFeature } from '@parcelyard/service-kit/require-plan-feature';
import { visibleStatus } from '../domain/pickup';
import { judgePickupDay } from '../domain/pickup-day';
import { optionalText, pickupCarrier, pickupDate, requiredText } from '../domain/pickup-request';
import type { PickupsPorts } from '../ports';
import { isInReach, pickupOutsideUs } from './check-availability';
import { confirmPickup } from './confirm-pickup';
import { eligibleOrders, forDriverOf, type PickupQuery, quotePickup } from './eligible-orders';

const MAX_LOCATION = 100;
const MAX_INSTRUCTIONS = 500;
/** Fields that may have several lines. */
const LINES = new Set(['instructions']);

/**
 * Without `confirm`, previews a pickup's orders and time. With `confirm`, books the pickup or adds orders to it. Both
 * run the same checks.
 */
export async function schedulePickup(
  ports: PickupsPorts,
  request: SchedulePickupRequest,
): Promise<SchedulePickupResponse> {
  const query = await checkedQuery(ports, request);
  if (request.confirm) {
    const { pickup, bookedBefore } = await confirmPickup(ports, query);
    return { outcome: { $case: 'pickup', pickup }, bookedBefore };
  }
  return { outcome: { $case: 'preview', preview: await preview(ports, query) } };
}

async function preview(ports: PickupsPorts, query: PickupQuery) {
  const { date, carrier, pickupAddress } = query;
  const live = await ports.store.findLive(query.accountId, carrier, date);
  const booked = live && visibleStatus(live.state) ? live : undefined;
  if (!booked && query.dayRefusal) throw query.dayRefusal;
  const eligible = await eligibleOrders(ports, query);
  const offered = booked
    ? { window: booked.window, orderIds: await forDriverOf(ports, booked, eligible.orderIds) }
    : await quotePickup(ports, query, eligible);
  const eligibleOrderIds = query.dayRefusal ? [] : [...offered.orderIds];
  return {
    eligibleOrderIds,
    packageCount: eligibleOrderIds.length,
    date,
    carrier,
    pickupAddress,
    window: offered.window,
    ofAnotherSeller: query.dayRefusal ? 0 : eligible.orderIds.length - eligibleOrderIds.length,
    ...(booked ? { scheduledPickupId: booked.pickupId } : {}),
  };
}

async function checkedQuery(ports: PickupsPorts, request: SchedulePickupRequest): Promise<PickupQuery> {
  const date = pickupDate(request.date);
  const given = cleanSavedText({ location: request.location, instructions: request.instructions }, LINES);
  const location = requiredText('location', given.location, MAX_LOCATION);
  const instructions = optionalText('instructions', given.instructions, MAX_INSTRUCTIONS);
  const carrier = pickupCarrier(request.carrier);
  const plan = await ports.billing.getFeatures({ accountId: request.accountId });
  requirePlanFeature(plan, 'carrierPickup', ports.serviceName);
  const settings = await ports.shipping.getSettings({ accountId: request.accountId });
  if (!isInReach(settings)) throw pickupOutsideUs();
  const { timeZone: zone = DEFAULT_TIME_ZONE } = request;
  const { refusal: dayRefusal } = judgePickupDay(date, ports.clock.now(), zone);
  return {
    accountId: accountId(request.accountId),
    date,
    location,
    instructions,
    carrier,
    zone,
    dayRefusal,
    pickupAddress: settings.shipFrom,
  };
}
