import { cents } from '@parcelyard/money/cents';
import fc from 'fast-check';
import type { BuyRequest } from '../../../src/sellers/carrier-port';
import { ratedShipment } from '../../../src/sellers/easypost/to-easypost';
import { anAddress, austin } from '../../address/an-address';

interface Declared {
  eel_pfc?: string;
  customs_items: { value: string; weight: number; quantity: number }[];
}

const request = (changes: Partial<BuyRequest>): BuyRequest => ({
  accountId: 1,
  reference: 'pur_1_1',
  serviceLevel: 'ups_worldwide_saver',
  price: cents(4_500),
  from: austin,
  to: anAddress({ country: 'FR', zip: '75001' }),
  parcel: { weightOz: 16 },
  options: { signatureRequired: false, saturdayDelivery: false },
  shipDate: new Date(0),
  orderReferences: [],
  printSetting: 'pdf',
  items: [],
  ...changes,
});
const declared = (changes: Partial<BuyRequest>) =>
  ratedShipment(request(changes)).customs_info as Declared | undefined;

test('a declaration has the sum of its lines as value, and weighs no more than the parcel', () => {
  const item = fc.record({
    description: fc.constant('Engine'),
    quantity: fc.integer({ min: 1, max: 50 }),
    unitValue: fc.integer({ min: 1, max: 100_000 }).map(cents),
  });
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 10 }),
      fc.double({ min: 16, max: 1_000, noNaN: true }),
      (items, weightOz) => {
        const lines = declared({ items, parcel: { weightOz } })?.customs_items ?? [];
        const worth = lines.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0);
        expect(worth).toBe(items.reduce((sum, { quantity, unitValue }) => sum + quantity * unitValue, 0));
        for (const { weight } of lines) expect(weight).toBeGreaterThanOrEqual(0.1);
        const floor = lines.length * 0.1;
        expect(lines.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(weightOz + floor);
      },
    ),
  );
});

const shirt = {
  description: 'Shirt',
  quantity: 2,
  unitValue: cents(2_000),
  hsCode: '610910',
  originCountry: 'PT',
};

test('a line has its HS code and its country of origin', () => {
  const cards = { description: 'Cards', quantity: 1, unitValue: cents(850) };
  expect(declared({ items: [shirt, cards] })?.customs_items).toEqual([
    expect.objectContaining({ value: '40.00', hs_tariff_number: '610910', origin_country: 'PT' }),
    expect.not.objectContaining({ hs_tariff_number: expect.anything() }),
  ]);
});

test('the export filing or its exemption is cited, by value and destination', () => {
  const dear = [{ ...shirt, unitValue: cents(150_000) }];
  const canada = anAddress({ country: 'ca', state: 'ON', zip: 'M5V 3L9' });
  expect(declared({ items: [shirt] })?.eel_pfc).toBe('NOEEI 30.37(a)');
  expect(declared({ items: dear, itn: 'X20261122123456' })?.eel_pfc).toBe('AES X20261122123456');
  expect(declared({ items: dear, to: canada })?.eel_pfc).toBe('NOEEI 30.36');
  // Rates need no export filing, but the purchase does.
  expect(declared({ items: dear })).not.toHaveProperty('eel_pfc');
});

test('goods to military addresses and outlying territories are declared, and to Puerto Rico and the Virgin Islands not', () => {
  const to = (state: string, zip: string, country = 'US') =>
    declared({ items: [shirt], to: anAddress({ state, zip, country }) });
  for (const [state, zip] of [
    ['AE', '09012'],
    ['AP', '96338'],
    ['AA', '34002'],
    ['GU', '96910'],
    ['AS', '96799'],
    ['MP', '96950'],
  ] as const) {
    expect(to(state, zip)?.customs_items).toHaveLength(1);
  }
  expect(to('', '96910', 'GU')?.customs_items).toHaveLength(1);
  for (const [state, zip, country] of [
    ['PR', '00901', 'US'],
    ['VI', '00802', 'US'],
    ['', '00901', 'PR'],
    ['HI', '96813', 'US'],
  ] as const) {
    expect(to(state, zip, country)).toBeUndefined();
  }
});
