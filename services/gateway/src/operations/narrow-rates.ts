import type { Rate } from '@parcelyard/contracts/shipping';
import { wholeCentsWithin } from './buy-rated-label';

interface Narrowing {
  /** The last day on which the parcel may arrive, YYYY-MM-DD. */
  readonly deliverBy?: string | undefined;
  /** The highest postage in dollars; 0 counts as not given. */
  readonly maxAmount?: number | undefined;
  readonly carrier?: string | undefined;
}

interface NarrowedRates {
  readonly rates: readonly Rate[];
  /** How many rates were left out; absent when the caller gave no limit and no carrier. */
  readonly leftOut?: number;
}

/**
 * Leaves out rates that are too slow, too expensive or of another carrier than the wanted one. With `deliverBy`, also
 * leaves out rates without a known day of arrival.
 */
export function narrowRates(
  rates: readonly Rate[],
  { deliverBy, maxAmount, carrier }: Narrowing,
): NarrowedRates {
  const wanted = carrier?.trim().toLowerCase();
  if (!deliverBy && !maxAmount && !wanted) return { rates };
  const narrowed = rates.filter(
    (rate) =>
      (!deliverBy ||
        ((rate.estimatedDeliveryDate ?? '') !== '' && (rate.estimatedDeliveryDate as string) <= deliverBy)) &&
      (!maxAmount || rate.amountCents <= wholeCentsWithin(maxAmount)) &&
      (!wanted || rate.carrier.toLowerCase() === wanted),
  );
  return { rates: narrowed, leftOut: rates.length - narrowed.length };
}
