import {
  addDays,
  type CalendarDate,
  calendarDate,
  dayOfWeek,
  yearOf,
} from '@parcelyard/service-kit/calendar/calendar-date';

export interface FederalHoliday {
  name: string;
  /** True when this day is off because the holiday itself falls on a weekend. */
  observed: boolean;
}

const MONDAY = 1;
const THURSDAY = 4;

/** Returns the holidays of one year on their legal dates (5 U.S.C. 6103). */
function holidaysOf(year: number): readonly (readonly [string, CalendarDate])[] {
  const holidays: (readonly [string, CalendarDate])[] = [
    ["New Year's Day", calendarDate(year, 1, 1)],
    ['Birthday of Martin Luther King, Jr.', nthWeekday(year, 1, MONDAY, 3)],
    ["Washington's Birthday", nthWeekday(year, 2, MONDAY, 3)],
    ['Memorial Day', lastWeekday(year, 5, MONDAY)],
    ['Independence Day', calendarDate(year, 7, 4)],
    ['Labor Day', nthWeekday(year, 9, MONDAY, 1)],
    ['Columbus Day', nthWeekday(year, 10, MONDAY, 2)],
    ['Veterans Day', calendarDate(year, 11, 11)],
    ['Thanksgiving Day', nthWeekday(year, 11, THURSDAY, 4)],
    ['Christmas Day', calendarDate(year, 12, 25)],
  ];
  if (year >= 2021) holidays.push(['Juneteenth National Independence Day', calendarDate(year, 6, 19)]);
  return holidays;
}

/**
 * Returns the federal holiday on this day. For a holiday on a Saturday, the day off is Friday; for a holiday on a
 * Sunday, it is Monday.
 */
export function federalHoliday(date: CalendarDate): FederalHoliday | undefined {
  // 31 December may be the observed New Year's Day of the next year.
  for (const year of [yearOf(date), yearOf(date) + 1]) {
    for (const [name, day] of holidaysOf(year)) {
      if (day === date) return { name, observed: false };
      if (observedDay(day) === date) return { name, observed: true };
    }
  }
  return undefined;
}

function observedDay(holiday: CalendarDate): CalendarDate {
  const weekday = dayOfWeek(holiday);
  if (weekday === 6) return addDays(holiday, -1);
  return weekday === 0 ? addDays(holiday, 1) : holiday;
}

function nthWeekday(year: number, month: number, weekday: number, n: number): CalendarDate {
  const first = calendarDate(year, month, 1);
  return addDays(first, ((weekday - dayOfWeek(first) + 7) % 7) + (n - 1) * 7);
}

function lastWeekday(year: number, month: number, weekday: number): CalendarDate {
  const last = addDays(calendarDate(year, month + 1, 1), -1);
  return addDays(last, -((dayOfWeek(last) - weekday + 7) % 7));
}
