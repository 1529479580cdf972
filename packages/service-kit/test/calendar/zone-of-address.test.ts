import { zoneOfAddress } from '../../src/calendar/zone-of-address';

describe('the time zone of a ship-from address', () => {
  const at = (state: string, zip: string, country = 'US') => zoneOfAddress({ state, zip, country });

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

  it('an empty country means the United States, and another country has no zone', () => {
    expect(at('NY', '10001', '')).toBe('America/New_York');
    expect(at('ON', 'K1A 0B1', 'CA')).toBeUndefined();
  });

  it('the runtime knows every zone of the table', () => {
    for (const state of ['AK', 'HI', 'GU', 'AS', 'PR', 'NY', 'CO', 'AZ', 'CA', 'IL']) {
      const zone = at(state, '');
      expect(zone).toBeDefined();
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
    }
  });
});
