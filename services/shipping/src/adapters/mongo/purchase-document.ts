import { type DueDocument, dueIndex } from '@parcelyard/events/leased-collection';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { IndexDescription } from 'mongodb';
import type { Purchase } from '../../domain/purchase';

export const PURCHASES = 'purchases';

export interface PurchaseDocument extends DueDocument, Omit<Purchase, 'id' | 'carrierReference'> {
  accountId: number;
  fence: number;
  _id: PurchaseId;
  v: 1;
  carrierReference?: string;
  /** True while the purchase owns its order. */
  active: boolean;
}

/**
 * The unique ones keep an order from being bought twice: `owner` lets one purchase at a time have it, and `attempt`, like
 * the id itself, lets no two purchases be the same try.
 */
export const purchaseIndexes: readonly IndexDescription[] = [
  { key: { accountId: 1, orderId: 1, generation: 1 }, unique: true, name: 'attempt' },
  {
    key: { accountId: 1, orderId: 1 },
    unique: true,
    partialFilterExpression: { active: true },
    name: 'owner',
  },
  { key: { accountId: 1, _id: 1 }, name: 'account' },
  dueIndex,
];

export function toPurchase({
  _id,
  v,
  active,
  dueAt,
  leaseUntil,
  dueFailures,
  ...rest
}: PurchaseDocument): Purchase {
  return { id: _id, ...rest, carrierReference: rest.carrierReference ?? _id };
}
