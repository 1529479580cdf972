import { cents } from '@parcelyard/money/cents';
import fc from 'fast-check';
import type { BuyRequest } from '../../../src/carriers/carrier-port';
import { ratedShipment } from '../../../src/carriers/easypost/to-easypost';
import { anAddress, austin } from '../../address/an-address';

interface Declared {
  eel_pfc: string;
  customs_items: { value: string; weight: number; quantity: number }[];
}

const request = (changes: Partial<BuyRequest>): BuyRequest => ({
  ...{ accountId: 1, reference: 'pur_1_1', serviceLevel: 'ups_worldwide_saver', price: cents(4_500) },
  ...{ from: austin, to: anAddress({ country: 'FR', zip: '75001' }), parcel: { weightOz: 16 } },
  ...{ options: { signatureRequired: false, saturdayDelivery: false }, shipDate: new Date(0) },
  ...{ orderReferences: [], printSetting: 'pdf', items: [] },
  ...changes,
});
const declared = (changes: Partial<BuyRequest>) =>
  ratedShipment(request(changes)).customs_info as Declared | undefined;

test('whatever is in a parcel, its declaration is worth its lines and weighs no more than it', () => {
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

test('an order without lines declares its insured value, or what it costs to send', () => {
  expect(declared({ insuredValue: cents(9_900) })?.customs_items).toMatchObject([{ value: '99.00' }]);
  expect(declared({})?.customs_items).toMatchObject([{ value: '45.00', weight: 16 }]);
});

test('Canada has an exemption of its own, and a territory is no foreign country', () => {
  expect(declared({})?.eel_pfc).toBe('NOEEI 30.37(a)');
  expect(declared({ to: anAddress({ country: 'ca', zip: 'M5V 3L9' }) })?.eel_pfc).toBe('NOEEI 30.36');
  expect(declared({ to: anAddress({ country: 'PR', zip: '00901' }) })).toBeUndefined();
});
