import { addDays, type CalendarDate, dayOfWeek, daysBetween } from './calendar-date';
import { federalHoliday } from './federal-holidays';
import { instantAt, localDate } from './zoned-time';

/** Wall-clock time at the ship-from address, on the day of the pickup, until which a pickup may be booked for it. */
const CUTOFF_TIME = '08:00';
/** How many days ahead of today a pickup may be booked. */
export const DAYS_AHEAD = 90;

export interface DayVerdict {
  open: boolean;
  /** A sentence; present when the day is not open. */
  reason?: string;
  /** Present for days that drivers work. */
  cutoffAt?: Date;
}

const WEEKEND: Readonly<Record<number, string>> = { 0: 'Sunday', 6: 'Saturday' };

/** Whether a pickup may be booked now for a day, by the calendar alone. `zone` is the ship-from address's time zone. */
export function judgePickupDay(date: CalendarDate, now: Date, zone: string): DayVerdict {
  const closed = closedReason(date);
  const today = localDate(now, zone);
  if (date < today) return { open: false, reason: `${date} is in the past.` };
  if (closed) return { open: false, reason: closed };
  const cutoffAt = instantAt(date, CUTOFF_TIME, zone);
  if (now >= cutoffAt) {
    return {
      open: false,
      reason: `The cut-off for a pickup on ${date} was ${CUTOFF_TIME} that day.`,
      cutoffAt,
    };
  }
  if (daysBetween(today, date) > DAYS_AHEAD) {
    return { open: false, reason: `Pickups can be booked at most ${DAYS_AHEAD} days ahead.`, cutoffAt };
  }
  return { open: true, cutoffAt };
}

/** The first day from `date` on (never before today) that is open; undefined when none is within the days ahead. */
export function nextOpenDay(date: CalendarDate, now: Date, zone: string): CalendarDate | undefined {
  const today = localDate(now, zone);
  const last = addDays(today, DAYS_AHEAD);
  for (let day = date < today ? today : date; day <= last; day = addDays(day, 1)) {
    if (judgePickupDay(day, now, zone).open) return day;
  }
  return undefined;
}

function closedReason(date: CalendarDate): string | undefined {
  const weekend = WEEKEND[dayOfWeek(date)];
  if (weekend) return `Carriers do not pick up on weekends; ${date} is a ${weekend}.`;
  const holiday = federalHoliday(date);
  if (!holiday) return undefined;
  return `Carriers do not pick up on federal holidays; ${date} is ${holiday.name}${holiday.observed ? ' (observed)' : ''}.`;
}
