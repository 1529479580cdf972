import { type Cents, cents } from './cents';

/** @throws RangeError when the sum leaves the safe whole numbers */
export const sumCents = (...amounts: readonly Cents[]): Cents =>
  cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
