import { cents } from '@parcelyard/money/cents';
import { NO_SPENDING, spendingDay, spendingIn } from '../../src/domain/spending';

const CHICAGO = 'America/Chicago';
const spent = (day: string) => ({ ...NO_SPENDING, day, token: cents(700) });
const tokenOf = (day: string, now: string, timeZone = CHICAGO) =>
  spendingIn(spent(day), spendingDay(new Date(now), timeZone), new Date(now)).token;

describe('the day of a spending limit', () => {
  it.each([
    ['of 23 hours', '2026-03-08', '2026-03-08T06:00:00Z', '2026-03-09T04:59:59.999Z', '2026-03-09T05:00:00Z'],
    ['of 25 hours', '2026-11-01', '2026-11-01T05:00:00Z', '2026-11-02T05:59:59.999Z', '2026-11-02T06:00:00Z'],
  ])("%s counts from midnight to midnight in the shop's time zone", (_, date, first, last, next) => {
    const day = `${date} ${CHICAGO}`;
    expect([first, last].map((time) => spendingDay(new Date(time), CHICAGO))).toEqual([day, day]);
    expect([tokenOf(day, first), tokenOf(day, last), tokenOf(day, next)]).toEqual([700, 700, 0]);
  });

  it('that began in another zone counts until that day has ended in its own zone', () => {
    const day = `2026-03-05 ${CHICAGO}`;
    // In Chicago it is 22:00 on 5 March. In Tokyo it is 6 March.
    expect(tokenOf(day, '2026-03-06T04:00:00Z', 'Asia/Tokyo')).toBe(700);
    expect(tokenOf(day, '2026-03-06T06:00:00Z', 'Asia/Tokyo')).toBe(0);
    // In Chicago it is 01:00 on 6 March. On the west coast it is still 5 March.
    expect(tokenOf(`2026-03-06 ${CHICAGO}`, '2026-03-06T07:00:00Z', 'America/Los_Angeles')).toBe(700);
  });

  it('never goes back within one zone, also when the clocks of two processes differ', () => {
    expect(tokenOf(`2026-03-06 ${CHICAGO}`, '2026-03-05T23:00:00Z')).toBe(700);
  });
});
