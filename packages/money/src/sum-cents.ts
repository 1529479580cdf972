import { type Cents, cents } from './cents';

/** @throws RangeError when the sum is not a safe whole number */
export const sumCents = (...amounts: readonly Cents[]): Cents =>
  cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
