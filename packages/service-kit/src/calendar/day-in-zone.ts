import { BoundedMap } from '../bounded-map';
import { addDays, type CalendarDate } from './calendar-date';
import { offsetAt } from './wall-clock';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The clock in a time zone is at most 14 hours ahead of UTC and 12 hours behind. Both limits are one hour larger, to be
 * safe.
 */
const LONGEST_AHEAD_MS = 15 * HOUR_MS;
const LONGEST_BEHIND_MS = 13 * HOUR_MS;

/**
 * Returns the day of an instant in a time zone (IANA name). A day begins when the zone's calendar first shows it, and
 * ends when the next day begins. So every instant is in exactly one day, even when a clock is set back over midnight.
 */
export function dayIn(instant: Date, zone: string): CalendarDate {
  const time = instant.getTime();
  const starts = startsAround(Math.floor(time / DAY_MS), zone);
  for (let place = starts.length - 1; place > 0; place--) {
    const { date, start } = starts[place] as DayStart;
    // A zone may skip a day, such as Samoa in 2011. Two days of this list then begin at the same time, and the later
    // one is returned.
    if (time >= start) return date;
  }
  return (starts[0] as DayStart).date;
}

/** Returns the first instant of a day. For a day that the zone skipped, returns the first instant of the next day. */
export function startOfDay(date: CalendarDate, zone: string): Date {
  return new Date(startTime(date, zone));
}

/**
 * Returns the instant when a clock in the zone shows `HH:MM` on that day. For a time that the clock skips or shows
 * twice, returns one of two instants: by the zone's offset before the change of the clock, or by the offset after it.
 */
export function instantAt(date: CalendarDate, time: string, zone: string): Date {
  const local = Date.parse(`${date}T${time}:00Z`);
  // The first look-up uses the local time as if it were UTC. The second look-up corrects the result when the offset
  // changes between these two times.
  const first = local - offsetAt(local, zone);
  return new Date(local - offsetAt(first, zone));
}

interface DayStart {
  readonly date: CalendarDate;
  readonly start: number;
}

/**
 * Number of cached days. Reports look up many instants within few days. This is enough for eleven years of one zone.
 */
const KEPT_DAYS = 4_096;
const kept = new BoundedMap<string, readonly DayStart[]>(KEPT_DAYS);

/**
 * Returns the days of a zone that may overlap a UTC day, and the day before them. Each has the time at which it begins.
 */
function startsAround(utcDay: number, zone: string): readonly DayStart[] {
  const key = `${zone} ${utcDay}`;
  const known = kept.get(key);
  if (known) return known;
  const day = new Date(utcDay * DAY_MS).toISOString().slice(0, 10) as CalendarDate;
  const starts = [-2, -1, 0, 1].map((days) => {
    const date = addDays(day, days);
    return { date, start: startTime(date, zone) };
  });
  kept.set(key, starts);
  return starts;
}

function startTime(date: CalendarDate, zone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const early = midnight - LONGEST_AHEAD_MS;
  const late = midnight + LONGEST_BEHIND_MS;
  const before = offsetAt(early, zone);
  const after = offsetAt(late, zone);
  if (before === after) return midnight - before;
  const change = changeBetween(early, late, zone);
  if (midnight - before < change) return midnight - before;
  // If the change of the clock skips midnight, the day begins at the change.
  return Math.max(change, midnight - after);
}

/**
 * Returns the instant at which the zone's offset changes. The offset must change exactly once between `early` and
 * `late`.
 */
function changeBetween(early: number, late: number, zone: string): number {
  const before = offsetAt(early, zone);
  let [low, high] = [early, late];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}
