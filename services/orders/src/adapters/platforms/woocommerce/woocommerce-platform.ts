import type { Clock } from '@parcelyard/service-kit/clock';
import type { WooCommerceAccess } from '../../../domain/platforms/connection';
import type { PlatformOrder } from '../../../domain/platforms/platform';
import type { UnreadableOrder, WooCommercePlatform } from '../../../ports';
import { readOrder } from '../read-order';
import type { StoreAnswer, StoreHttp } from '../store-http';
import { askedWindow } from '../sync-overlap';
import { fromWooCommerce, WOO_FIELDS, wooOrder } from './from-woocommerce';
import { readStoreUrl } from './store-url';
import { createWooCommerceApi, OrderGone } from './woocommerce-api';
import { readCursor, splitPage, type WooCursor, writeCursor } from './woocommerce-cursor';
import { createWooCommerceEvents } from './woocommerce-events';
import { createWooCommerceFulfillments } from './woocommerce-fulfillments';
import { wooRows } from './woocommerce-shapes';

/** The most orders that WooCommerce returns at a time. */
const ORDERS_A_PAGE = 100;

/** The adapter for stores on WooCommerce. It uses the REST API v3. */
export function createWooCommercePlatform(
  http: StoreHttp,
  clock: Clock,
  hooksUrl: string,
): WooCommercePlatform {
  const api = createWooCommerceApi(http);
  const list = (access: WooCommerceAccess, query: Readonly<Record<string, string>>) =>
    api(access, { path: 'orders', query });
  return {
    ...createWooCommerceFulfillments(api, clock),
    ...createWooCommerceEvents(api, hooksUrl),
    verify: async (access) => {
      const verified = { ...access, url: readStoreUrl(http, access.url) };
      wooRows.parse((await list(verified, { per_page: '1', _fields: 'id,date_modified_gmt' })).json);
      return verified;
    },
    fetchOrder: async ({ access }, externalId) => {
      const asked = api(access, {
        path: `orders/${externalId}`,
        query: { _fields: `${WOO_FIELDS},meta_data` },
      });
      const answer = await asked.catch((error: unknown) => {
        if (error instanceof OrderGone) return undefined;
        throw error;
      });
      return answer && readOrder(externalId, wooOrder, answer.json, fromWooCommerce);
    },
    fetchOrders: async ({ access }, window, text) => {
      const { after, until } = askedWindow(window);
      const cursor: WooCursor = text === undefined ? { after, page: 1, status: 'any' } : readCursor(text);
      const answer = await list(access, query(cursor, until));
      const rows = wooRows.parse(answer.json);
      const { taken, next = nextListing(cursor, after) } = splitPage(
        cursor,
        rows,
        isMore(answer, cursor, rows),
      );
      const orders: (PlatformOrder | UnreadableOrder)[] = [];
      for (const row of taken) orders.push(await readOrder(String(row.id), wooOrder, row, fromWooCommerce));
      return { orders, bytes: answer.bytes, ...(next ? { nextCursor: writeCursor(next) } : {}) };
    },
  };
}

/**
 * True when more pages follow. Proxies may remove the header with the number of pages; then pages are read until one is
 * empty.
 */
function isMore(answer: StoreAnswer, { page }: WooCursor, rows: readonly unknown[]): boolean {
  const pages = Number(answer.header('x-wp-totalpages') ?? Number.NaN);
  return Number.isNaN(pages) ? rows.length > 0 : pages > page;
}

const nextListing = ({ status }: WooCursor, after: Date): WooCursor | undefined =>
  status === 'any' ? { after, page: 1, status: 'trash' } : undefined;

const query = ({ after, page, status }: WooCursor, until: Date) => ({
  modified_after: timeOf(after),
  // WooCommerce leaves out orders that changed exactly in the last second. We want these orders, so one second is
  // added.
  modified_before: timeOf(new Date(until.getTime() + 1_000)),
  dates_are_gmt: 'true',
  orderby: 'modified',
  order: 'asc',
  status,
  per_page: String(ORDERS_A_PAGE),
  page: String(page),
  _fields: WOO_FIELDS,
});

/** Returns the time in GMT without a zone, as WooCommerce writes times. */
const timeOf = (time: Date): string => time.toISOString().slice(0, 19);
