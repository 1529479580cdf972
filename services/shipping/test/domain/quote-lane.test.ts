import { type QuoteEnds, quoteLane } from '@parcelyard/shipping/domain/quote-lane';
import { DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';

const { shipFrom } = DEFAULT_SETTINGS;
const ends = (changes: Partial<QuoteEnds>): QuoteEnds => ({
  toZip: '10118',
  toCountry: '',
  toState: '',
  toCity: '',
  fromZip: '',
  ...changes,
});

test('a US ZIP gives city and state, and the default origin is the ship-from address', () => {
  const { from, to } = quoteLane(ends({}), shipFrom);
  expect(to).toMatchObject({ zip: '10118', city: 'NEW YORK', state: 'NY', country: 'US' });
  expect(from).toBe(shipFrom);
});

test("the caller's city and state of the destination are used", () => {
  const { to } = quoteLane(ends({ toCity: 'Manhattan', toState: 'NY', toCountry: 'us' }), shipFrom);
  expect(to).toMatchObject({ city: 'Manhattan', state: 'NY', country: 'US' });
});

test('another origin is located by its ZIP', () => {
  const { from } = quoteLane(ends({ fromZip: ' 94105 ' }), shipFrom);
  expect(from).toMatchObject({
    zip: '94105',
    city: 'SAN FRANCISCO',
    state: 'CA',
    country: 'US',
    street1: '',
  });
});

test('a postal code abroad is not checked against US ZIPs', () => {
  const { to } = quoteLane(ends({ toZip: 'M5V 3L9', toCountry: 'ca' }), shipFrom);
  expect(to).toMatchObject({ zip: 'M5V 3L9', country: 'CA', city: '', state: '' });
});

test('an unknown ZIP is left to the carriers', () => {
  expect(quoteLane(ends({ toZip: '99999' }), shipFrom).to).toMatchObject({ zip: '99999' });
});

test.each<[Partial<QuoteEnds>, string, string, object]>([
  [{ toZip: ' ' }, 'field_required', 'to_zip', {}],
  [{ toZip: '1011' }, 'zip_not_us', 'to_zip', { got: '1011' }],
  [{ toZip: 'M5V 3L9' }, 'zip_not_us', 'to_zip', { got: 'M5V 3L9' }],
  [{ fromZip: 'Austin' }, 'zip_not_us', 'from_zip', { got: 'Austin' }],
])('%j is refused: %s [MCP-E7]', (wrong, reason, field, params) => {
  expect(() => quoteLane(ends(wrong), shipFrom)).toThrow(expect.objectContaining({ reason, field, params }));
});
