import { cents } from '@parcelyard/money/cents';
import fc from 'fast-check';
import type { BuyRequest } from '../../../src/sellers/carrier-port';
import { shippoCarriers } from '../../../src/sellers/shippo/shippo-carriers';
import { ratedShipment, shippoAddress, soldShipment } from '../../../src/sellers/shippo/to-shippo';
import { anAddress, austin } from '../../address/an-address';

interface Declared {
  eel_pfc?: string;
  aes_itn?: string;
  contents_type: string;
  items: { value_amount: string; net_weight: string; quantity: number }[];
}

const request = (changes: Partial<BuyRequest> = {}): BuyRequest => ({
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
  ratedShipment(request(changes)).customs_declaration as Declared | undefined;

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
        const lines = declared({ items, parcel: { weightOz } })?.items ?? [];
        const worth = lines.reduce(
          (sum, { value_amount }) => sum + Math.round(Number(value_amount) * 100),
          0,
        );
        expect(worth).toBe(items.reduce((sum, { quantity, unitValue }) => sum + quantity * unitValue, 0));
        const floor = lines.length * 0.1;
        const weight = lines.reduce((sum, { net_weight }) => sum + Number(net_weight), 0);
        expect(weight).toBeLessThanOrEqual(weightOz + floor);
      },
    ),
  );
});

test('all measures have up to four decimals and are never rounded down', () => {
  const measure = fc.double({ min: 0.0001, max: 999_999, noNaN: true });
  fc.assert(
    fc.property(measure, measure, (weightOz, side) => {
      const parcel = { weightOz, length: side, width: side, height: side };
      const [sent] = ratedShipment(request({ parcel })).parcels as Record<string, string>[];
      for (const [name, given] of [
        ['weight', weightOz],
        ['length', side],
      ] as const) {
        expect(sent?.[name]).toMatch(/^\d{1,6}(\.\d{1,4})?$/);
        expect(Number(sent?.[name])).toBeGreaterThanOrEqual(given - 1e-9);
        expect(Number(sent?.[name])).toBeLessThan(given + 0.0002);
      }
    }),
  );
});

test('a parcel without sides gets small ones, because Shippo rates no parcel without sides', () => {
  expect(ratedShipment(request()).parcels).toEqual([
    { weight: '16', mass_unit: 'oz', length: '6', width: '4', height: '1', distance_unit: 'in' },
  ]);
});

test('a line has its tariff number and its country of origin', () => {
  const shirt = {
    description: 'Shirt',
    quantity: 2,
    unitValue: cents(2_000),
    hsCode: '610910',
    originCountry: 'PT',
  };
  const cards = { description: 'Cards', quantity: 1, unitValue: cents(850) };
  expect(declared({ items: [shirt, cards] })?.items).toEqual([
    expect.objectContaining({ value_amount: '40.00', tariff_number: '610910', origin_country: 'PT' }),
    expect.not.objectContaining({ tariff_number: expect.anything() }),
  ]);
});

test("the export filing or its exemption is cited with Shippo's names", () => {
  const cheap = [{ description: 'Shirt', quantity: 1, unitValue: cents(2_000) }];
  const dear = [{ description: 'Shirt', quantity: 1, unitValue: cents(300_000) }];
  const canada = anAddress({ country: 'ca', state: 'ON', zip: 'M5V 3L9' });
  expect(declared({ items: cheap })).toMatchObject({ eel_pfc: 'NOEEI_30_37_a' });
  expect(declared({ items: dear, to: canada })).toMatchObject({ eel_pfc: 'NOEEI_30_36' });
  expect(declared({ items: dear, itn: 'X20261122123456' })).toMatchObject({
    eel_pfc: 'AES_ITN',
    aes_itn: 'X20261122123456',
  });
  expect(declared({ items: dear })).not.toHaveProperty('eel_pfc');
});

test('a return goes from the customer to the shop and is paid like any label', () => {
  const sent = ratedShipment(
    request({ from: anAddress({ country: 'CA', zip: 'M5V 3L9' }), to: austin, isReturn: true }),
  );
  expect(sent).toMatchObject({
    address_to: { zip: '78701' },
    customs_declaration: { contents_type: 'RETURN_MERCHANDISE' },
  });
  expect(JSON.stringify(sent)).not.toContain('is_return');
});

test("options, reference and addresses have Shippo's names, and missing values are left out", () => {
  const usps = shippoCarriers.find(({ code }) => code === 'usps');
  if (!usps) throw new Error('There is no USPS.');
  const to = anAddress({ street2: 'Suite 4', street3: 'Rear', phone: '' });
  const sent = soldShipment(
    usps,
    request({
      to,
      residential: true,
      options: { signatureRequired: true, saturdayDelivery: true },
      orderReferences: ['A7K2MQ'],
      printSetting: 'qr',
      insuredValue: cents(4_850),
    }),
  );
  expect(sent).toMatchObject({
    metadata: 'pur_1_1',
    address_from: { company: 'Lone Star Goods', zip: '78701', country: 'US' },
    address_to: { name: 'Dana Whitfield', street2: 'Suite 4, Rear', zip: '94043', is_residential: true },
    extra: {
      signature_confirmation: 'STANDARD',
      saturday_delivery: true,
      reference_1: 'A7K2MQ',
      qr_code_requested: true,
      insurance: { amount: '48.50', currency: 'USD' },
    },
  });
  expect(sent.address_to).not.toHaveProperty('phone');
  expect(shippoAddress(anAddress({ name: ' ', company: 'Lone Star Goods' }))).toMatchObject({
    name: 'Lone Star Goods',
  });
  expect(sent).not.toHaveProperty('customs_declaration');
});
