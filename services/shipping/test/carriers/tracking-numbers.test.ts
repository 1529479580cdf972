import fc from 'fast-check';
import { fedexCheckDigit, fedexTrackingNumber } from '../../src/carriers/fedex/fedex-tracking-number';
import { upsCheckDigit, upsTrackingNumber } from '../../src/carriers/ups/ups-tracking-number';
import {
  mod10CheckDigit,
  s10CheckDigit,
  uspsInternationalNumber,
  uspsTrackingNumber,
} from '../../src/carriers/usps/usps-tracking-number';

const serial = fc.integer({ min: 1, max: 9_999_999_999 });

describe('check digits', () => {
  // Published examples of the numbering schemes.
  it('are those of known USPS numbers', () => {
    expect(mod10CheckDigit('940011189922385728647'.slice(0, 21))).toBe(6);
    expect(mod10CheckDigit('7196901075')).toBe(6);
  });
  it('are those of known UPS numbers', () => {
    expect(upsCheckDigit('5R8941123456789'.slice(0, 15))).toBe(upsReference('5R8941123456789'));
    expect(upsCheckDigit('999AA1012345678')).toBe(4);
    expect(upsCheckDigit('12345E020527168')).toBe(4);
  });
  it('are those of known FedEx numbers', () => {
    expect(fedexCheckDigit('98657878888')).toBe(5);
    expect(fedexCheckDigit('47726616132')).toBe(7);
  });
  it('are those of known international numbers', () => {
    expect(s10CheckDigit('47312482')).toBe(9);
  });
});

/** The same rule, written from the other end: letters are their place in the alphabet plus one. */
function upsReference(body: string): number {
  let odd = 0;
  let even = 0;
  for (let at = 0; at < body.length; at += 1) {
    const character = body.charAt(at);
    const value = /[A-Z]/.test(character)
      ? (character.charCodeAt(0) - 'A'.charCodeAt(0) + 2) % 10
      : Number(character);
    if (at % 2 === 0) odd += value;
    else even += value;
  }
  return (10 - ((odd + 2 * even) % 10)) % 10;
}

describe('tracking numbers', () => {
  it('have the shape of their carrier', () => {
    fc.assert(
      fc.property(serial, (n) => {
        expect(uspsTrackingNumber('055', n)).toMatch(/^93055\d{17}$/);
        expect(uspsInternationalNumber(n)).toMatch(/^C[A-Z]\d{9}US$/);
        expect(upsTrackingNumber('03', n)).toMatch(/^1ZPY\d{4}03\d{8}$/);
        expect(fedexTrackingNumber(n)).toMatch(/^7\d{11}$/);
      }),
    );
  });

  it('differ for different serials', () => {
    fc.assert(
      fc.property(serial, serial, (a, b) => {
        fc.pre(a !== b);
        expect(uspsTrackingNumber('055', a)).not.toBe(uspsTrackingNumber('055', b));
        expect(fedexTrackingNumber(a)).not.toBe(fedexTrackingNumber(b));
      }),
    );
  });

  it('betray a wrong digit', () => {
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
