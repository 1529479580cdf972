import { countryOfPostcode } from '../../src/values/country-of-postcode';

it.each([
  ['M5V 2T6', 'CA'],
  ['SW1A 1AA', 'GB'],
  ['m1 1ae', 'GB'],
  // ISO 3166 gives these islands and Gibraltar codes of their own.
  ['JE2 3AB', 'JE'],
  ['GY1 1AA', 'GG'],
  ['im1 1ag', 'IM'],
  ['GX11 1AA', 'GI'],
  ['78701', undefined],
])('a postal code like %s is of %s', (postcode, country) => {
  expect(countryOfPostcode(postcode)).toBe(country);
});
