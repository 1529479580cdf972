import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';
import { nameOrder } from '@parcelyard/service-kit/name-order';

/** Lists of customers are sorted by names as people read them, not by their bytes. */
export const customersSortAsRead: Migration = {
  name: '0001-customers-sort-as-read',
  run: async (db) => {
    const customers = db.collection<{ _id: number; accountId: number; sortKey: string }>('customers');
    const stored = customers.find({}, { projection: { accountId: 1, sortKey: 1 } }).sort({ _id: 1 });
    for await (const { _id, accountId, sortKey } of stored) {
      const asRead = nameOrder(sortKey);
      if (asRead === sortKey) continue;
      await customers.updateOne({ _id, accountId }, { $set: { sortKey: asRead } });
    }
  },
};
