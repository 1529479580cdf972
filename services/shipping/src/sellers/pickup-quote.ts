import { isFederalHoliday, weekday } from '../domain/rating/delivery-calendar';
import type { CarrierDeclaration, PickupQuote } from './carrier-port';

/**
 * Whether the carrier collects on the date, by its weekdays and the federal holidays.
 * @param refusal why no pickup of this carrier is booked on any day
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
