import {
  type DueDocument,
  type DueState,
  dueIndex,
  dueIndexWithin,
} from '@parcelyard/due-work/leased-collection';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { IndexDescription } from 'mongodb';
import type { Purchase } from '../../domain/purchase';
import type { TrackingScan } from '../../sellers/carrier-port';

export const PURCHASES = 'purchases';

/** The field with the parcel's tracking. Its due time, lease and fence are separate from those of the purchase. */
export const PARCEL = 'parcel';

export interface PurchaseDocument extends DueDocument, Omit<Purchase, 'id' | 'leaseUntil'> {
  accountId: number;
  fence: number;
  _id: PurchaseId;
  v: 1;
  /** True while the purchase blocks other purchases of its order. */
  active: boolean;
  /**
   * Only for the purchase of a return label: true while this purchase blocks other purchases of a return label for its
   * order. The purchase of a return label is never `active`.
   */
  returning?: boolean;
  /** Exists when the label was bought. */
  [PARCEL]?: ParcelState;
}

export interface ParcelState extends DueState {
  /** Ids of the scans that the orders service already knows. The latest scan is at the end. */
  told?: readonly string[];
  /** The scans of the carrier's last answer. The public tracking page shows them without asking the carrier. */
  scans?: readonly TrackingScan[];
}

/**
 * These indexes prevent that two labels are bought for an order. `owner` allows each order only one purchase of its
 * label that is running or done. `return_owner` does the same for the order's return label. `attempt` makes the numbers
 * of an order's purchases unique.
 */
export const purchaseIndexes: readonly IndexDescription[] = [
  { key: { accountId: 1, orderId: 1, generation: 1 }, unique: true, name: 'attempt' },
  {
    key: { accountId: 1, orderId: 1 },
    unique: true,
    partialFilterExpression: { active: true },
    name: 'owner',
  },
  {
    key: { accountId: 1, orderId: 1, returning: 1 },
    unique: true,
    partialFilterExpression: { returning: true },
    name: 'return_owner',
  },
  { key: { accountId: 1, _id: 1 }, name: 'account' },
  {
    key: { accountId: 1, state: 1 },
    partialFilterExpression: { voidRequestedAt: { $exists: true } },
    name: 'voids',
  },
  dueIndex,
  dueIndexWithin(PARCEL),
  // A recipient knows only the tracking number, so this index has no account.
  { key: { 'label.trackingNumber': 1 }, sparse: true, name: 'tracking_number' },
];

export function toPurchase({
  _id,
  v,
  active,
  returning,
  dueAt,
  dueFailures,
  parcel,
  ...rest
}: PurchaseDocument): Purchase {
  return { id: _id, ...rest };
}
