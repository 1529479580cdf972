import { timestamp } from '../../../src/surfaces/rest/fields';
import { TIME_PATTERN } from '../../../src/surfaces/rest/openapi/time-pattern';

/** The document publishes the rule as a pattern. The pattern must accept every text that the code accepts. */
describe('the published pattern of a time', () => {
  const published = new RegExp(TIME_PATTERN);
  const taken = (text: string) => timestamp('When.').safeParse(text).success;

  it('matches exactly the days that the field accepts, with leap years', () => {
    const contradicted: string[] = [];
    for (const year of [1969, 1970, 1972, 1999, 2000, 2024, 2026, 2100, 2400, 9996, 9999])
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const text = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
          if (published.test(text) !== taken(text)) contradicted.push(text);
        }
    expect(contradicted).toEqual([]);
  });

  it.each([
    ...[
      'T00:00',
      'T23:59Z',
      'T23:59:59.123456789Z',
      'T12:30+05:30',
      'T12:30:00-0800',
      'T24:00',
      'T24:00:00Z',
    ],
    ...[
      'T24:01',
      'T12:60',
      'T12:30:60',
      'T25:00',
      'T12:30+24:00',
      'T12:30+05:60',
      'T1:30',
      'T12',
      ' ',
      'T12:30z',
    ],
  ])('agrees with the field about the time %s', (time) => {
    expect(published.test(`2026-02-28${time}`)).toBe(taken(`2026-02-28${time}`));
  });
});
