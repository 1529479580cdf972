import { cents } from '@parcelyard/money/cents';
import { checkItn, exportCitation } from '../../src/domain/customs/export-citation';
import { anAddress } from '../address/an-address';

const lyon = anAddress({ city: 'Lyon', state: '', zip: '69002', country: 'FR' });
const goods = (dollars: number, hsCode?: string) => ({
  description: 'Goods',
  quantity: 1,
  unitValue: cents(Math.round(dollars * 100)),
  ...(hsCode ? { hsCode } : {}),
});

describe('an export without a filing', () => {
  it.each([
    ['goods of one kind for 2,500 dollars', [goods(2_500)], lyon, 'NOEEI 30.37(a)'],
    ['goods of one kind for one cent more', [goods(2_500.01)], lyon, undefined],
    [
      'two lines of one kind with a higher sum',
      [goods(1_300, '610910'), goods(1_300, '610910')],
      lyon,
      undefined,
    ],
    [
      'two kinds, each below the limit',
      [goods(1_300, '610910'), goods(1_300, '691200')],
      lyon,
      'NOEEI 30.37(a)',
    ],
    ['one kind and goods without an HS code', [goods(1_300, '610910'), goods(1_300)], lyon, undefined],
    ['goods for 3,000 dollars to Canada', [goods(3_000)], anAddress({ country: 'CA' }), 'NOEEI 30.36'],
    ['goods for 3,000 dollars to Guam', [goods(3_000)], anAddress({ state: 'GU' }), 'NOEEI 30.2(d)(2)'],
    ['goods for 3,000 dollars to an APO', [goods(3_000)], anAddress({ state: 'AE' }), undefined],
    ['goods for one dollar to Cuba', [goods(1)], anAddress({ country: 'CU' }), undefined],
  ])('of %s', (_what, items, to, citation) => {
    expect(exportCitation(to, items, undefined)).toBe(citation);
    expect(exportCitation(to, items, 'X20261122123456')).toBe('AES X20261122123456');
  });
});

describe('an ITN', () => {
  it.each(['X20261122123456', ' x20261122123456 ', 'AES X20261122123456', 'AES ITN: X20261122123456'])(
    'is read in each common form: %s',
    (text) => {
      expect(checkItn(text)).toBe('X20261122123456');
    },
  );
  it.each(['X123', '20261122123456', 'NOEEI 30.37(a)', 'Y20261122123456'])('cannot be %s', (text) => {
    expect(() => checkItn(text)).toThrow(
      expect.objectContaining({ reason: 'itn_malformed', params: { got: text.toUpperCase() } }),
    );
  });
  it.each([undefined, '', ' '])('is missing when it is %j', (text) => {
    expect(checkItn(text)).toBeUndefined();
  });
});
