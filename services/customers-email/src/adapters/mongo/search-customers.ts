import type { Page } from '@parcelyard/contracts/common';
import type { Collection, Filter, WithId } from 'mongodb';
import type { CustomerKeys, NewCustomer } from '../../domain/customer';
import { searchPrefix } from '../../domain/search-suffixes';

export interface CustomerDocument extends Omit<NewCustomer, 'customerId'>, CustomerKeys {
  _id: number;
  v: 1;
  sortKey: string;
  searchText: string;
  /** Parts of `searchText`. Each part starts where a word starts (docs/customers-and-mail.md). */
  searchTails: string[];
  /** The e-mail in lower case. Several records may have it. Only one of them also has the `emailKey`. */
  mailbox?: string | undefined;
}

/**
 * Up to this many matches are sorted in memory. With more matches, it is faster to read records by name until a page is
 * full.
 */
const MAX_SORTED = 500;
const MIN_PREFIX_LENGTH = 3;
/** A character that sorts after every other character of a text. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Returns one page of the records that contain a text, by name, with the exact total (docs/customers-and-mail.md). */
export async function searchCustomers(
  collection: Collection<CustomerDocument>,
  base: Filter<CustomerDocument>,
  query: string,
  { page, pageSize }: Page,
): Promise<{ documents: WithId<CustomerDocument>[]; total: number }> {
  const start = (page - 1) * pageSize;
  const byText = { ...base, ...containing(query) };
  const narrowed = { ...byText, ...narrowing(query) };
  const walkByName = async () => {
    const [documents, total] = await Promise.all([
      collection.find(byText).sort({ sortKey: 1, _id: 1 }).skip(start).limit(pageSize).toArray(),
      collection.countDocuments(narrowed),
    ]);
    return { documents, total };
  };
  if (narrowing(query) === undefined) return walkByName();

  const found = await collection
    .find(narrowed, { projection: { sortKey: 1 } })
    .limit(MAX_SORTED + 1)
    .toArray();
  if (found.length > MAX_SORTED) return walkByName();
  const shown = found.sort(inListOrder).slice(start, start + pageSize);
  const documents = await collection
    .find({ _id: { $in: shown.map(({ _id }) => _id) }, accountId: base.accountId as number })
    .toArray();
  return { documents: documents.sort(inListOrder), total: found.length };
}

type Sorted = Pick<CustomerDocument, 'sortKey' | '_id'>;

/** Compares texts by their bytes, because the index by name sorts in this order. */
const inListOrder = (a: Sorted, b: Sorted): number =>
  Buffer.compare(Buffer.from(a.sortKey), Buffer.from(b.sortKey)) || a._id - b._id;

/**
 * Returns a filter for records that contain the query as plain text. If the query begins with a letter or a digit, a
 * match begins at the beginning of a word.
 */
function containing(query: string): Filter<CustomerDocument> {
  const plain = query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const $regex = /^[\p{L}\p{N}]/u.test(query) ? `(?:^|[^\\p{L}\\p{N}])${plain}` : plain;
  return { searchText: { $regex, $options: 'u' } };
}

/**
 * Returns a filter with which the index finds a few candidates. `containing` then checks the candidates' full text.
 * Returns undefined when the index would find too many records.
 */
function narrowing(query: string): Filter<CustomerDocument> | undefined {
  const prefix = searchPrefix(query);
  if (prefix === undefined || prefix.length < MIN_PREFIX_LENGTH) return undefined;
  return { searchTails: { $elemMatch: { $gte: prefix, $lt: `${prefix}${LAST_CHARACTER}` } } };
}
