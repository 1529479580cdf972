import type { DueDocument } from '@parcelyard/events/start-due-worker';
import { dueIndex } from '@parcelyard/events/start-due-worker';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { IndexDescription } from 'mongodb';
import type { Purchase } from '../../domain/purchase';

export const PURCHASES = 'purchases';

export interface PurchaseDocument extends DueDocument, Omit<Purchase, 'id'> {
  accountId: number;
  fence: number;
  _id: PurchaseId;
  v: 1;
  /** True while the purchase owns its order. */
  active: boolean;
}

/** The two unique ones are what keeps an order from being bought twice. */
export const purchaseIndexes: readonly IndexDescription[] = [
  { key: { accountId: 1, orderId: 1, generation: 1 }, unique: true, name: 'attempt' },
  {
    key: { accountId: 1, orderId: 1 },
    unique: true,
    partialFilterExpression: { active: true },
    name: 'owner',
  },
  { key: { accountId: 1, _id: 1 }, name: 'account' },
  // For operators, who know an order but not its account.
  { key: { orderId: 1, generation: 1 }, name: 'order' },
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
  return { id: _id, ...rest };
}
