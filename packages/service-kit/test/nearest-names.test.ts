import fc from 'fast-check';
import { jaroWinkler, nearestNames } from '../src/nearest-names';

describe('the Jaro–Winkler similarity', () => {
  /** The table of names that Winkler published. */
  it.each([
    ['martha', 'marhta', 0.961],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.813],
    ['jones', 'johnson', 0.832],
    ['abroms', 'abrams', 0.922],
    ['massey', 'massie', 0.933],
    ['nichleson', 'nichulson', 0.956],
    ['abc', 'xyz', 0],
    ['', 'a', 0],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(jaroWinkler(one, other)).toBeCloseTo(expected, 3);
  });

  it('is 1 for equal texts, the same in both directions, and always between 0 and 1', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (one, other) => {
        const alike = jaroWinkler(one, other);
        expect(jaroWinkler(one, one)).toBe(1);
        expect(alike).toBeGreaterThanOrEqual(0);
        expect(alike).toBeLessThanOrEqual(1);
        expect(jaroWinkler(other, one)).toBeCloseTo(alike, 10);
      }),
    );
  });
});

describe('suggested names', () => {
  const batch = [
    'order_ids',
    'weight_oz',
    'max_per_label',
    'max_total',
    'max_charge',
    'service_preference',
    'confirm',
  ];
  const label = ['order_id', 'rate_id', 'package_id', 'method', 'service_level', 'max_cost', 'confirm'];
  const address = ['name', 'company', 'street1', 'street2', 'city', 'state', 'zip', 'country'];
  const item = ['name', 'quantity', 'price', 'sku', 'notes', 'hs_code', 'origin_country'];

  it.each([
    ['max_cost', batch, ['max_total']],
    ['maxTotal', batch, ['max_total']],
    ['max-total', batch, ['max_total']],
    ['order_id', batch, ['order_ids']],
    ['ids', batch, ['order_ids']],
    ['weight', batch, ['weight_oz']],
    ['preference', batch, ['service_preference']],
    ['confirmed', batch, ['confirm']],
    ['max_total', label, ['max_cost']],
    ['package', label, ['package_id']],
    ['zipcode', address, ['zip']],
    ['zip_code', address, ['zip']],
    ['street', address, ['street1', 'street2']],
    ['full_name', address, ['name']],
    ['country_code', address, ['country']],
    ['qty', item, ['quantity']],
    ['unit_price', item, ['price']],
    ['sku_code', item, ['sku']],
    ['origin', item, ['origin_country']],
    ['note', item, ['notes']],
  ])('for %s of %j are %j', (given, names, meant) => {
    expect(nearestNames(given, names)).toEqual(meant);
  });

  it.each([
    ['dry_run', batch],
    ['budget', batch],
    ['carrier', batch],
    ['insurance', label],
    ['email', address],
    ['phone', address],
    ['postal_code', address],
    ['weight_oz', item],
    ['description', item],
    ['cost', item],
    ['', item],
    ['_', item],
  ])('for %s are none of %j, because none is similar enough', (given, names) => {
    expect(nearestNames(given, names)).toEqual([]);
  });

  it('contain only a name that is given exactly', () => {
    fc.assert(
      fc.property(fc.constantFrom(...batch, ...label), (name) => {
        expect(nearestNames(name, [...new Set([...batch, ...label])])).toEqual([name]);
      }),
    );
  });
});
