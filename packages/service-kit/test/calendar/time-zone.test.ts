import { timeZoneNamed, timeZoneNames } from '../../src/calendar/time-zone';

describe('names of time zones', () => {
  it.each([
    ['America/Chicago', 'America/Chicago'],
    ['america/new_york', 'America/New_York'],
    // A newer name of a zone. The runtime lists this zone under an older name.
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['UTC', 'UTC'],
  ])('%s is %s', (name, zone) => {
    expect(timeZoneNamed(name)).toBe(zone);
  });

  it.each(['', 'Central', 'Mars/Olympus', '+05:00', '-06:00', 'America/Chicago ', 'x'.repeat(5_000)])(
    '%j is no valid time zone',
    (name) => {
      expect(timeZoneNamed(name)).toBeUndefined();
    },
  );

  it('every zone in the list is valid', () => {
    expect(timeZoneNames().length).toBeGreaterThan(300);
    for (const name of timeZoneNames()) expect(timeZoneNamed(name)).toBe(name);
  });
});
