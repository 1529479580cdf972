import type { Collection, Filter } from 'mongodb';
import type { OrderRow } from '../../domain/order';
import type { OrderSearch } from '../../domain/order-search';
import type { PageWanted } from '../../ports';
import { type OrderDocument, ROW_PROJECTION, rowOf } from './order-document';

/**
 * One page of what a search finds, newest first, with the exact total. Dates bound the index that lists walk; a text is
 * looked for in every order between them, as one of the address book is.
 */
export async function searchOrders(
  collection: Collection<OrderDocument>,
  matching: Filter<OrderDocument>,
  search: OrderSearch,
  { page, pageSize }: PageWanted,
): Promise<{ orders: OrderRow[]; total: number }> {
  const filter = { ...matching, ...within(search), ...containing(search.text) };
  const [documents, total] = await Promise.all([
    collection
      .find(filter, { projection: ROW_PROJECTION })
      .sort({ date: -1, _id: -1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .toArray(),
    collection.countDocuments(filter),
  ]);
  return { orders: documents.map(rowOf), total };
}

function within({ from, before }: OrderSearch): Filter<OrderDocument> {
  if (!from && !before) return {};
  return { date: { ...(from && { $gte: from }), ...(before && { $lt: before }) } };
}

/** A plain substring, whatever signs it holds. */
const containing = (text: string): Filter<OrderDocument> =>
  text === '' ? {} : { searchText: { $regex: text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') } };
