import { distanceMiles } from '@parcelyard/shipping/domain/rating/zone';
import fc from 'fast-check';
import { ratingPlace, zoneBetween } from '../../src/domain/rating/zone';

const place = (zip: string) => {
  const found = ratingPlace(zip);
  if (!found) throw new Error(`no ZIP ${zip}`);
  return found;
};

const anyPlace = fc
  .integer({ min: 501, max: 99950 })
  .map((zip) => ratingPlace(String(zip).padStart(5, '0')))
  .filter((found) => found !== undefined);

describe('zones', () => {
  it.each([
    ['78701', 1, 'Austin itself'],
    ['78209', 2, 'San Antonio'],
    ['77002', 2, 'Houston'],
    ['75201', 3, 'Dallas'],
    ['70112', 4, 'New Orleans'],
    ['30303', 5, 'Atlanta'],
    ['90012', 6, 'Los Angeles'],
    ['10001', 7, 'New York'],
    ['98101', 7, 'Seattle'],
    ['96813', 8, 'Honolulu'],
    ['96913', 9, 'Guam'],
  ])('ZIP %s is in zone %i from Austin (%s)', (zip, zone) => {
    expect(zoneBetween(place('78701'), place(zip))).toBe(zone);
  });

  it('are the same in both directions', () => {
    fc.assert(
      fc.property(anyPlace, anyPlace, (a, b) => {
        expect(zoneBetween(a, b)).toBe(zoneBetween(b, a));
      }),
    );
  });

  it('never fall with more distance', () => {
    const mainland = anyPlace.filter(({ state }) => !/^(A[AEP]|GU|AS|MP|PW|FM|MH)$/.test(state));
    fc.assert(
      fc.property(mainland, mainland, mainland, (from, a, b) => {
        const [near, far] = distanceMiles(from, a) <= distanceMiles(from, b) ? [a, b] : [b, a];
        expect(zoneBetween(from, near)).toBeLessThanOrEqual(zoneBetween(from, far));
      }),
    );
  });

  it('use the gateway of military addresses, not the distance across the ocean', () => {
    expect(zoneBetween(place('10001'), place('09012'))).toBe(1);
    expect(zoneBetween(place('94103'), place('96201'))).toBe(1);
  });

  it('place the special ZIPs in the middle of the country', () => {
    expect(zoneBetween(place('78701'), place('00006'))).toBe(5);
  });
});
