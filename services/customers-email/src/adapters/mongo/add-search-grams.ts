import type { Db } from 'mongodb';
import { searchGrams } from '../../domain/search-grams';

interface SearchedCustomer {
  _id: number;
  accountId: number;
  searchText: string;
  searchGrams?: string[];
}

const NAME = 'customers-search-grams';
const AT_ONCE = 500;

/** Records from before the search had an index get what it needs. Done once; safe to begin again, or twice at a time. */
export async function addSearchGrams(db: Db): Promise<void> {
  const migrations = db.collection<{ _id: string }>('migrations');
  if (await migrations.findOne({ _id: NAME })) return;
  const customers = db.collection<SearchedCustomer>('customers');
  for (let last = 0; ; ) {
    const some = await customers
      .find({ _id: { $gt: last } }, { projection: { accountId: 1, searchText: 1, searchGrams: 1 } })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    const lacking = some.filter((customer) => customer.searchGrams === undefined);
    if (lacking.length > 0) {
      await customers.bulkWrite(
        lacking.map(({ _id, accountId, searchText }) => ({
          updateOne: {
            // Changed meanwhile: whoever changed it has added them.
            filter: { _id, accountId, searchText },
            update: { $set: { searchGrams: searchGrams(searchText) } },
          },
        })),
      );
    }
    if (some.length < AT_ONCE) break;
    last = some.at(-1)?._id ?? last;
  }
  await migrations.updateOne({ _id: NAME }, { $set: { _id: NAME } }, { upsert: true });
}
