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

/**
 * The part of a purchase that tracks its parcel. It has a due time, a lease and a fence that are separate from the
 * purchase's.
 */
export const PARCEL = 'parcel';

export interface PurchaseDocument extends DueDocument, Omit<Purchase, 'id' | 'leaseUntil'> {
  accountId: number;
  fence: number;
  _id: PurchaseId;
  v: 1;
  /** True while the purchase owns its order. */
  active: boolean;
  /** Only for a return label: true while the purchase owns the order's return. A return label is never `active`. */
  returning?: boolean;
  /** The state of the parcel. Set when the purchase reaches `done`. */
  [PARCEL]?: ParcelState;
}

export interface ParcelState extends DueState {
  /** Ids of the scans already reported to the orders service, latest last. */
  told?: readonly string[];
  /** The scans of the carrier's last answer. A public page shows them without a call to the carrier. */
  scans?: readonly TrackingScan[];
}

/**
 * The unique indexes prevent two purchases of one order. `owner` allows one purchase at a time per order,
 * `return_owner` one per return. `attempt` and `_id` make each attempt unique.
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
  // An index for queries without an account, because a recipient has only a tracking number.
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
