import type { Order } from './order';
import { allows } from './order-status';

/** What a purchase that wants the order for itself finds. */
export type LockOutcome =
  | 'locked'
  | 'already_labelled'
  | 'locked_by_another'
  | 'wrong_status'
  | 'address_changed';

interface Wish {
  purchaseId: string;
  /** The version that the rate was sealed for. */
  addressVersion: number;
}

/** `locked` means: free for this purchase, or already held by it. */
export function judgeLock(order: Order, { purchaseId, addressVersion }: Wish): LockOutcome {
  if (order.label) return 'already_labelled';
  if (order.lockedBy === purchaseId) return 'locked';
  if (order.lockedBy !== undefined) return 'locked_by_another';
  if (!allows(order.status, 'PrintLabel', 'label_purchased')) return 'wrong_status';
  if (order.addressVersion !== addressVersion) return 'address_changed';
  return 'locked';
}
