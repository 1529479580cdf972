import fc from 'fast-check';
import {
  addDays,
  type CalendarDate,
  calendarDate,
  dayOfWeek,
  daysBetween,
  parseCalendarDate,
} from '../../src/calendar/calendar-date';

describe('days of the calendar', () => {
  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-1-5',
    '26-01-05',
    '2026-01-05T00:00',
    '',
    'tomorrow',
    '2025-02-29',
  ])('%j is no valid date', (text) => {
    expect(parseCalendarDate(text)).toBeUndefined();
  });

  it.each(['2026-02-28', '2024-02-29', '1999-12-31'])('%s is a valid date', (text) => {
    expect(parseCalendarDate(text)).toBe(text);
  });

  it.each([
    ['9999-12-31', 1, '9999-12-31'],
    ['9999-12-30', 1, '9999-12-31'],
    ['0000-01-01', -1, '0000-01-01'],
  ])('%s and %i days are %s: a year has four digits', (date, days, sum) => {
    expect(addDays(date as CalendarDate, days)).toBe(sum);
  });

  it('adding days and counting days are inverse, and weekdays repeat', () => {
    const anyDay = fc.integer({ min: 0, max: 200_000 }).map((n) => addDays(calendarDate(1900, 1, 1), n));
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5_000, max: 5_000 }), (date, days) => {
        const other = addDays(date, days);
        expect(daysBetween(date, other)).toBe(days);
        expect(dayOfWeek(other)).toBe((((dayOfWeek(date) + days) % 7) + 7) % 7);
        expect(parseCalendarDate(other)).toBe(other);
      }),
    );
  });
});
