import type { Order } from '@parcelyard/contracts/orders';

const READY_TO_SHIP = 'ChooseShipping';

/** Warns that the order's label cannot be bought at these rates, or that the weight is probably wrong. */
export const ratingWarnings = (
  { status, label, weightOz }: Pick<Order, 'status' | 'label' | 'weightOz'>,
  ratedOz: number,
): string[] => [...standingWarnings({ status, label }), ...weightWarnings(weightOz, ratedOz)];

function standingWarnings({ status, label }: Pick<Order, 'status' | 'label'>): string[] {
  if (label?.pendingVoid) {
    return [
      "The void of this order's label is waiting for the carrier: none of these rates can be bought before its answer.",
    ];
  }
  if (label) {
    return ['This order has its label already: a purchase answers that label and charges nothing.'];
  }
  if (status === READY_TO_SHIP) return [];
  return [
    'This order is not ready to ship: none of these rates can be bought, for labels are for orders that are ready to ship.',
  ];
}

/** Weights that differ by more than half are probably a mistake, such as pounds given as ounces. */
function weightWarnings(knownOz: number | undefined, ratedOz: number): string[] {
  if (!knownOz || Math.abs(ratedOz - knownOz) * 2 <= knownOz) return [];
  return [
    `The weight of ${ratedOz} oz is far from the ${knownOz} oz that the order had until now. A pound has 16 oz: rate again if it is wrong.`,
  ];
}
