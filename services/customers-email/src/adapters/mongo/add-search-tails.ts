import type { Db } from 'mongodb';
import { searchTails } from '../../domain/search-tails';

interface SearchedCustomer {
  _id: number;
  accountId: number;
  searchText: string;
  searchTails?: string[];
}

const NAME = 'customers-search-tails';
const AT_ONCE = 500;

/** Records from before the search had an index get what it needs. Done once; safe to begin again, or twice at a time. */
export async function addSearchTails(db: Db): Promise<void> {
  const migrations = db.collection<{ _id: string }>('migrations');
  if (await migrations.findOne({ _id: NAME })) return;
  const customers = db.collection<SearchedCustomer>('customers');
  for (let last = 0; ; ) {
    const some = await customers
      .find({ _id: { $gt: last } }, { projection: { accountId: 1, searchText: 1, searchTails: 1 } })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    const lacking = some.filter((customer) => customer.searchTails === undefined);
    if (lacking.length > 0) {
      await customers.bulkWrite(
        lacking.map(({ _id, accountId, searchText }) => ({
          updateOne: {
            // Changed meanwhile: whoever changed it has added them.
            filter: { _id, accountId, searchText },
            update: { $set: { searchTails: searchTails(searchText) } },
          },
        })),
      );
    }
    if (some.length < AT_ONCE) break;
    last = some.at(-1)?._id ?? last;
  }
  await migrations.updateOne({ _id: NAME }, { $set: { _id: NAME } }, { upsert: true });
}
