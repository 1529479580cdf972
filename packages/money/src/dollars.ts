import { type Cents, cents } from './cents';

/**
 * Converts cents to the number of dollars with two decimals that surfaces use. The number is exact, because it is one
 * correctly rounded division.
 */
export const toDollars = (amount: Cents | number): number => amount / 100;

/**
 * Converts a dollar amount from outside to cents, rounded half away from zero at the third decimal. For example, 1.005
 * becomes 1.01, although its nearest double is smaller.
 */
export function fromDollars(amount: number): Cents {
  if (!Number.isFinite(amount)) throw new RangeError('A dollar amount must be finite.');
  const [mantissa, exponent] = Math.abs(amount).toExponential().split('e') as [string, string];
  const rounded = Math.round(Number(`${mantissa}e${Number(exponent) + 2}`));
  return cents(amount < 0 ? -rounded : rounded);
}
