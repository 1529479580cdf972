import { fedexCheckDigit, fedexTrackingNumber } from '@parcelyard/shipping/sellers/sandbox/fedex';
import { upsCheckDigit, upsTrackingNumber } from '@parcelyard/shipping/sellers/sandbox/ups';
import {
  mod10CheckDigit,
  s10CheckDigit,
  uspsInternationalNumber,
  uspsTrackingNumber,
} from '@parcelyard/shipping/sellers/sandbox/usps';
import fc from 'fast-check';

const serial = fc.integer({ min: 1, max: 9_999_999_999 });

// Examples that the carriers have published.
describe('check digits', () => {
  it.each([
    '9400111201080805483016',
    '9361289878700317633795',
    '9405803699300124287899',
    '9505511069605048600624',
  ])('agree with the USPS number %s', (number) =>
    expect(mod10CheckDigit(number.slice(0, 21))).toBe(Number(number[21])),
  );

  it.each(['1Z5R89390357567127', '1Z879E930346834440', '1Z410E7W0392751591', '1Z8V92A70367203024'])(
    'agree with the UPS number %s',
    (number) => expect(upsCheckDigit(number.slice(2, 17))).toBe(Number(number[17])),
  );

  it.each(['986578788855', '477179081230', '799531274483', '790535312317', '974367662710'])(
    'agree with the FedEx number %s',
    (number) => expect(fedexCheckDigit(number.slice(0, 11))).toBe(Number(number[11])),
  );

  it.each(['RB123456785GB', 'EE473124829US'])('agree with the international number %s', (number) =>
    expect(s10CheckDigit(number.slice(2, 10))).toBe(Number(number[10])),
  );
});

describe('tracking numbers', () => {
  it('have the format of their carrier', () => {
    fc.assert(
      fc.property(serial, (n) => {
        expect(uspsTrackingNumber('055', n)).toMatch(/^93055\d{17}$/);
        expect(uspsInternationalNumber(n)).toMatch(/^C[A-Z]\d{9}US$/);
        expect(upsTrackingNumber('03', n)).toMatch(/^1ZPY\d{4}03\d{8}$/);
        expect(fedexTrackingNumber(n)).toMatch(/^7\d{11}$/);
      }),
    );
  });

  it('are different for different serial numbers', () => {
    fc.assert(
      fc.property(serial, serial, (a, b) => {
        fc.pre(a !== b);
        expect(uspsTrackingNumber('055', a)).not.toBe(uspsTrackingNumber('055', b));
        expect(fedexTrackingNumber(a)).not.toBe(fedexTrackingNumber(b));
      }),
    );
  });

  it('show a wrong digit', () => {
    const digit = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(serial, fc.integer({ min: 0, max: 20 }), digit, (n, at, wrong) => {
        const number = uspsTrackingNumber('055', n);
        fc.pre(number[at] !== String(wrong));
        const body = `${number.slice(0, at)}${wrong}${number.slice(at + 1, 21)}`;
        expect(mod10CheckDigit(body)).not.toBe(Number(number[21]));
      }),
    );
  });
});
