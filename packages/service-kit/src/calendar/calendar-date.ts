declare const brand: unique symbol;

/** A calendar day, `YYYY-MM-DD`, without a time zone. The strings sort by day. */
export type CalendarDate = string & { readonly [brand]: 'CalendarDate' };

const DAY_MS = 86_400_000;
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T00:00:00Z');
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Parses a day. Returns undefined for a text that is not a calendar day, such as 2026-02-30. */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  if (!WRITTEN.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || fromTime(time) !== text ? undefined : (text as CalendarDate);
}

export function calendarDate(year: number, month: number, day: number): CalendarDate {
  return fromTime(Date.UTC(year, month - 1, day));
}

/** Adds days; the result is not before 0000-01-01 and not after 9999-12-31, because a year has four digits. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromTime(Math.min(Math.max(toTime(date) + days * DAY_MS, FIRST), LAST));
}

/** Returns days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (toTime(to) - toTime(from)) / DAY_MS;
}

/** Returns the day of the week; 0 is Sunday. */
export function dayOfWeek(date: CalendarDate): number {
  return new Date(toTime(date)).getUTCDay();
}

export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

const toTime = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);
const fromTime = (time: number): CalendarDate => new Date(time).toISOString().slice(0, 10) as CalendarDate;
