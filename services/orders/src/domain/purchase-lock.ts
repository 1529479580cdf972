import type { LockForPurchaseRequest } from '@parcelyard/contracts/orders';
import type { Order } from './order';
import { awaitsReturnLabel } from './order-return';
import { allows, STATUS_NAMES } from './order-status';

/** Whether a purchase may lock an order; if not, why. */
export type Judgement =
  | 'locked'
  | 'already_labelled'
  | 'locked_by_another'
  | 'wrong_status'
  | 'address_changed'
  | 'ended';

/**
 * How many ended purchases an order remembers. A purchase's request to lock the order may arrive some seconds after the
 * purchase ended. The order refuses it, because it still remembers that purchase.
 */
const REMEMBERED_PURCHASES = 100;

export type LockParams = Pick<LockForPurchaseRequest, 'purchaseId' | 'addressVersion' | 'forReturn'>;

/** The statuses in which a label may be bought. */
export const LABELABLE = STATUS_NAMES.filter((status) => allows(status, 'PrintLabel', 'label_purchased'));

/** Returns `locked` when this purchase may lock the order, or has already locked it. */
export function judgeLock(order: Order, { purchaseId, addressVersion, forReturn }: LockParams): Judgement {
  if (forReturn ? order.returnLabel : order.label) return 'already_labelled';
  if (order.lockedBy === purchaseId) return 'locked';
  if (hasEnded(order, purchaseId)) return 'ended';
  if (order.lockedBy !== undefined) return 'locked_by_another';
  const canBuy = forReturn ? awaitsReturnLabel(order) : allows(order.status, 'PrintLabel', 'label_purchased');
  if (!canBuy) return 'wrong_status';
  if (order.addressVersion !== addressVersion) return 'address_changed';
  return 'locked';
}

/**
 * Returns what changes when a purchase ends without a label. The purchase's request for the lock may arrive later, so
 * the end is stored even if the order is not locked yet. Returns undefined when the end is already stored.
 */
export function releaseLock(
  order: Order,
  purchaseId: string,
): Pick<Order, 'lockedBy' | 'endedPurchases'> | undefined {
  const { lockedBy, endedPurchases = [] } = order;
  if (endedPurchases.includes(purchaseId)) return undefined;
  return {
    lockedBy: lockedBy === purchaseId ? undefined : lockedBy,
    endedPurchases: [...endedPurchases, purchaseId].slice(-REMEMBERED_PURCHASES),
  };
}

/** True when the purchase ended without a label, or when its label was once on the order. */
const hasEnded = ({ endedPurchases, boughtLabels }: Order, purchaseId: string): boolean =>
  endedPurchases?.includes(purchaseId) === true ||
  boughtLabels?.some((label) => label.purchaseId === purchaseId) === true;
