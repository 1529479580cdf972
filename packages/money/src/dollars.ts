import { type Cents, cents } from './cents';

/**
 * Converts cents to dollars as surfaces use them, such as 12.05 for 1205. One division gives the number that is nearest
 * to the exact amount.
 */
export const toDollars = (amount: Cents | number): number => amount / 100;

/**
 * Converts a dollar amount from outside to cents. A third decimal of 5 or more rounds away from zero. For example,
 * 1.005 becomes 1.01, although its nearest double is smaller.
 */
export function fromDollars(amount: number): Cents {
  if (!Number.isFinite(amount)) throw new RangeError('A dollar amount must be finite.');
  const [mantissa, exponent] = Math.abs(amount).toExponential().split('e') as [string, string];
  const rounded = Math.round(Number(`${mantissa}e${Number(exponent) + 2}`));
  return cents(amount < 0 ? -rounded : rounded);
}

/**
 * An amount may differ from whole cents by less than this, because the caller's program may have made a rounding error,
 * such as 0.1 + 0.2 = 0.30000000000000004.
 */
const ROUNDING_OF_PROGRAMS = 0.000001;

/** Whether a dollar amount from outside is a whole number of cents. A rounding error of a program is accepted. */
export const isWholeCents = (dollars: number): boolean =>
  Math.abs(toDollars(fromDollars(dollars)) - dollars) < ROUNDING_OF_PROGRAMS;
