import type { Page } from '@parcelyard/contracts/common';
import type { OrderRow } from '@parcelyard/contracts/orders';
import type { Collection, Filter } from 'mongodb';
import { isShown, type OrderFilter, type OrderSearch } from '../../domain/order-query';
import { byDate, customersMailbox, type OrderDocument, ROW_PROJECTION, rowOf } from './order-document';

interface Found {
  orders: OrderRow[];
  total: number;
}

interface Searched {
  accountId: number;
  status: OrderFilter;
  search: OrderSearch;
}

/**
 * Up to this many matches are read and sorted in memory. With more matches, it is faster to read by date until a page
 * is full.
 */
const MAX_READ = 500;
/** The end of a range of words: this character sorts after every character that a word can have. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Returns one page of the orders that match a text, sorted by date, with the exact total (docs/adr/0044). */
export async function searchOrders(
  collection: Collection<OrderDocument>,
  searched: Searched,
  page: Page,
): Promise<Found> {
  for (const prefix of searched.search.prefixes ?? []) {
    const found = await searchWord(collection, searched, prefix, page);
    if (found.total > 0) return found;
  }
  return { orders: [], total: 0 };
}

/**
 * Finds the orders that have a word with this prefix. The query has no other condition, so that the database uses the
 * index of words. With a status or a date in the query, the database might choose another index and read every order of
 * a year. The status and the date are checked afterwards.
 */
async function searchWord(
  collection: Collection<OrderDocument>,
  { accountId, status, search }: Searched,
  prefix: string,
  { page, pageSize }: Page,
): Promise<Found> {
  const skip = (page - 1) * pageSize;
  const word = { searchWords: { $elemMatch: { $gte: prefix, $lt: `${prefix}${LAST_CHARACTER}` } } };
  const { emailOwners = [] } = search;
  const wanted: Filter<OrderDocument>[] = [word as Filter<OrderDocument>];
  if (emailOwners.length > 0) wanted.push({ mailbox: { $in: emailOwners.map(customersMailbox) } });
  const read = new Map<number, OrderDocument>();
  for (const filter of wanted) {
    const some = collection
      .find({ accountId, ...filter }, { projection: ROW_PROJECTION })
      .limit(MAX_READ + 1);
    for (const document of await some.toArray()) read.set(document._id, document);
  }
  if (read.size <= MAX_READ) {
    const found = [...read.values()]
      .filter((document) => isShown(document, status, search))
      .sort(newestFirst);
    if (search.oldestFirst) found.reverse();
    return { orders: found.slice(skip, skip + pageSize).map(rowOf), total: found.length };
  }
  const any = wanted.length === 1 ? wanted[0] : { $or: wanted };
  const filter = { accountId, ...any, ...inStatus(status), ...betweenDates(search) };
  const [documents, total] = await Promise.all([
    collection
      .find(filter, { projection: ROW_PROJECTION })
      .sort(byDate(search))
      .skip(skip)
      .limit(pageSize)
      .toArray(),
    collection.countDocuments(filter),
  ]);
  return { orders: documents.map(rowOf), total };
}

type Dated = Pick<OrderDocument, 'date' | '_id'>;

const newestFirst = (a: Dated, b: Dated): number => b.date.getTime() - a.date.getTime() || b._id - a._id;

export function inStatus(status: OrderFilter): Filter<OrderDocument> {
  if (status === 'any') return {};
  return status === 'active' ? { active: true } : { status };
}

/** Filters by date, so that the database reads only these days. */
export const betweenDates = ({ from, before }: OrderSearch): Filter<OrderDocument> =>
  from || before ? { date: { ...(from && { $gte: from }), ...(before && { $lt: before }) } } : {};
