import type { Clock } from '@parcelyard/service-kit/clock';
import type { WooCommerceAccess } from '../../../domain/platforms/connection';
import type { PlatformOrder } from '../../../domain/platforms/platform';
import type { UnreadableOrder, WooCommercePlatform } from '../../../ports';
import { readOrder } from '../read-order';
import { countBytes, type StoreAnswer, type StoreHttp } from '../store-http';
import { askedWindow } from '../sync-overlap';
import { fromWooCommerce, mayLackPieces, WOO_FIELDS, wooOrder } from './from-woocommerce';
import { readStoreUrl } from './store-url';
import { createWooCommerceApi, OrderGone, type WooCommerceApi } from './woocommerce-api';
import {
  ORDERS_A_PAGE,
  readCursor,
  splitPage,
  startOf,
  type WooCursor,
  writeCursor,
} from './woocommerce-cursor';
import { createWooCommerceEvents } from './woocommerce-events';
import { createWooCommerceFulfillments } from './woocommerce-fulfillments';
import { readVirtualProducts } from './woocommerce-products';
import { readRefundedPieces } from './woocommerce-refunds';
import { type VirtualProducts, wooRows } from './woocommerce-shapes';

/** The adapter for stores on WooCommerce. It uses the REST API v3. */
export function createWooCommercePlatform(
  http: StoreHttp,
  clock: Clock,
  hooksUrl: string,
): WooCommercePlatform {
  const api = createWooCommerceApi(http);
  return {
    ...createWooCommerceFulfillments(api, clock),
    ...createWooCommerceEvents(api, hooksUrl),
    verify: async (access) => {
      const verified = { ...access, url: readStoreUrl(http, access.url) };
      const query = { per_page: '1', _fields: 'id,date_modified_gmt' };
      wooRows.parse((await api(verified, { path: 'orders', query })).json);
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
      if (!answer) return undefined;
      const virtual = await readVirtualProducts(api, access, [answer.json]);
      return read(api, access, externalId, answer.json, virtual);
    },
    fetchOrders: async ({ access }, window, text) => {
      const { after, until } = askedWindow(window);
      const cursor = text === undefined ? startOf(after, 'any') : readCursor(text);
      const counted = countBytes(http);
      const countedApi = createWooCommerceApi(counted);
      const answer = await countedApi(access, { path: 'orders', query: query(cursor, until) });
      const rows = wooRows.parse(answer.json);
      const { taken, next = nextListing(cursor, after) } = splitPage(cursor, rows, totalOf(answer));
      const orders: (PlatformOrder | UnreadableOrder)[] = [];
      const virtual = await readVirtualProducts(countedApi, access, taken);
      for (const row of taken) orders.push(await read(countedApi, access, String(row.id), row, virtual));
      return { orders, bytes: counted.received(), ...(next ? { nextCursor: writeCursor(next) } : {}) };
    },
  };
}

const read = (
  api: WooCommerceApi,
  access: WooCommerceAccess,
  externalId: string,
  answered: unknown,
  virtual: VirtualProducts,
) =>
  readOrder(externalId, wooOrder, answered, async (order) => {
    const refunded = mayLackPieces(order) ? await readRefundedPieces(api, access, order.id) : undefined;
    return fromWooCommerce(order, refunded, virtual);
  });

/**
 * Returns how many orders the list has. If a proxy has removed the header with this number, pages are read until one
 * has no new order.
 */
function totalOf(answer: StoreAnswer): number | undefined {
  const total = Number(answer.header('x-wp-total') ?? Number.NaN);
  return Number.isNaN(total) ? undefined : total;
}

const nextListing = ({ status }: WooCursor, after: Date): WooCursor | undefined =>
  status === 'any' ? startOf(after, 'trash') : undefined;

const query = ({ after, offset, status }: WooCursor, until: Date) => ({
  modified_after: timeOf(after),
  // WooCommerce leaves out orders that changed exactly at `modified_before`. One second is added to include these
  // orders.
  modified_before: timeOf(new Date(until.getTime() + 1_000)),
  dates_are_gmt: 'true',
  orderby: 'modified',
  order: 'asc',
  status,
  per_page: String(ORDERS_A_PAGE),
  offset: String(offset),
  _fields: WOO_FIELDS,
});

/** Returns the time in GMT without a zone, as WooCommerce writes times. */
const timeOf = (time: Date): string => time.toISOString().slice(0, 19);
