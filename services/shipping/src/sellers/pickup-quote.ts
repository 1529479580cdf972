import { isFederalHoliday, weekday } from '../domain/rating/delivery-calendar';
import { CarrierRefused } from './carrier-errors';
import type { CarrierDeclaration, PickupQuote } from './carrier-port';
import type { KnownCarrier } from './known-carriers';

/**
 * Returns whether the carrier collects parcels on the date. This depends on the day of the week and the federal
 * holidays.
 * @param refusal why this carrier never collects parcels; absent when it does
 */
export function pickupQuote(
  { name, pickup: { window, weekdays } }: Pick<CarrierDeclaration, 'name' | 'pickup'>,
  date: string,
  refusal?: string,
): PickupQuote {
  const refuse = (reason: string) => ({ available: false, window, reason }) as const;
  if (!weekdays.includes(weekday(date))) return refuse(`${name} does not pick up on ${date}.`);
  if (refusal !== undefined) return refuse(refusal);
  if (isFederalHoliday(date)) return refuse(`${name} does not pick up on the federal holiday ${date}.`);
  return { available: true, window };
}

type Charging = Pick<KnownCarrier, 'name' | 'chargesForPickup'>;

const charge = ({ name, chargesForPickup }: Charging): string | undefined =>
  chargesForPickup ? `${name} charges for a pickup, and only free ones are booked.` : undefined;

/**
 * Does the same as `pickupQuote`, for carriers outside the sandbox. A carrier that charges for pickups is refused,
 * because only free pickups are booked.
 */
export const freePickupQuote = (
  carrier: Charging & Pick<CarrierDeclaration, 'pickup'>,
  date: string,
): PickupQuote => pickupQuote(carrier, date, charge(carrier));

/** Called before a pickup is booked. @throws CarrierRefused when the carrier charges for pickups */
export function requireFreePickup(carrier: Charging & Pick<KnownCarrier, 'code'>): void {
  const refusal = charge(carrier);
  if (refusal !== undefined) throw new CarrierRefused(carrier.code, 'pickup_not_free', refusal);
}
