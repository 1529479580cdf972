import type { AccountId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db } from 'mongodb';
import type { Decline } from '../../domain/decline';

const DECLINES = 'declines';

/** One document for each payment method whose last charge the bank declined. */
export const declineIndexes: IndexPlan = {
  [DECLINES]: [{ key: { accountId: 1, paymentMethod: 1 }, name: 'once', unique: true }],
};

export type DeclineStore = ReturnType<typeof createDeclineStore>;

export function createDeclineStore(db: Db) {
  const collection = db.collection<Decline>(DECLINES);

  const find = async (accountId: AccountId, paymentMethod: string): Promise<Decline | undefined> =>
    (await collection.findOne({ accountId, paymentMethod }, { projection: { _id: 0 } })) ?? undefined;

  return {
    find,
    /** Counts a declined charge once, even when several callers report it. */
    note: async (decline: Omit<Decline, 'count'>): Promise<void> => {
      const { accountId, paymentMethod, reference } = decline;
      for (;;) {
        const before = await find(accountId, paymentMethod);
        if (before?.reference === reference) return;
        const next = { ...decline, count: (before?.count ?? 0) + 1 };
        if (before) {
          const { matchedCount } = await collection.updateOne(
            { accountId, paymentMethod, reference: before.reference },
            { $set: next },
          );
          if (matchedCount > 0) return;
          continue;
        }
        if (await unlessDuplicate(collection.insertOne(next))) return;
      }
    },
    forget: async (accountId: AccountId, paymentMethod: string): Promise<void> => {
      await collection.deleteOne({ accountId, paymentMethod });
    },
  };
}
