import {
  addDays,
  type CalendarDate,
  dayOfWeek,
  parseCalendarDate,
} from '@parcelyard/service-kit/calendar/calendar-date';
import fc from 'fast-check';
import { federalHoliday } from '../../src/domain/federal-holidays';

const day = (text: string): CalendarDate => {
  const date = parseCalendarDate(text);
  if (!date) throw new Error(`${text} is no day`);
  return date;
};

describe('federal holidays', () => {
  // The dates that the Office of Personnel Management publishes.
  it.each([
    ['2026-01-01', "New Year's Day"],
    ['2026-01-19', 'Birthday of Martin Luther King, Jr.'],
    ['2026-02-16', "Washington's Birthday"],
    ['2026-05-25', 'Memorial Day'],
    ['2026-06-19', 'Juneteenth National Independence Day'],
    ['2026-09-07', 'Labor Day'],
    ['2026-10-12', 'Columbus Day'],
    ['2026-11-11', 'Veterans Day'],
    ['2026-11-26', 'Thanksgiving Day'],
    ['2026-12-25', 'Christmas Day'],
    ['2027-05-31', 'Memorial Day'],
    ['2024-11-28', 'Thanksgiving Day'],
  ])('%s is %s', (date, name) => {
    expect(federalHoliday(day(date))).toEqual({ name, observed: false });
  });

  it.each([
    ['2026-07-03', 'Independence Day'],
    ['2021-07-05', 'Independence Day'],
    ['2027-06-18', 'Juneteenth National Independence Day'],
    ['2027-12-24', 'Christmas Day'],
    ['2022-12-26', 'Christmas Day'],
    ['2023-01-02', "New Year's Day"],
  ])('%s is the day off for %s, which is on a weekend', (date, name) => {
    expect(federalHoliday(day(date))).toEqual({ name, observed: true });
  });

  it("the last day of 2027 is off because New Year's Day is on a Saturday", () => {
    expect(federalHoliday(day('2027-12-31'))).toEqual({ name: "New Year's Day", observed: true });
  });

  it.each(['2026-07-02', '2026-11-27', '2026-12-24', '2020-06-19', '2026-04-03'])(
    '%s is a working day',
    (date) => {
      expect(federalHoliday(day(date))).toBeUndefined();
    },
  );

  const anyDay = fc.integer({ min: 0, max: 140_000 }).map((days) => addDays(day('2021-01-01'), days));
  const onWeekend = (date: CalendarDate) => [0, 6].includes(dayOfWeek(date));

  it('a holiday on a weekend has its day off on the nearest weekday, and no other holiday has a second day', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const holiday = federalHoliday(date);
        if (!holiday) return true;
        const neighbours = [addDays(date, -1), addDays(date, 1)].map((near) => ({
          near,
          ...federalHoliday(near),
        }));
        const partner = neighbours.find(
          ({ name, observed }) => name === holiday.name && observed !== holiday.observed,
        );
        if (holiday.observed) return !onWeekend(date) && partner !== undefined && onWeekend(partner.near);
        return onWeekend(date) ? partner !== undefined && !onWeekend(partner.near) : partner === undefined;
      }),
      { numRuns: 5_000 },
    );
  });

  it('every span of 28 years has eleven days off a year on average', () => {
    let daysOff = 0;
    for (let date = day('2022-01-01'); date < '2050-01-01'; date = addDays(date, 1)) {
      if (federalHoliday(date) && !onWeekend(date)) daysOff += 1;
    }
    // 2022-01-01 was a Saturday, so its day off is in 2021 and does not count. 2050-01-01 is a Saturday too, and its
    // day off in 2049 counts.
    expect(daysOff).toBe(28 * 11);
  });
});
