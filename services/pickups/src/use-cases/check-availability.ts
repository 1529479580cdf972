import type { Availability, CheckAvailabilityRequest } from '@parcelyard/contracts/pickups';
import type { ShippingSettings } from '@parcelyard/contracts/shipping';
import { addDays } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { zoneOfAddress } from '@parcelyard/service-kit/calendar/zone-of-address';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import { accountId } from '@parcelyard/service-kit/ids';
import { visibleStatus } from '../domain/pickup';
import { judgePickupDay, nextOpenDay } from '../domain/pickup-day';
import { pickupCarrier, pickupDate } from '../domain/pickup-request';
import type { PickupsPorts } from '../ports';

export const pickupOutsideUs = () => new DomainError('failed_precondition', 'pickup_outside_us', {});

/** Checks if a pickup is possible on a day: first the calendar, then the carrier. Changes nothing. */
export async function checkAvailability(
  ports: PickupsPorts,
  request: CheckAvailabilityRequest,
): Promise<Availability> {
  const date = pickupDate(request.date);
  const carrier = pickupCarrier(request.carrier);
  const settings = await ports.shipping.getSettings({ accountId: request.accountId });
  const booked = await ports.store.findLive(accountId(request.accountId), carrier, date);
  const known = {
    date,
    pickupAddress: settings.shipFrom,
    ...(booked && visibleStatus(booked.state) ? { scheduledPickupId: booked.pickupId } : {}),
  };
  if (!isInReach(settings)) return { ...known, available: false, refusal: toFailure(pickupOutsideUs()) };

  const { timeZone: zone = DEFAULT_TIME_ZONE } = request;
  const now = ports.clock.now();
  const verdict = judgePickupDay(date, now, zone);
  const cutoff = verdict.cutoffAt ? { cutoffAt: verdict.cutoffAt } : {};
  const refused = (error: DomainError): Availability => {
    // If no later day can be booked yet, `next` is the first open day from today on.
    const next = nextOpenDay(addDays(date, 1), now, zone) ?? nextOpenDay(dayIn(now, zone), now, zone);
    const refusal = toFailure(error);
    return { ...known, available: false, refusal, ...cutoff, ...(next ? { nextAvailableDate: next } : {}) };
  };
  if (verdict.refusal) return refused(verdict.refusal);
  const quote = await ports.shipping.quotePickup({
    accountId: request.accountId,
    carrier,
    date,
    references: [],
    orderIds: [],
  });
  if (!quote.available) return refused(new DomainError('carrier_refused', 'text', { text: quote.reason }));
  return {
    ...known,
    available: true,
    window: { start: quote.windowStart, end: quote.windowEnd },
    ...cutoff,
  };
}

/** True when the ship-from address is in the United States. Carriers offer pickups only there. */
export const isInReach = ({ shipFrom }: ShippingSettings): boolean =>
  shipFrom !== undefined && zoneOfAddress(shipFrom) !== undefined;
