import type { Collection, Document, Filter, FindOptions, Sort } from 'mongodb';
import type { Page } from '../page';

/** Returns one page of the matching documents, and how many documents match in total. */
export async function readPage<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  sort: Sort,
  { page, pageSize }: Page,
  options: Pick<FindOptions, 'projection'> = {},
) {
  const start = (page - 1) * pageSize;
  const [documents, total] = await Promise.all([
    collection.find(filter, options).sort(sort).skip(start).limit(pageSize).toArray(),
    collection.countDocuments(filter),
  ]);
  return { documents, total };
}
