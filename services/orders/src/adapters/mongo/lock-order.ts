import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { LABELABLE, type LockParams } from '../../domain/purchase-lock';
import type { OrderDocument } from './order-document';

/**
 * Locks an order for a purchase in one update, so that no other purchase can buy a label for it.
 * @returns the locked order; null when nothing changed. `judgeLock` then finds the reason.
 */
export const lockOrder = (
  collection: Collection<OrderDocument>,
  { accountId, orderId }: { accountId: number; orderId: number },
  { purchaseId, addressVersion }: LockParams,
): Promise<OrderDocument | null> =>
  collection.findOneAndUpdate(
    {
      _id: orderId,
      accountId,
      addressVersion,
      label: { $exists: false },
      lockedBy: { $exists: false },
      status: { $in: [...LABELABLE] },
      // An order from a sales platform is locked by other code, which first asks the store.
      source: { $exists: false },
      endedPurchases: { $ne: purchaseId },
      'boughtLabels.purchaseId': { $ne: purchaseId },
    } as Filter<OrderDocument>,
    { $set: { lockedBy: purchaseId }, $inc: { version: 1 } } as UpdateFilter<OrderDocument>,
    { returnDocument: 'after' },
  );
