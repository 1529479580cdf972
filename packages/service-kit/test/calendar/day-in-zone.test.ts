import fc from 'fast-check';
import { addDays, type CalendarDate, calendarDate } from '../../src/calendar/calendar-date';
import { dayIn, instantAt, startOfDay } from '../../src/calendar/day-in-zone';
import { timeZoneNames } from '../../src/calendar/time-zone';

const HOUR_MS = 3_600_000;
const spanOfDay = (date: CalendarDate, zone: string) => ({
  from: startOfDay(date, zone),
  to: startOfDay(addDays(date, 1), zone),
});
const hoursOf = (date: string, zone: string) => {
  const { from, to } = spanOfDay(dateOf(date), zone);
  return (to.getTime() - from.getTime()) / HOUR_MS;
};
const dateOf = (text: string) => {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  return calendarDate(year, month, day);
};

describe('days of a time zone', () => {
  it.each([
    ['an ordinary day', '2026-07-15', 'America/Chicago', 24],
    ['the day on which summer time begins', '2026-03-08', 'America/Chicago', 23],
    ['the day on which summer time ends', '2026-11-01', 'America/Chicago', 25],
    ['a change of half an hour', '2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['a change that skips midnight', '2026-09-06', 'America/Santiago', 23],
    ['a change that sets the clock back past midnight', '2026-04-04', 'America/Santiago', 25],
    ['the day that Samoa skipped', '2011-12-30', 'Pacific/Apia', 0],
  ])('%s has the right number of hours', (_, date, zone, hours) => {
    expect(hoursOf(date, zone)).toBe(hours);
  });

  it('a Thursday evening in Austin is Thursday, although it is Friday in UTC', () => {
    expect(dayIn(new Date('2026-11-27T04:30:00Z'), 'America/Chicago')).toBe('2026-11-26');
    expect(startOfDay(dateOf('2026-11-26'), 'America/Chicago')).toEqual(new Date('2026-11-26T06:00:00Z'));
  });

  const anyZone = fc.constantFrom(...timeZoneNames(), 'UTC');
  const anyInstant = fc.date({
    min: new Date('1970-01-03T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  });

  it('each instant is in exactly one day, in every zone', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (instant, zone) => {
        const day = dayIn(instant, zone);
        const holding = [-2, -1, 0, 1, 2]
          .map((days) => addDays(day, days))
          .filter((date) => {
            const { from, to } = spanOfDay(date, zone);
            return from <= instant && instant < to;
          });
        expect(holding).toEqual([day]);
      }),
      { numRuns: 300 },
    );
  });

  it('days have no gaps, and days around a clock change are 20 to 28 hours long', () => {
    const anyDay = fc.integer({ min: 0, max: 22_000 }).map((days) => addDays(calendarDate(2012, 1, 2), days));
    fc.assert(
      fc.property(anyDay, anyZone, (date, zone) => {
        const { from, to } = spanOfDay(date, zone);
        const next = spanOfDay(addDays(date, 1), zone);
        expect(next.from).toEqual(to);
        const hours = (to.getTime() - from.getTime()) / HOUR_MS;
        expect(hours).toBeGreaterThanOrEqual(20);
        expect(hours).toBeLessThanOrEqual(28);
        expect(dayIn(from, zone)).toBe(date);
        expect(dayIn(new Date(to.getTime() - 1), zone)).toBe(date);
      }),
      { numRuns: 300 },
    );
  });

  it('an unknown zone counts as UTC without an error', () => {
    const instant = new Date('2026-03-08T23:30:00Z');
    expect(dayIn(instant, 'Mars/Olympus')).toBe('2026-03-08');
    expect(startOfDay(dateOf('2026-03-08'), 'Mars/Olympus')).toEqual(new Date('2026-03-08T00:00:00Z'));
  });
});

describe('wall-clock time in a time zone', () => {
  it.each([
    ['2026-01-15', 'America/Chicago', '2026-01-15T14:00:00.000Z'],
    ['2026-07-15', 'America/Chicago', '2026-07-15T13:00:00.000Z'],
    ['2026-07-15', 'America/Phoenix', '2026-07-15T15:00:00.000Z'],
    // The Sundays on which the clocks change, in both directions.
    ['2026-03-08', 'America/New_York', '2026-03-08T12:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T13:00:00.000Z'],
    ['2026-12-15', 'Pacific/Guam', '2026-12-14T22:00:00.000Z'],
  ])('08:00 on %s in %s is %s', (date, zone, instant) => {
    expect(instantAt(dateOf(date), '08:00', zone).toISOString()).toBe(instant);
  });

  it('a time in the morning is on its own day, in every zone and on every day', () => {
    const anyDay = fc.integer({ min: 0, max: 7_000 }).map((days) => addDays(calendarDate(2020, 1, 1), days));
    const zones = [
      'America/New_York',
      'America/Denver',
      'Pacific/Honolulu',
      'Pacific/Guam',
      'America/Anchorage',
    ];
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...zones), (date, zone) => {
        expect(dayIn(instantAt(date, '08:00', zone), zone)).toBe(date);
      }),
    );
  });
});
