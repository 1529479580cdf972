import type { WooRow } from './woocommerce-shapes';

/** The most orders that WooCommerce returns at a time. */
export const ORDERS_A_PAGE = 100;

/** How many orders of a page are requested again with the next page. */
const SHARED = 10;

/** A position in the list of orders that were changed since the time `after`. */
export interface WooCursor {
  after: Date;
  /**
   * The list of the status `any` does not include orders in the trash. These are read afterwards, as the list `trash`.
   */
  status: WooListing;
  /** How many orders of the list are before the next page. */
  offset: number;
  /** The orders of the last page, each with the time of its last change. */
  seen: readonly string[];
}

type WooListing = 'any' | 'trash';

export const startOf = (after: Date, status: WooListing): WooCursor => ({
  after,
  status,
  offset: 0,
  seen: [],
});

export const writeCursor = ({ after, status, offset, seen }: WooCursor): string =>
  [after.toISOString(), status, offset, ...seen].join(' ');

export function readCursor(text: string): WooCursor {
  const [after = '', status = '', offset = '', ...seen] = text.split(' ');
  // In the cursors of version 0.1.0, a page number stands before the status. For such a cursor, the list is read again
  // from its start.
  if (status !== 'any' && status !== 'trash') return startOf(new Date(after), offset as WooListing);
  return { after: new Date(after), status, offset: Number(offset), seen };
}

/**
 * Returns which orders of a page are new, and where the next page begins. The order of the list is stable, but its
 * positions are not: an order that changes while pages are read leaves the list, and all later orders move up. So each
 * page overlaps with the page before it, and the new orders are those after the last order that both pages contain. If
 * a page contains no order of the page before it, an earlier page is read again.
 *
 * The next page is not found by the time of the last order. A store that keeps orders as posts sorts them by its local
 * time, but filters them by GMT: when clocks go back, orders with an earlier time may follow.
 * @param total how many orders the list has; undefined when a proxy has removed the number
 */
export function splitPage(
  cursor: WooCursor,
  rows: readonly WooRow[],
  total: number | undefined,
): { taken: readonly WooRow[]; next?: WooCursor } {
  const { offset, seen } = cursor;
  const read = new Set(seen);
  const taken = rows.slice(rows.findLastIndex((row) => read.has(keyOf(row))) + 1);
  if (taken.length === rows.length && seen.length > 0 && offset > 0) {
    return { taken: [], next: { ...cursor, offset: Math.max(0, offset - ORDERS_A_PAGE) } };
  }
  const isEnd =
    total === undefined ? taken.length === 0 && rows.length < ORDERS_A_PAGE : offset + ORDERS_A_PAGE >= total;
  if (isEnd) return { taken };
  return { taken, next: { ...cursor, offset: offset + ORDERS_A_PAGE - SHARED, seen: rows.map(keyOf) } };
}

/** The time is included because an order that has changed has a new position in the list. */
const keyOf = ({ id, date_modified_gmt: time }: WooRow): string => `${id}@${time}`;
