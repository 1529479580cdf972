import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import {
  addDays,
  type CalendarDate,
  dayOfWeek,
  daysBetween,
} from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn, instantAt } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { federalHoliday } from './federal-holidays';

/** Bookings for a day close at this time of that day, in the account's time zone. */
const CUTOFF_TIME = '08:00';
/** How many days ahead of today a pickup may be booked. */
export const DAYS_AHEAD = 90;

export interface DayVerdict {
  open: boolean;
  refusal?: DomainError;
  /** The time at which bookings for the day close. Set only for days on which drivers work. */
  cutoffAt?: Date;
}

const WEEKEND: Readonly<Record<number, string>> = { 0: 'Sunday', 6: 'Saturday' };

/** Checks by the calendar alone, without the carrier, if a pickup on this day can be booked now. */
export function judgePickupDay(date: CalendarDate, now: Date, zone: string): DayVerdict {
  const today = dayIn(now, zone);
  if (date < today) return { open: false, refusal: refused('pickup_day_past', { date }) };
  const closed = refusesHoliday(date);
  if (closed) return { open: false, refusal: closed };
  const cutoffAt = instantAt(date, CUTOFF_TIME, zone);
  if (now >= cutoffAt) {
    const refusal = refused('pickup_cutoff_over', { date, time: CUTOFF_TIME });
    return { open: false, refusal, cutoffAt };
  }
  if (daysBetween(today, date) <= DAYS_AHEAD) return { open: true, cutoffAt };
  return { open: false, refusal: refused('pickup_day_too_far', { days: DAYS_AHEAD }), cutoffAt };
}

/**
 * Returns the first open day on or after `date`, never before today; undefined when no day within DAYS_AHEAD is open.
 */
export function nextOpenDay(date: CalendarDate, now: Date, zone: string): CalendarDate | undefined {
  const today = dayIn(now, zone);
  const last = addDays(today, DAYS_AHEAD);
  for (let day = date < today ? today : date; day <= last; day = addDays(day, 1)) {
    if (judgePickupDay(day, now, zone).open) return day;
  }
  return undefined;
}

function refusesHoliday(date: CalendarDate): DomainError | undefined {
  const weekday = WEEKEND[dayOfWeek(date)];
  if (weekday) return refused('pickup_day_weekend', { date, weekday });
  const holiday = federalHoliday(date);
  return (
    holiday && refused('pickup_day_holiday', { date, holiday: holiday.name, observed: holiday.observed })
  );
}

const refused = <R extends Reason>(reason: R, params: ReasonParams<R>): DomainError =>
  new DomainError<Reason>('failed_precondition', reason, params, { field: 'date' });
