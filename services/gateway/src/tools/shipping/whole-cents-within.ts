import { type Cents, cents } from '@parcelyard/money/cents';
import { fromDollars, toDollars } from '@parcelyard/money/dollars';

/** A ceiling in dollars as cents; it must not rise by rounding: 5.005 allows 5.00. */
export function wholeCentsWithin(ceiling: number): Cents {
  const rounded = fromDollars(ceiling);
  return toDollars(rounded) > ceiling ? cents(rounded - 1) : rounded;
}
