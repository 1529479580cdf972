import { gmt, type WooRow } from './woocommerce-shapes';

/** A position in a list of rows: page n of the rows that changed after this second. */
export interface WooCursor {
  after: Date;
  page: number;
  /** `any` excludes the trash, which is read after the other orders. */
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
 * Returns which rows of a page to use, and where the next page begins. Rows are sorted by last change. With page
 * numbers alone, orders could be missed: when an order changes during the read, it leaves its position, and all later
 * orders move up. So the rows of the page's last second are dropped, and the next page begins with that second. Page
 * numbers are used only for rows that all changed in one second, as after a bulk edit.
 */
export function splitPage(
  { after, page, status }: WooCursor,
  rows: readonly WooRow[],
  morePages: boolean,
): { taken: readonly WooRow[]; next?: WooCursor } {
  // A store may also return rows whose time is exactly `modified_after`.
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
