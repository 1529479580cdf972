import type { Purchase } from './purchase';
import { isVoided } from './purchase-state';

interface LabelledOrder {
  readonly status: string;
  readonly hasLabel: boolean;
}

/**
 * The statuses of an order whose parcel was not scanned yet. `Deleted` is one of them, because a deleted order may
 * still have a label.
 */
const UNSCANNED: ReadonlySet<string> = new Set(['PrintLabel', 'LabelPrinted', 'WaitingForPickup', 'Deleted']);

export type VoidRefusal = 'label_voided' | 'no_label_to_void' | 'label_being_bought' | 'parcel_scanned';

/**
 * Returns why a label cannot be voided. Returns undefined when the label can be voided, or when its void was already
 * requested.
 * @param purchase the purchase of the label; if the order has no label, the order's last purchase
 */
export function refusesVoid(order: LabelledOrder, purchase: Purchase | undefined): VoidRefusal | undefined {
  const { status, hasLabel } = order;
  if (purchase?.state === 'void_requested') return undefined;
  if (!hasLabel) {
    return purchase && isVoided(purchase.state) ? 'label_voided' : 'no_label_to_void';
  }
  if (purchase?.state !== 'done') return 'label_being_bought';
  return UNSCANNED.has(status) ? undefined : 'parcel_scanned';
}

/**
 * Does the same as `refusesVoid`, for a return label.
 * @param purchase the purchase of the return label; undefined when there is no return label
 */
export function refusesReturnVoid(status: string, purchase: Purchase | undefined): VoidRefusal | undefined {
  if (!purchase) return 'no_label_to_void';
  if (purchase.state === 'void_requested') return undefined;
  if (purchase.state !== 'done') return 'label_being_bought';
  return status === 'WaitingForReturn' ? undefined : 'parcel_scanned';
}
