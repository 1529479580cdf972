/** A day without a time: YYYY-MM-DD. */
export type CalendarDate = string;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const weekday = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the date at a longitude. One hour for each 15 degrees is exact enough for a ship date. */
export const localDate = (instant: Date, longitude: number): CalendarDate =>
  new Date(instant.getTime() + Math.round(longitude / 15) * HOUR_MS).toISOString().slice(0, 10);

/** False on Sundays and federal holidays, and on Saturdays if the carrier does not work then. */
export const isDeliveryDay = (date: CalendarDate, saturdays: boolean): boolean => {
  const day = weekday(date);
  return day !== 0 && (saturdays || day !== 6) && !isFederalHoliday(date);
};

/**
 * Returns the date after this many delivery days. From a Sunday or holiday, the count begins on the next delivery day.
 */
export function deliveryDate(shipDate: CalendarDate, days: number, saturdays: boolean): CalendarDate {
  let date = shipDate;
  while (!isDeliveryDay(date, true)) date = addDays(date, 1);
  for (let left = days; left > 0; ) {
    date = addDays(date, 1);
    if (isDeliveryDay(date, saturdays)) left -= 1;
  }
  return date;
}

/**
 * Returns whether the date is a day off for a US federal holiday. For a holiday on a Saturday, the day off is the
 * Friday before; for a holiday on a Sunday, the Monday after.
 */
export function isFederalHoliday(date: CalendarDate): boolean {
  const year = Number(date.slice(0, 4));
  // The day off for New Year's Day can be 31 December of the year before.
  return federalHolidays(year).has(date) || (date.endsWith('-12-31') && federalHolidays(year + 1).has(date));
}

const holidaysByYear = new Map<number, ReadonlySet<CalendarDate>>();

// The holidays of a year are cached, because each estimate checks several days.
function federalHolidays(year: number): ReadonlySet<CalendarDate> {
  const known = holidaysByYear.get(year) ?? new Set(holidaysOf(year));
  holidaysByYear.set(year, known);
  return known;
}

function holidaysOf(year: number): CalendarDate[] {
  const fixed = ['01-01', '06-19', '07-04', '11-11', '12-25'].map((day) => observed(`${year}-${day}`));
  const floating = [
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    nthWeekday(year, 11, 4, 4),
    lastMondayOfMay(year),
  ];
  return [...fixed, ...floating];
}

const observed = (date: CalendarDate): CalendarDate => {
  const day = weekday(date);
  if (day === 6) return addDays(date, -1);
  return day === 0 ? addDays(date, 1) : date;
};

function nthWeekday(year: number, month: number, day: number, nth: number): CalendarDate {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  return addDays(first, ((day - weekday(first) + 7) % 7) + (nth - 1) * 7);
}

function lastMondayOfMay(year: number): CalendarDate {
  const last = `${year}-05-31`;
  return addDays(last, -((weekday(last) + 6) % 7));
}
