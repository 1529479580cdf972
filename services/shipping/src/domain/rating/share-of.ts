import { type Cents, cents } from '@parcelyard/money/cents';

/** So many hundredths of a per cent of an amount, rounded half up to whole cents. */
export const shareOf = (amount: Cents, basisPoints: number): Cents =>
  cents(Math.floor((amount * basisPoints + 5_000) / 10_000));
