import {
  addDays,
  deliveryDate,
  isDeliveryDay,
  isFederalHoliday,
  localDate,
} from '../../src/domain/rating/delivery-calendar';

describe('the delivery calendar', () => {
  it.each([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
    '2021-12-31',
    '2023-01-02',
  ])('has no delivery on the federal holiday %s', (date) => {
    expect(isFederalHoliday(date)).toBe(true);
    expect(isDeliveryDay(date, true)).toBe(false);
  });

  it('has eleven holidays in a year', () => {
    const days = Array.from({ length: 365 }, (_, day) => addDays('2026-01-01', day));
    expect(days.filter(isFederalHoliday)).toHaveLength(11);
  });

  it.each([
    ['Monday and two days', '2026-03-02', 2, false, '2026-03-04'],
    ['Friday and a day', '2026-03-06', 1, false, '2026-03-09'],
    ['Friday and a day, with Saturdays', '2026-03-06', 1, true, '2026-03-07'],
    ['Saturday and a day, with Saturdays', '2026-03-07', 1, true, '2026-03-09'],
    ['Sunday counts from Monday', '2026-03-08', 1, false, '2026-03-10'],
    ['over Christmas', '2026-12-24', 1, false, '2026-12-28'],
    ['over Christmas, with Saturdays', '2026-12-24', 1, true, '2026-12-26'],
  ])('computes the delivery day: %s', (_, shipped, days, saturdays, expected) => {
    expect(deliveryDate(shipped, days, saturdays)).toBe(expected);
  });

  it("uses the day at the sender's address", () => {
    expect(localDate(new Date('2026-03-03T02:00:00Z'), -97.74)).toBe('2026-03-02');
    expect(localDate(new Date('2026-03-03T15:00:00Z'), -97.74)).toBe('2026-03-03');
  });
});
