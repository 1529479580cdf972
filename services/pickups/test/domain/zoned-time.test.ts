import fc from 'fast-check';
import { calendarDate } from '../../src/domain/calendar-date';
import { instantAt, localDate, shipFromZone } from '../../src/domain/zoned-time';

describe('wall-clock time at the ship-from address', () => {
  it.each([
    ['2026-01-15', 'America/Chicago', '2026-01-15T14:00:00.000Z'],
    ['2026-07-15', 'America/Chicago', '2026-07-15T13:00:00.000Z'],
    ['2026-07-15', 'America/Phoenix', '2026-07-15T15:00:00.000Z'],
    // The Sunday on which the clocks change, both ways.
    ['2026-03-08', 'America/New_York', '2026-03-08T12:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T13:00:00.000Z'],
    ['2026-12-15', 'Pacific/Guam', '2026-12-14T22:00:00.000Z'],
  ])('08:00 on %s in %s is %s', (date, zone, instant) => {
    const [year, month, day] = date.split('-').map(Number) as [number, number, number];
    expect(instantAt(calendarDate(year, month, day), '08:00', zone).toISOString()).toBe(instant);
  });

  it('late in the evening on the west coast it is still today there', () => {
    const instant = new Date('2026-05-02T05:30:00Z');
    expect(localDate(instant, 'America/Los_Angeles')).toBe('2026-05-01');
    expect(localDate(instant, 'America/New_York')).toBe('2026-05-02');
  });

  it('the instant of a morning belongs to the day it was asked for, in every zone and on every day', () => {
    const zones = [
      'America/New_York',
      'America/Denver',
      'Pacific/Honolulu',
      'Pacific/Guam',
      'America/Anchorage',
    ];
    const anyDay = fc
      .tuple(
        fc.integer({ min: 2020, max: 2040 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
      )
      .map(([year, month, day]) => calendarDate(year, month, day));
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...zones), (date, zone) => {
        expect(localDate(instantAt(date, '08:00', zone), zone)).toBe(date);
      }),
    );
  });
});

describe('the time zone of a ship-from address', () => {
  const at = (state: string, zip: string, country = 'US') => shipFromZone({ state, zip, country });

  it.each([
    ['TX', '78701', 'America/Chicago'],
    ['TX', '79901', 'America/Denver'],
    ['FL', '32501', 'America/Chicago'],
    ['FL', '33101', 'America/New_York'],
    ['TN', '37402', 'America/New_York'],
    ['OR', '97914', 'America/Denver'],
    ['ID', '83814', 'America/Los_Angeles'],
    ['AZ', '85001', 'America/Phoenix'],
    ['PR', '00901', 'America/Puerto_Rico'],
    ['tx', '78701', 'America/Chicago'],
  ])('%s %s is %s', (state, zip, zone) => {
    expect(at(state, zip)).toBe(zone);
  });

  it('a blank country means the United States, another one has no zone', () => {
    expect(at('NY', '10001', '')).toBe('America/New_York');
    expect(at('ON', 'K1A 0B1', 'CA')).toBeUndefined();
  });

  it('every zone of the table is one that the runtime knows', () => {
    for (const state of ['AK', 'HI', 'GU', 'AS', 'PR', 'NY', 'CO', 'AZ', 'CA', 'IL']) {
      const zone = at(state, '');
      expect(zone).toBeDefined();
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
    }
  });
});
