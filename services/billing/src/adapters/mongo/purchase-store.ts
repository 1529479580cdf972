import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db } from 'mongodb';
import type { Purchase } from '../../domain/purchase';
import type { Purchases } from '../../ports';

type PurchaseDocument = Omit<Purchase, 'id'> & { _id: string; v: 1; openedAt: Date };

/** Found by `_id` alone; the account is in every filter so that nobody reaches another one's purchase. */
export function createPurchaseStore(db: Db): Purchases {
  const collection = db.collection<PurchaseDocument>('purchases');
  return {
    find: async (accountId, id) => {
      const document = await collection.findOne({ _id: id, accountId });
      if (!document) return undefined;
      const { _id, v: _, openedAt: __, ...purchase } = document;
      return { id: _id, ...purchase };
    },
    insert: async ({ id, ...purchase }, now) => {
      try {
        await collection.insertOne({ _id: id, v: 1, ...purchase, openedAt: now });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    replaceRefused: async ({ id, accountId, ...purchase }) => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, accountId, state: 'refused' },
        { $set: purchase },
      );
      return matchedCount > 0;
    },
    refuse: async (accountId, id) => {
      await collection.updateOne({ _id: id, accountId, state: 'open' }, { $set: { state: 'refused' } });
    },
    release: async (accountId, id) => {
      await collection.updateOne({ _id: id, accountId, state: 'open' }, { $set: { state: 'released' } });
    },
  };
}
