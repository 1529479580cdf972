import fc from 'fast-check';
import { cents, ZERO } from '../src/cents';
import { fromDollars, toDollars } from '../src/dollars';
import { formatDollars } from '../src/format-dollars';
import { fromDecimal } from '../src/from-decimal';
import { sumCents } from '../src/sum-cents';

const amounts = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map(cents);

describe('cents', () => {
  test.each([0.1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('%d is no amount', (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  });

  test('have one zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(Object.is(ZERO, 0)).toBe(true);
  });

  test('are added exactly, in any sequence', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 50 }), (all) => {
        expect(sumCents(...all)).toBe(sumCents(...all.toReversed()));
      }),
    );
    expect(sumCents()).toBe(0);
    expect(() => sumCents(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError);
  });
});

describe('dollars', () => {
  test('are read and written without a change', () => {
    fc.assert(fc.property(amounts, (amount) => fromDollars(toDollars(amount)) === amount));
  });

  test.each([
    [1.005, 101],
    [-1.005, -101],
    [0.1 + 0.2, 30],
    [19.99, 1999],
    [0.004, 0],
    [1e-7, 0],
  ])('%d is rounded half away from zero to %d cents', (dollars, expected) => {
    expect(fromDollars(dollars)).toBe(expected);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (value) => {
    expect(() => fromDollars(value)).toThrow(RangeError);
  });

  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1205, '$12.05'],
    [-30, '-$0.30'],
    [123_456_789, '$1234567.89'],
  ])('%d cents are written as %s', (amount, text) => {
    expect(formatDollars(cents(amount))).toBe(text);
  });
});

describe('amounts written as decimal numbers', () => {
  test.each([
    ['12', 1200],
    ['12.5', 1250],
    ['-0.30', -30],
    ['1.005', 101],
    ['-1.005', -101],
    ['3.333333', 333],
    ['0.996', 100],
    ['-0.001', 0],
    ['999999999999.99', 99_999_999_999_999],
  ])('%s is read as %d cents', (text, expected) => {
    expect(fromDecimal(text)).toBe(expected);
  });

  test.each(['', 'much', '1,50', '1e3', '.5', '5.', ' 1', '0x10', '1234567890123'])(
    '"%s" is refused',
    (text) => {
      expect(() => fromDecimal(text)).toThrow(RangeError);
    },
  );

  test('are read as they are written', () => {
    fc.assert(
      fc.property(amounts, (amount) => fromDecimal(formatDollars(amount).replace('$', '')) === amount),
    );
  });
});
