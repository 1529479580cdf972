import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type CalendarDate, parseCalendarDate } from '../domain/calendar-date';

/** @throws DomainError invalid_argument for anything but a day of the calendar */
export function pickupDate(given: string): CalendarDate {
  if (given === '') throw DomainError.text('invalid_argument', 'date is required.', { field: 'date' });
  const date = parseCalendarDate(given);
  if (date) return date;
  throw DomainError.text(
    'invalid_argument',
    `date must be a calendar date written YYYY-MM-DD; got ${JSON.stringify(given)}.`,
    { field: 'date' },
  );
}
