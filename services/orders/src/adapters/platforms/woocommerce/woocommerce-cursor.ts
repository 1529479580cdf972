import { gmt, type WooRow } from './woocommerce-shapes';

/**
 * The position in a list of orders. The list has the orders that changed after the time `after`, and `page` is the next
 * page of this list to read.
 */
export interface WooCursor {
  after: Date;
  page: number;
  /** `any` does not include the trash, which is read after the other orders. */
  status: WooListing;
}

type WooListing = 'any' | 'trash';

const SECOND_MS = 1_000;

export const writeCursor = ({ after, page, status }: WooCursor): string =>
  `${after.toISOString()} ${page} ${status}`;

export function readCursor(text: string): WooCursor {
  const [after = '', page = '', status = ''] = text.split(' ');
  return { after: new Date(after), page: Number(page), status: status as WooListing };
}

/**
 * Returns which orders of a page to use, and where the next page begins. Orders are sorted by last change. When an
 * order changes while pages are read, it moves to the end, and all others move up by one. With page numbers alone, one
 * order would be missed. So the next page begins with the last second of this page, and the orders of that second are
 * read again. Page numbers are needed only when a whole page changed in one second, as after a bulk edit.
 */
export function splitPage(
  { after, page, status }: WooCursor,
  rows: readonly WooRow[],
  morePages: boolean,
): { taken: readonly WooRow[]; next?: WooCursor } {
  // A store may also return orders that changed exactly at `modified_after`.
  const fresh = rows.filter((row) => gmt(row.date_modified_gmt) > after);
  const last = rows.at(-1);
  if (!morePages || !last) return { taken: fresh };
  const lastSecond = gmt(last.date_modified_gmt);
  const before = new Date(lastSecond.getTime() - SECOND_MS);
  if (before <= after) return { taken: fresh, next: { after, page: page + 1, status } };
  return {
    taken: fresh.filter((row) => gmt(row.date_modified_gmt) < lastSecond),
    next: { after: before, page: 1, status },
  };
}
