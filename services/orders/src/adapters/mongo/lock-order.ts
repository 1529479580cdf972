import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { LABELABLE, type LockParams } from '../../domain/purchase-lock';
import type { OrderDocument } from './order-document';

/**
 * Holds a free order for a purchase that may have it, in one update.
 * @returns the order as it is then; null when `judgeLock` has to say why not, and nothing was done
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
      // One of a store is looked at there first.
      source: { $exists: false },
      endedPurchases: { $ne: purchaseId },
      'boughtLabels.purchaseId': { $ne: purchaseId },
    } as Filter<OrderDocument>,
    { $set: { lockedBy: purchaseId }, $inc: { version: 1 } } as UpdateFilter<OrderDocument>,
    { returnDocument: 'after' },
  );
