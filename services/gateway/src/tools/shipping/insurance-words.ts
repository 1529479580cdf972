import type { Cover } from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';

const dollars = (amount: number): string => formatDollars(cents(amount));

/**
 * Returns a sentence that says whether the parcel is insured, for which value, at which price, and where the owner
 * changes that.
 */
export function insuranceWords({ enabled, premiumCents, insuredValueCents }: Cover): string {
  if (insuredValueCents <= 0) return 'The order total is $0.00, so the parcel is not insured.';
  const [cost, value] = [dollars(premiumCents), dollars(insuredValueCents)];
  return enabled
    ? `The parcel is insured for ${value} at ${cost}; the owner can switch insurance off under Settings, Shipping.`
    : `The parcel is not insured. Insurance for ${value} would cost ${cost}; the owner can switch insurance on under Settings, Shipping.`;
}
