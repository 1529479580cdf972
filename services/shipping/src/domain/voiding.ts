import type { Purchase } from './purchase';
import { isVoided, isVoiding } from './purchase-state';

/** What a void looks at of an order. */
interface LabelledOrder {
  readonly orderId: number;
  /** Status name. */
  readonly status: string;
  readonly hasLabel: boolean;
}

/** Statuses in which a parcel has not met its carrier. A canceled order may still have a label. */
const UNSCANNED: ReadonlySet<string> = new Set(['PrintLabel', 'LabelPrinted', 'WaitingForPickup', 'Deleted']);

/**
 * Why a label cannot be voided, in a sentence for the caller; undefined when its carrier can be asked.
 * @param purchase of the label, or the order's latest when it has none
 */
export function refusesVoid(order: LabelledOrder, purchase: Purchase | undefined): string | undefined {
  const { orderId, status, hasLabel } = order;
  if (purchase && isVoiding(purchase.state)) return beingVoided(orderId);
  if (!hasLabel) {
    return purchase && isVoided(purchase.state)
      ? `The label of order ${orderId} was voided already. Nothing was changed.`
      : `Order ${orderId} has no label to void.`;
  }
  if (purchase?.state !== 'done') {
    return `The label of order ${orderId} is still being bought. Try again in a moment.`;
  }
  return UNSCANNED.has(status)
    ? undefined
    : `The parcel of order ${orderId} was scanned by its carrier, so its label cannot be voided.`;
}

export const beingVoided = (orderId: number): string =>
  `The label of order ${orderId} is being voided already. Nothing was changed.`;
