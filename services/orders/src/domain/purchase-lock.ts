import type { LockForPurchaseRequest } from '@parcelyard/contracts/orders';
import type { Order } from './order';
import { awaitsReturnLabel } from './order-return';
import { allows, STATUS_NAMES } from './order-status';

/** What a purchase finds when it tries to lock the order. */
export type Judgement =
  | 'locked'
  | 'already_labelled'
  | 'locked_by_another'
  | 'wrong_status'
  | 'address_changed'
  | 'ended';

/**
 * How many ended purchases an order stores. A call lasts for seconds, and an order has one purchase at a time, so the
 * purchase of a late call is always among them.
 */
const REMEMBERED_PURCHASES = 100;

export type LockParams = Pick<LockForPurchaseRequest, 'purchaseId' | 'addressVersion' | 'forReturn'>;

/** The statuses in which a label may be bought. */
export const LABELABLE = STATUS_NAMES.filter((status) => allows(status, 'PrintLabel', 'label_purchased'));

/** Returns `locked` when the order is free for this purchase, or when this purchase has already locked it. */
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
 * Returns what a release changes, even on an order that the purchase has not locked yet; undefined after an earlier
 * release.
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

/** True when the purchase released the order, or when the order had this purchase's label and no longer has it. */
const hasEnded = ({ endedPurchases, boughtLabels }: Order, purchaseId: string): boolean =>
  endedPurchases?.includes(purchaseId) === true ||
  boughtLabels?.some((label) => label.purchaseId === purchaseId) === true;
