import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { LABELABLE, type LockParams } from '../../domain/purchase-lock';
import type { OrderDocument } from './order-document';

/**
 * Locks a free order for a purchase, in one update.
 * @returns the locked order; null when nothing changed, and `judgeLock` then finds the reason
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
      // An order of a sales platform is not locked here, because its platform must be asked first.
      source: { $exists: false },
      endedPurchases: { $ne: purchaseId },
      'boughtLabels.purchaseId': { $ne: purchaseId },
    } as Filter<OrderDocument>,
    { $set: { lockedBy: purchaseId }, $inc: { version: 1 } } as UpdateFilter<OrderDocument>,
    { returnDocument: 'after' },
  );
