import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';

// Written out, because every time zone formatter (even for UTC) fails when the time zone database is damaged.
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

/** `March 2, 2026`, in UTC. */
export const formatDay = (date: Date): string =>
  `${monthName(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;

/** `Mar 2, 2026`: the day in a time zone. */
export function formatShortDay(date: Date, timeZone = 'UTC'): string {
  const day = new Date(`${dayIn(date, timeZone)}T00:00:00Z`);
  return `${shortMonth(day)} ${day.getUTCDate()}, ${day.getUTCFullYear()}`;
}

/** `Mar 2`; the day is midnight UTC. */
export const formatMonthDay = (day: Date): string => `${shortMonth(day)} ${day.getUTCDate()}`;

/** `Mar 2, 2026, 3:00 PM UTC`. */
export function formatMoment(date: Date): string {
  const hour = date.getUTCHours();
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${formatShortDay(date)}, ${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'} UTC`;
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,204.50` from cents. */
export const formatMoney = (cents: number): string => DOLLARS.format(cents / 100);

/** The same with a sign, for incoming money too: `+$20.00`, `-$7.45`. */
export const formatChange = (cents: number): string => `${cents > 0 ? '+' : ''}${formatMoney(cents)}`;

/** `$1,204.50` from dollars, for charts. */
export const formatDollars = (dollars: number): string => DOLLARS.format(dollars);

const COUNT = new Intl.NumberFormat('en-US');

/** `10,000`. */
export const formatCount = (count: number): string => COUNT.format(count);

const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** `Mar 2026` from `2026-03`. */
export const formatMonth = (month: string): string => `${shortMonth(firstOf(month))} ${month.slice(0, 4)}`;

/** `Mar ’26`, for narrow places. */
export const formatShortMonth = (month: string): string =>
  `${shortMonth(firstOf(month))} ’${month.slice(2, 4)}`;
