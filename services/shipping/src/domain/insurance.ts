import { type Cents, cents, ZERO } from '@parcelyard/money/cents';

const MINIMUM = cents(100);

/** What insuring a parcel costs: 1 % of the declared value, rounded half up to a cent, and 1.00 at least. */
export function insurancePremium(enabled: boolean, declaredValue: Cents): Cents {
  if (!enabled) return ZERO;
  return cents(Math.max(Math.floor((declaredValue + 50) / 100), MINIMUM));
}
