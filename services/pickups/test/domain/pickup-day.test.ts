import {
  addDays,
  type CalendarDate,
  dayOfWeek,
  parseCalendarDate,
} from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import fc from 'fast-check';
import { federalHoliday } from '../../src/domain/federal-holidays';
import { DAYS_AHEAD, judgePickupDay, nextOpenDay } from '../../src/domain/pickup-day';
import { worded } from '../support/refusal';

const ZONE = 'America/Chicago';
const day = (text: string) => parseCalendarDate(text) as CalendarDate;
const judge = (date: string, now: string) => judgePickupDay(day(date), new Date(now), ZONE);

describe('whether a pickup may be booked for a day', () => {
  // 2026-03-02 is a Monday. On that day Austin is six hours behind UTC.
  it('until 08:00 at the ship-from address, a pickup today is possible', () => {
    expect(judge('2026-03-02', '2026-03-02T13:59:59.999Z')).toEqual({
      open: true,
      cutoffAt: new Date('2026-03-02T14:00:00Z'),
    });
  });

  it('from 08:00, today is closed', () => {
    expect(judge('2026-03-02', '2026-03-02T14:00:00Z')).toMatchObject({
      open: false,
      refusal: { reason: 'pickup_cutoff_over', params: { date: '2026-03-02', time: '08:00' } },
      cutoffAt: new Date('2026-03-02T14:00:00Z'),
    });
  });

  it.each([
    ['2026-03-07', 'Carriers do not pick up on weekends; 2026-03-07 is a Saturday.'],
    ['2026-03-08', 'Carriers do not pick up on weekends; 2026-03-08 is a Sunday.'],
    ['2026-05-25', 'Carriers do not pick up on federal holidays; 2026-05-25 is Memorial Day.'],
    ['2026-07-03', 'Carriers do not pick up on federal holidays; 2026-07-03 is Independence Day (observed).'],
    ['2026-03-01', '2026-03-01 is in the past.'],
  ])('%s is closed: %s', (date, words) => {
    const { open, refusal } = judge(date, '2026-03-02T15:00:00Z');
    expect([open, refusal && worded(refusal)]).toEqual([false, words]);
  });

  it.each([
    ['23 hours', '2026-03-09', '2026-03-08T06:00:00Z', '2026-03-09T04:59:59Z', '2026-03-09T13:00:00Z'],
    ['25 hours', '2026-11-02', '2026-11-01T05:00:00Z', '2026-11-02T05:59:59Z', '2026-11-02T14:00:00Z'],
  ])(
    'on a Sunday of %s, Monday is the next open day from the first to the last second',
    (_, monday, first, last, cutoff) => {
      for (const now of [first, last]) {
        const sunday = dayIn(new Date(now), ZONE);
        expect([dayOfWeek(sunday), nextOpenDay(sunday, new Date(now), ZONE)]).toEqual([0, monday]);
        expect(judge(monday, now)).toEqual({ open: true, cutoffAt: new Date(cutoff) });
      }
      expect(judge(monday, cutoff).open).toBe(false);
    },
  );

  it('the ninetieth day ahead is open, and the first working day after it is closed', () => {
    expect(DAYS_AHEAD).toBe(90);
    expect(judge('2026-05-29', '2026-03-02T15:00:00Z').open).toBe(true);
    expect(judge('2026-06-01', '2026-03-02T15:00:00Z')).toMatchObject({
      open: false,
      refusal: { reason: 'pickup_day_too_far', params: { days: 90 } },
    });
  });

  it.each([
    ['2026-03-07', '2026-03-09'],
    ['2026-02-01', '2026-03-03'],
    ['2026-05-23', '2026-05-26'],
    ['2026-06-20', undefined],
  ])('after the cut-off of 2026-03-02, the next open day from %s on is %s', (from, expected) => {
    expect(nextOpenDay(day(from), new Date('2026-03-02T15:00:00Z'), ZONE)).toBe(expected);
  });

  it('weekends, holidays, past days and days after their cut-off are never open', () => {
    const instants = fc.date({
      min: new Date('2021-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: -10, max: 120 }), (now, offset) => {
        const today = dayIn(now, ZONE);
        const date = addDays(today, offset);
        const verdict = judgePickupDay(date, now, ZONE);
        if (!verdict.open) return verdict.refusal !== undefined;
        const working = ![0, 6].includes(dayOfWeek(date)) && !federalHoliday(date);
        return working && offset >= 0 && offset <= DAYS_AHEAD && now < (verdict.cutoffAt as Date);
      }),
    );
  });

  it('the next open day is open, and all days before it are closed', () => {
    const instants = fc.date({
      min: new Date('2021-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: -3, max: 80 }), (now, offset) => {
        const from = addDays(dayIn(now, ZONE), offset);
        const next = nextOpenDay(from, now, ZONE);
        if (!next) return false;
        for (let date = from; date < next; date = addDays(date, 1)) {
          if (judgePickupDay(date, now, ZONE).open) return false;
        }
        return judgePickupDay(next, now, ZONE).open;
      }),
    );
  });
});
