import {
  type DueDocument,
  type DueState,
  dueIndex,
  dueIndexWithin,
} from '@parcelyard/events/leased-collection';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { IndexDescription } from 'mongodb';
import type { TrackingScan } from '../../carriers/carrier-port';
import type { Purchase } from '../../domain/purchase';

export const PURCHASES = 'purchases';

/** The part of a purchase that follows its parcel: due for itself, with a lease and a fence of its own. */
export const PARCEL = 'parcel';

export interface PurchaseDocument extends DueDocument, Omit<Purchase, 'id'> {
  accountId: number;
  fence: number;
  _id: PurchaseId;
  v: 1;
  /** True while the purchase owns its order. */
  active: boolean;
  /** Of a return's label, which is never `active`: true while it owns the order's return. */
  returning?: boolean;
  /** From `done` on. */
  [PARCEL]?: ParcelState;
}

export interface ParcelState extends DueState {
  /** Names of the scans that orders was told of, its last word last. */
  told?: readonly string[];
  /** As the carrier last told them, so that a public page asks no carrier. */
  scans?: readonly TrackingScan[];
}

/**
 * The unique ones keep an order from being bought twice: `owner` lets one purchase at a time have it, `return_owner` one
 * its return, and `attempt`, like the id itself, lets no two purchases be the same try.
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
  // A query without an account: a recipient has a tracking number and nothing else.
  { key: { 'label.trackingNumber': 1 }, sparse: true, name: 'tracking_number' },
];

export function toPurchase({
  _id,
  v,
  active,
  returning,
  dueAt,
  leaseUntil,
  dueFailures,
  parcel,
  ...rest
}: PurchaseDocument): Purchase {
  return { id: _id, ...rest };
}
