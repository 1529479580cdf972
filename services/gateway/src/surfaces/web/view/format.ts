import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import { offsetAt } from '@parcelyard/service-kit/calendar/wall-clock';
import { zoneLetters } from '@parcelyard/service-kit/calendar/zone-letters';

// Formatters with a time zone, even UTC, fail when the machine's time zone database is damaged. So the months are
// listed here.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const monthName = (date: Date): string => MONTHS[date.getUTCMonth()] ?? '';
const shortMonth = (date: Date): string => monthName(date).slice(0, 3);

/** Formats a day that is stored as midnight UTC: `March 2, 2026`. */
export const formatDay = (date: Date): string =>
  `${monthName(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;

const shortDay = (day: Date): string => `${shortMonth(day)} ${day.getUTCDate()}, ${day.getUTCFullYear()}`;
const dayOf = (instant: Date, timeZone: string): Date => new Date(`${dayIn(instant, timeZone)}T00:00:00Z`);

/** Formats the day of an instant in a time zone: `March 2, 2026`. */
export const formatInstantDay = (instant: Date, timeZone: string): string =>
  formatDay(dayOf(instant, timeZone));

/** Formats the day of an instant in a time zone: `Mar 2, 2026`. */
export function formatShortDay(instant: Date, timeZone: string): string {
  return shortDay(dayOf(instant, timeZone));
}

/** Formats a date: `Mar 2, 2026` from `2026-03-02`. */
export const formatShortDate = (date: string): string => shortDay(new Date(`${date}T00:00:00Z`));

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Formats a date: `Monday, March 2, 2026` from `2026-03-02`. */
export function formatDate(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return `${WEEKDAYS[day.getUTCDay()]}, ${formatDay(day)}`;
}

/** Formats a day that is stored as midnight UTC: `Mar 2`. */
export const formatMonthDay = (day: Date): string => `${shortMonth(day)} ${day.getUTCDate()}`;

/** Formats the local time in a time zone: `Mar 2, 2026, 9:00 AM CST`. */
export function formatMoment(instant: Date, timeZone: string): string {
  const local = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone));
  const hour = local.getUTCHours();
  const minutes = String(local.getUTCMinutes()).padStart(2, '0');
  const clock = `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${shortMonth(local)} ${local.getUTCDate()}, ${local.getUTCFullYear()}, ${clock} ${zoneLetters(instant, timeZone)}`;
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats cents: `$1,204.50`. */
export const formatMoney = (cents: number): string => DOLLARS.format(cents / 100);

/** Formats cents with a sign, also for incoming money: `+$20.00`, `-$7.45`. */
export const formatChange = (cents: number): string => `${cents > 0 ? '+' : ''}${formatMoney(cents)}`;

/** Formats dollars, for charts: `$1,204.50`. */
export const formatDollars = (dollars: number): string => DOLLARS.format(dollars);

const COUNT = new Intl.NumberFormat('en-US');

/** Formats a number: `10,000`. */
export const formatCount = (count: number): string => COUNT.format(count);

const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** Formats a month: `Mar 2026` from `2026-03`. */
export const formatMonth = (month: string): string => `${shortMonth(firstOf(month))} ${month.slice(0, 4)}`;

/** Formats a month for narrow columns: `Mar ’26`. */
export const formatShortMonth = (month: string): string =>
  `${shortMonth(firstOf(month))} ’${month.slice(2, 4)}`;
