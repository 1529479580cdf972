import type { Db } from 'mongodb';
import { searchSuffixes } from '../../domain/search-suffixes';

interface SearchedCustomer {
  _id: number;
  accountId: number;
  searchText: string;
  searchTails?: string[];
}

const NAME = 'customers-search-tails';
const BATCH_SIZE = 500;

/** Adds the indexed field to records from before the search had an index. Runs once; may be interrupted or run twice at a time. */
export async function addSearchSuffixes(db: Db): Promise<void> {
  const migrations = db.collection<{ _id: string }>('migrations');
  if (await migrations.findOne({ _id: NAME })) return;
  const customers = db.collection<SearchedCustomer>('customers');
  for (let last = 0; ; ) {
    const batch = await customers
      .find({ _id: { $gt: last } }, { projection: { accountId: 1, searchText: 1, searchTails: 1 } })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .toArray();
    const lacking = batch.filter((customer) => customer.searchTails === undefined);
    if (lacking.length > 0) {
      await customers.bulkWrite(
        lacking.map(({ _id, accountId, searchText }) => ({
          updateOne: {
            // A record that was changed meanwhile has the field already.
            filter: { _id, accountId, searchText },
            update: { $set: { searchTails: searchSuffixes(searchText) } },
          },
        })),
      );
    }
    if (batch.length < BATCH_SIZE) break;
    last = batch.at(-1)?._id ?? last;
  }
  await migrations.updateOne({ _id: NAME }, { $set: { _id: NAME } }, { upsert: true });
}
