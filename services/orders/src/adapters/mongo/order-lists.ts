import type { Page } from '@parcelyard/contracts/common';
import type { LeftOutOrder, ListOrdersResponse, OrderRow } from '@parcelyard/contracts/orders';
import type { Collection, Filter } from 'mongodb';
import type { Order } from '../../domain/order';
import {
  countFound,
  countMatching,
  type OrderFilter,
  type OrderPosition,
  type OrderQuery,
  type OrderSearch,
  walksByChange,
} from '../../domain/order-query';
import type { OrderCounters } from './order-counters';
import {
  byDate,
  customersMailbox,
  mailboxOf,
  OLDEST_FIRST,
  type OrderDocument,
  ROW_PROJECTION,
  rowOf,
  toOrder,
} from './order-document';
import { createRevisionCache } from './revision-cache';
import { betweenDates, inStatus, searchOrders } from './search-orders';

interface Dependencies {
  collection: Collection<OrderDocument>;
  counters: OrderCounters;
}

const OLDEST_CHANGE_FIRST = { updatedAt: 1, _id: 1 } as const;
const KEPT_PAGES = 1_000;
const MAX_LEFT_OUT = 100;

/**
 * Reads lists of orders. The number of orders in a list is taken from the account's stored totals. Orders are counted
 * only if the totals do not have this number.
 */
export function createOrderLists({ collection, counters }: Dependencies) {
  const pages = createRevisionCache<ListOrdersResponse>(KEPT_PAGES);

  const readRows = async (
    filter: Filter<OrderDocument>,
    { page, pageSize }: Page,
    search: OrderSearch = {},
  ): Promise<OrderRow[]> =>
    (
      await collection
        .find(filter, { projection: ROW_PROJECTION })
        .sort(byDate(search))
        .skip((page - 1) * pageSize)
        .limit(pageSize)
        .toArray()
    ).map(rowOf);

  return {
    /**
     * Returns one page of rows, by date. The answer contains the status, or '' when orders of every status were
     * requested. With a date range, the orders are counted once, and the total is then cached. Until an order of the
     * account changes, repeated calls return the same object, so that it is encoded only once.
     */
    list: async (
      accountId: number,
      status: OrderFilter,
      page: Page,
      search: OrderSearch,
    ): Promise<ListOrdersResponse> => {
      const named = { status: status === 'any' ? '' : status };
      if (search.prefixes) {
        return { ...(await searchOrders(collection, { accountId, status, search }, page)), ...named };
      }
      const filter = { accountId, ...inStatus(status), ...betweenDates(search) };
      // The totals are read before the rows, so the rows are never older than the revision under which they are cached.
      const { revision, counts } = await counters.read(accountId);
      const most = countMatching(status, counts);
      if (!filter.date && (page.page - 1) * page.pageSize >= most)
        return { orders: [], total: most, ...named };
      const key = `${accountId} ${status} ${page.page} ${page.pageSize} ${most} ${keyOf(search)}`;
      return pages.get(key, revision, async () => {
        const [orders, total] = await Promise.all([
          readRows(filter, page, search),
          filter.date ? collection.countDocuments(filter) : most,
        ]);
        return { orders, total, ...named };
      });
    },

    /** Returns whole orders that match the query, newest first. A query for changes returns the oldest change first. */
    find: async (
      accountId: number,
      query: OrderQuery,
      { page, pageSize }: Page,
    ): Promise<{ orders: Order[]; total: number }> => {
      const filter = { accountId, ...matchingQuery(query) };
      const { counts } = await counters.read(accountId);
      const total = countFound(query, counts) ?? (await collection.countDocuments(filter));
      const skip = (page - 1) * pageSize;
      if (skip >= total) return { orders: [], total };
      const order = walksByChange(query) ? OLDEST_CHANGE_FIRST : byDate({});
      const documents = await collection.find(filter).sort(order).skip(skip).limit(pageSize).toArray();
      return { orders: documents.map(toOrder), total };
    },

    /**
     * Returns the orders after a position. If more orders follow, also returns the position of the last returned order.
     * Orders that are added meanwhile do not shift the pages.
     */
    walk: async (
      accountId: number,
      query: OrderQuery,
      behind: OrderPosition | undefined,
      most: number,
    ): Promise<{ orders: Order[]; last?: OrderPosition }> => {
      const byChange = walksByChange(query);
      const filter = { accountId, ...beyond(matchingQuery(query), behind, byChange) };
      const documents = await collection
        .find(filter)
        .sort(byChange ? OLDEST_CHANGE_FIRST : byDate({}))
        .limit(most + 1)
        .toArray();
      const orders = documents.slice(0, most).map(toOrder);
      const last = orders.at(-1);
      if (documents.length <= most || !last) return { orders };
      const at = (byChange ? last.updatedAt : last.date) as Date;
      return { orders, last: { at, orderId: last.orderId } };
    },

    /**
     * Returns orders with the status LabelPrinted that have a label of this carrier, without a requested void, and are
     * in no pickup, oldest first. Also returns the companies and external ids of these orders. The sandbox carrier
     * looks for its test values in them.
     */
    listPickupEligible: async (accountId: number, carrier: string, limit: number) => {
      const documents = await collection
        .find(
          {
            accountId,
            status: 'LabelPrinted',
            'label.carrier': carrier,
            pickupId: { $exists: false },
            'label.pendingVoid': { $exists: false },
          },
          { projection: { ...ROW_PROJECTION, ...REFERENCES_PROJECTION } },
        )
        .sort(OLDEST_FIRST)
        .limit(limit)
        .toArray();
      return { orders: documents.map(rowOf), references: referencesOf(documents) };
    },

    /**
     * Returns ChooseShipping orders as `orders`, oldest first. Unless `anyWeight` is true, `orders` has only orders
     * with a weight. `leftOut` has other ChooseShipping orders: those beyond `limit`, and those without a weight.
     */
    listReadyToShip: async (
      accountId: number,
      { limit, anyWeight }: { limit: number; anyWeight: boolean },
    ): Promise<{ orders: Order[]; leftOut: LeftOutOrder[]; leftOutCount: number }> => {
      const ready: Filter<OrderDocument> = { accountId, status: 'ChooseShipping' };
      const { counts } = await counters.read(accountId);
      const documents = await collection
        .find(anyWeight ? ready : { ...ready, weightOz: { $gt: 0 } })
        .sort(OLDEST_FIRST)
        .limit(limit)
        .toArray();
      const leftOutCount = Math.max(0, (counts.ChooseShipping ?? 0) - documents.length);
      const orders = documents.map(toOrder);
      if (leftOutCount === 0) return { orders, leftOut: [], leftOutCount };
      const listed = new Set(documents.map(({ _id }) => _id));
      const oldest = await collection
        .find(ready, { projection: { orderNumber: 1, weightOz: 1 } })
        .sort(OLDEST_FIRST)
        .limit(documents.length + MAX_LEFT_OUT)
        .toArray();
      const leftOut = oldest.filter(({ _id }) => !listed.has(_id)).slice(0, MAX_LEFT_OUT);
      return { orders, leftOut: leftOut.map(leftOutOf), leftOutCount };
    },

    /** Returns rows of the orders that exist, in no particular order. */
    getRows: async (accountId: number, orderIds: readonly number[]): Promise<OrderRow[]> => {
      const documents = await collection
        .find({ _id: { $in: [...orderIds] }, accountId }, { projection: ROW_PROJECTION })
        .toArray();
      return documents.map(rowOf);
    },

    /** Returns orders of one record of the address book, newest first. */
    listOfCustomer: (accountId: number, customerId: number, limit: number): Promise<OrderRow[]> =>
      readRows({ accountId, customerId }, { page: 1, pageSize: limit }),
  };
}

const keyOf = ({ from, before, oldestFirst }: OrderSearch): string =>
  `${from?.getTime()} ${before?.getTime()} ${oldestFirst}`;

const leftOutOf = ({ _id, orderNumber, weightOz }: OrderDocument): LeftOutOrder => ({
  orderId: _id,
  orderNumber,
  withoutWeight: !(weightOz !== undefined && weightOz > 0),
});

function matchingQuery(query: OrderQuery): Filter<OrderDocument> {
  const { statuses, liveOnly, from, to, email, invoiceNumber, externalOrderId, updatedFrom } = query;
  const { emailOwners = [] } = query;
  const [status, ...others] = statuses;
  return {
    ...(status === undefined ? {} : { status: others.length === 0 ? status : { $in: [...statuses] } }),
    ...(liveOnly ? { active: true } : {}),
    ...(email === undefined ? {} : { mailbox: mailboxFilter(email, emailOwners) }),
    ...(invoiceNumber === undefined ? {} : { invoiceNumber }),
    ...(externalOrderId === undefined ? {} : { externalOrderId }),
    ...(updatedFrom ? { updatedAt: { $gte: updatedFrom } } : {}),
    ...(from || to ? { date: { ...(from && { $gte: from }), ...(to && { $lt: to }) } } : {}),
  };
}

function mailboxFilter(email: string, owners: readonly number[]) {
  const own = mailboxOf(email) ?? '';
  return owners.length === 0 ? own : { $in: [own, ...owners.map(customersMailbox)] };
}

/**
 * Adds the condition for the next page: the orders that follow the last read order in the sort order. Of the orders
 * with the same time as the last one, only those that were not read yet match.
 */
function beyond(
  filter: Filter<OrderDocument>,
  behind: OrderPosition | undefined,
  byChange: boolean,
): Filter<OrderDocument> {
  if (!behind) return filter;
  const { at, orderId } = behind;
  if (byChange) {
    const further = [{ updatedAt: { $gt: at } }, { _id: { $gt: orderId } }];
    return { ...filter, updatedAt: { $gte: at }, $or: further };
  }
  const further = [{ date: { $lt: at } }, { _id: { $lt: orderId } }];
  return { ...filter, date: { ...(filter.date as object | undefined), $lte: at }, $or: further };
}

const REFERENCES_PROJECTION = { 'recipient.company': 1, 'shippingAddress.company': 1, externalOrderId: 1 };

function referencesOf(
  documents: readonly Pick<OrderDocument, 'recipient' | 'shippingAddress' | 'externalOrderId'>[],
): string[] {
  const all = documents.flatMap(({ recipient, shippingAddress, externalOrderId }) => [
    (shippingAddress ?? recipient).company,
    externalOrderId,
  ]);
  return [...new Set(all)].filter((reference) => reference !== undefined && reference !== '') as string[];
}
