import { cents } from '@parcelyard/money/cents';
import { fedexDeclaration } from '@parcelyard/shipping/sellers/sandbox/fedex';
import { regionColumn } from '@parcelyard/shipping/sellers/sandbox/rate-shipment';
import { upsDeclaration } from '@parcelyard/shipping/sellers/sandbox/ups';
import { uspsDeclaration } from '@parcelyard/shipping/sellers/sandbox/usps';
import fc from 'fast-check';
import { tablePrice } from '../../src/domain/rating/rate-table';
import { ratingPlace, zoneBetween } from '../../src/domain/rating/zone';
import { sandboxDeclarations } from '../../src/sellers/sandbox/open-sandbox';
import { rateShipment } from '../../src/sellers/sandbox/rate-shipment';
import { anAddress, austin } from '../address/an-address';
import { aShipment } from './a-shipment';

const services = sandboxDeclarations.flatMap((carrier) =>
  carrier.services.map((service) => ({ name: service.name, service })),
);
const anyCarrier = fc.constantFrom(...sandboxDeclarations);
const anyZip = fc
  .integer({ min: 501, max: 99950 })
  .map((zip) => String(zip).padStart(5, '0'))
  .filter((zip) => ratingPlace(zip) !== undefined);
const side = fc.integer({ min: 1, max: 26 });
const anyParcel = fc.record({
  weightOz: fc.integer({ min: 1, max: 70 * 16 }),
  length: side,
  width: side,
  height: side,
});
const anyOptions = fc.record({ signatureRequired: fc.boolean(), saturdayDelivery: fc.boolean() });
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe.each(services)('the rate table of $name', ({ service }) => {
  const columns = service.days.map((_, column) => column);
  const limit = service.table.poundRows.at(-1)?.[0] as number;

  it('never has a lower price for a higher weight', () => {
    for (const column of columns) {
      let last = 0;
      for (let ounces = 1; ounces <= limit * 16; ounces += ounces < 48 ? 1 : 16) {
        const price = tablePrice(service.table, { ounces, pounds: Math.ceil(ounces / 16) }, column) as number;
        expect(price).toBeGreaterThanOrEqual(last);
        expect(Number.isInteger(price)).toBe(true);
        last = price;
      }
    }
  });

  it('never has a lower price for a higher zone', () => {
    for (let pounds = 1; pounds <= limit; pounds += 1) {
      const row = columns.map(
        (column) => tablePrice(service.table, { ounces: undefined, pounds }, column) as number,
      );
      expect(row).toEqual([...row].sort((a, b) => a - b));
    }
  });

  it('ends at its weight limit', () => {
    expect(tablePrice(service.table, { ounces: undefined, pounds: limit + 1 }, 0)).toBeUndefined();
  });
});

describe('rating a shipment', () => {
  it('offers every domestic service, in whole cents with a correct sum', () => {
    fc.assert(
      fc.property(anyCarrier, anyZip, anyParcel, anyOptions, (carrier, zip, parcel, options) => {
        const { rates } = rateShipment(carrier, aShipment({ to: anAddress({ zip }), parcel, options }));
        for (const rate of rates) {
          expect(rate.amount).toBe(sum(rate.charges.map(({ amount }) => amount)));
          expect(Number.isSafeInteger(rate.amount)).toBe(true);
          expect(rate.retailAmount).toBeGreaterThan(rate.amount);
          expect(rate.charges.every(({ amount }) => amount > 0)).toBe(true);
          expect(rate.deliveryDays).toBeGreaterThan(0);
          expect(rate.estimatedDeliveryDate).toMatch(/^2026-03-\d\d$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is never cheaper with more weight', () => {
    fc.assert(
      fc.property(
        anyCarrier,
        anyZip,
        anyParcel,
        fc.integer({ min: 1, max: 400 }),
        (carrier, zip, parcel, more) => {
          const to = anAddress({ zip });
          const light = rateShipment(carrier, aShipment({ to, parcel })).rates;
          const heavier = { ...parcel, weightOz: parcel.weightOz + more };
          for (const rate of rateShipment(carrier, aShipment({ to, parcel: heavier })).rates) {
            const before = light.find(({ serviceLevel }) => serviceLevel === rate.serviceLevel);
            expect(rate.amount).toBeGreaterThanOrEqual(before?.amount as number);
          }
        },
      ),
    );
  });

  it('is never cheaper with a higher zone', () => {
    const mainland = anyZip.filter(
      (zip) => !/^(A[KAEP]|HI|PR|VI|GU|AS|MP|PW|FM|MH)$/.test(ratingPlace(zip)?.state ?? ''),
    );
    fc.assert(
      fc.property(anyCarrier, mainland, mainland, anyParcel, (carrier, a, b, parcel) => {
        const origin = ratingPlace(austin.zip) as NonNullable<ReturnType<typeof ratingPlace>>;
        const zoneOf = (zip: string) => zoneBetween(origin, ratingPlace(zip) as typeof origin);
        const [near, far] = zoneOf(a) <= zoneOf(b) ? [a, b] : [b, a];
        const ratesTo = (zip: string) =>
          rateShipment(carrier, aShipment({ to: anAddress({ zip }), parcel })).rates;
        const nearer = ratesTo(near);
        for (const rate of ratesTo(far)) {
          const other = nearer.find(({ serviceLevel }) => serviceLevel === rate.serviceLevel);
          expect(rate.amount).toBeGreaterThanOrEqual(other?.amount as number);
        }
      }),
    );
  });

  it('shows a UPS Ground price with all its charges', () => {
    const shipment = aShipment({ parcel: { weightOz: 30, length: 50, width: 6, height: 4 } });
    const ground = rateShipment(upsDeclaration, shipment).rates[0];
    expect(ground).toMatchObject({
      carrier: 'ups',
      serviceLevel: 'ups_ground',
      method: 'UPS Ground',
      zone: 7,
      currency: 'USD',
      deliveryDays: 4,
      estimatedDeliveryDate: '2026-03-06',
      deliveryDateGuaranteed: false,
    });
    // A parcel of 50 x 6 x 4 inches counts as 9 pounds. The price is 1666 plus 4/5 of the difference between 2290 and
    // 1666: 2166. The fuel surcharge is 8.5 percent of the three charges without fuel, and is part of the base.
    expect(ground?.charges).toEqual([
      { type: 'base', name: 'Base', amount: 2166 + 340 },
      { type: 'residential', name: 'Residential', amount: 385 },
      { type: 'oversize', name: 'Oversize', amount: 1450 },
    ]);
  });

  it("charges a home more than an office, and uses the caller's value for it", () => {
    const amount = (parts: Parameters<typeof aShipment>[0]) =>
      rateShipment(upsDeclaration, aShipment(parts)).rates[0]?.amount as number;
    const home = amount({});
    const office = amount({ to: anAddress({ company: 'Acme' }) });
    expect(home).toBeGreaterThan(office);
    expect(amount({ residential: false })).toBe(office);
    expect(amount({ to: anAddress({ name: '' }) })).toBe(home);
  });

  it('charges options that cost money, and leaves out services that do not offer them', () => {
    const options = { signatureRequired: true, saturdayDelivery: true };
    const fedex = rateShipment(fedexDeclaration, aShipment({ options }));
    expect(fedex.rates.map(({ serviceLevel }) => serviceLevel)).toEqual(['fedex_2day']);
    expect(fedex.rates[0]?.charges).toEqual(
      expect.arrayContaining([
        { type: 'signature', name: 'Signature', amount: 400 },
        { type: 'saturday', name: 'Saturday', amount: 1600 },
      ]),
    );
    const express = rateShipment(uspsDeclaration, aShipment({ options })).rates.at(-1);
    expect(express?.charges.map(({ type }) => type)).toEqual(['base']);
  });

  it('delivers on Saturday on request', () => {
    const shipDate = new Date('2026-03-06T15:00:00Z');
    const nextDay = (saturdayDelivery: boolean) =>
      rateShipment(
        upsDeclaration,
        aShipment({ shipDate, options: { signatureRequired: false, saturdayDelivery } }),
      ).rates.find(({ serviceLevel }) => serviceLevel === 'ups_next_day_air')?.estimatedDeliveryDate;
    expect(nextDay(false)).toBe('2026-03-09');
    expect(nextDay(true)).toBe('2026-03-07');
  });

  it('offers international services abroad, without a zone', () => {
    const to = anAddress({ city: 'Lyon', state: '', zip: '69002', country: 'FR' });
    const all = sandboxDeclarations.map((carrier) => rateShipment(carrier, aShipment({ to })));
    expect(all.flatMap(({ rates }) => rates.map(({ serviceLevel, zone }) => [serviceLevel, zone]))).toEqual([
      ['usps_priority_mail_international', undefined],
      ['ups_worldwide_saver', undefined],
    ]);
    expect(all.flatMap(({ messages }) => messages)).toEqual([]);
  });

  it.each([
    ['CA', 0],
    ['MX', 1],
    ['de', 2],
    ['JP', 3],
    ['BR', 4],
    ['??', 4],
  ])('finds the price region of %s', (country, column) => {
    expect(regionColumn(country)).toBe(column);
  });

  it.each([
    ['a PO box', 'ups', { to: anAddress({ street1: 'PO Box 7' }) }, 'po_box'],
    ['military addresses', 'fedex', { to: anAddress({ zip: '09012' }) }, 'military'],
    ['a ZIP that does not exist', 'usps', { to: anAddress({ zip: '00099' }) }, 'destination_unknown'],
    ['a sender abroad', 'ups', { from: anAddress({ country: 'CA', zip: 'K1A 0B1' }) }, 'origin_unknown'],
    ['a parcel that is too heavy', 'usps', { parcel: { weightOz: 71 * 16 } }, 'too_heavy'],
    [
      'a parcel that is too large',
      'usps',
      { parcel: { weightOz: 9, length: 60, width: 20, height: 20 } },
      'too_large',
    ],
    [
      'options that no service offers',
      'usps',
      {
        to: anAddress({ country: 'FR' }),
        options: { signatureRequired: true, saturdayDelivery: false },
      },
      'option_unavailable',
    ],
  ])('has a message without rates for %s', (_, code, parts, reason) => {
    const carrier = sandboxDeclarations.find((each) => each.code === code) ?? uspsDeclaration;
    const { rates, messages } = rateShipment(carrier, aShipment(parts));
    expect(rates).toEqual([]);
    expect(messages).toEqual([{ carrier: code, code: reason, message: expect.stringMatching(/\.$/) }]);
  });

  it('delivers only by USPS to PO boxes and military addresses', () => {
    for (const to of [
      anAddress({ street1: 'PO Box 7' }),
      anAddress({ zip: '09012', state: 'AE', city: 'APO' }),
    ]) {
      expect(rateShipment(uspsDeclaration, aShipment({ to })).rates).toHaveLength(3);
    }
  });

  it('charges for addresses outside the mainland', () => {
    const honolulu = aShipment({ to: anAddress({ zip: '96813', city: 'Honolulu', state: 'HI' }) });
    const charges = rateShipment(upsDeclaration, honolulu).rates[0]?.charges;
    expect(charges).toContainEqual({ type: 'remote_area', name: 'Remote area', amount: cents(1250) });
  });
});
