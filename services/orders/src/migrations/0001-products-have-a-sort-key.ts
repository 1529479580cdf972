import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';
import { nameOrder } from '@parcelyard/service-kit/name-order';

/** Lists of products are sorted by names as people read them, not by their bytes. */
export const productsHaveASortKey: Migration = {
  name: '0001-products-have-a-sort-key',
  run: async (db) => {
    const products = db.collection<{ _id: number; accountId: number; nameKey: string }>('products');
    const stored = products.find({}, { projection: { accountId: 1, nameKey: 1 } }).sort({ _id: 1 });
    for await (const { _id, accountId, nameKey } of stored) {
      await products.updateOne({ _id, accountId }, { $set: { sortKey: nameOrder(nameKey) } });
    }
  },
};
