import type { Page } from '@parcelyard/service-kit/page';
import type { Collection, Filter, WithId } from 'mongodb';
import { tailBeginning } from '../../domain/search-tails';
import type { CustomerDocument } from './customer-document';

/** Matches that are sorted for a page; more of them are met soon enough on a walk by name. */
const MOST_SORTED = 500;
const SHORTEST_NARROWED = 3;
/** Sorts behind every sign that a text may go on with. */
const LAST_SIGN = '\u{10FFFF}';

/** A page of the records that a text is found in, by name, with the exact total (docs/adr: searching the address book). */
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
    .limit(MOST_SORTED + 1)
    .toArray();
  if (found.length > MOST_SORTED) return walkByName();
  const shown = found.sort(inListOrder).slice(start, start + pageSize);
  const documents = await collection
    .find({ _id: { $in: shown.map(({ _id }) => _id) }, accountId: base.accountId as number })
    .toArray();
  return { documents: documents.sort(inListOrder), total: found.length };
}

type Sorted = Pick<CustomerDocument, 'sortKey' | '_id'>;

/** As the index by name has them: texts by their bytes. */
const inListOrder = (a: Sorted, b: Sorted): number =>
  Buffer.compare(Buffer.from(a.sortKey), Buffer.from(b.sortKey)) || a._id - b._id;

/** Plain text, whatever signs it holds, that does not begin inside a word. */
function containing(query: string): Filter<CustomerDocument> {
  const plain = query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const $regex = /^[\p{L}\p{N}]/u.test(query) ? `(?:^|[^\\p{L}\\p{N}])${plain}` : plain;
  return { searchText: { $regex, $options: 'u' } };
}

/** What the index knows of a search; the text itself decides. Undefined for one that most of an address book fits. */
function narrowing(query: string): Filter<CustomerDocument> | undefined {
  const beginning = tailBeginning(query);
  if (beginning === undefined || beginning.length < SHORTEST_NARROWED) return undefined;
  return { searchTails: { $elemMatch: { $gte: beginning, $lt: `${beginning}${LAST_SIGN}` } } };
}
