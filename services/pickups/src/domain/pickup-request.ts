import { type CalendarDate, parseCalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { CARRIER_CODES } from '@parcelyard/service-kit/carriers';
import { DomainError } from '@parcelyard/service-kit/domain-error';

const DEFAULT_CARRIER = 'usps';

/**
 * Returns the carrier's code; `usps` when `given` is empty.
 * @throws DomainError invalid_argument for a carrier that is not offered
 */
export function pickupCarrier(given: string): string {
  const code = given === '' ? DEFAULT_CARRIER : given.trim().toLowerCase();
  if (CARRIER_CODES.includes(code)) return code;
  const params = { allowed: [...CARRIER_CODES], got: given };
  throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'carrier' });
}

/** @throws DomainError invalid_argument unless `given` is a calendar date */
export function pickupDate(given: string): CalendarDate {
  const date = parseCalendarDate(given);
  if (date) return date;
  if (given === '') throw required('date');
  throw new DomainError('invalid_argument', 'pickup_date_invalid', { got: given }, { field: 'date' });
}

/** @throws DomainError invalid_argument unless `given` has 1 to `max` characters */
export function requiredText(field: string, given: string, max: number): string {
  const text = optionalText(field, given, max);
  if (text === '') throw required(field);
  return text;
}

/** @throws DomainError invalid_argument when `given` has more than `max` characters */
export function optionalText(field: string, given: string, max: number): string {
  const text = given.trim();
  if (text.length <= max) return text;
  throw new DomainError('invalid_argument', 'pickup_text_too_long', { max, length: text.length }, { field });
}

const required = (field: string) => new DomainError('invalid_argument', 'field_required', {}, { field });
