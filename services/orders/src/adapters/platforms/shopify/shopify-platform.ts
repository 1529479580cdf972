import type { Clock } from '@parcelyard/service-kit/clock';
import { z } from 'zod';
import type { ShopifyAccess } from '../../../domain/platforms/connection';
import type { PlatformOrder } from '../../../domain/platforms/platform';
import type { Platform, UnreadableOrder } from '../../../ports';
import { readOrder } from '../read-order';
import { countBytes, type StoreHttp } from '../store-http';
import { askedWindow } from '../sync-overlap';
import { UnreadableContent } from '../unreadable-order';
import { fromShopify, type ShopifyLine, type ShopifyOrder, shopifyId, shopifyOrder } from './from-shopify';
import {
  ACCESS_QUERY,
  LINES_A_PAGE,
  LINES_QUERY,
  ORDER_QUERY,
  ORDERS_A_PAGE,
  ORDERS_QUERY,
  windowFilter,
} from './orders-query';
import { readShop } from './shop-url';
import { createShopifyApi, type ShopifyApi } from './shopify-api';
import { readCustoms } from './shopify-customs';
import { createShopifyEvents } from './shopify-events';
import { createShopifyFulfillments } from './shopify-fulfillments';
import { shopifyLinesPage, shopifyOrdersPage } from './shopify-shapes';
import { createShopifyTokens } from './shopify-tokens';

/** Maximum lines of one order. A store with an endless list must not block an import. */
const MAX_LINES = 2_000;

/** The adapter for stores on Shopify. It uses the GraphQL Admin API. */
export function createShopifyPlatform(
  http: StoreHttp,
  clock: Clock,
  hooksUrl: string,
): Platform<ShopifyAccess> {
  const tokens = createShopifyTokens({ http, clock });
  const api = createShopifyApi({ http, tokens });
  return {
    ...createShopifyFulfillments(api),
    events: createShopifyEvents(api, hooksUrl),
    verify: async (access) => {
      const verified = { ...access, shop: readShop(http, access.shop) };
      await api(verified, ACCESS_QUERY);
      return verified;
    },
    fetchOrder: async ({ access }, externalId) => {
      const id = `gid://shopify/Order/${externalId}`;
      const { order } = orderAlone.parse(await api(access, ORDER_QUERY, { id }));
      return order ? readNode(api, access, order) : undefined;
    },
    fetchOrders: async ({ access }, window, cursor) => {
      const counted = countBytes(http);
      const countedApi = createShopifyApi({ http: counted, tokens });
      const { orders } = shopifyOrdersPage.parse(
        await countedApi(access, ORDERS_QUERY, {
          first: ORDERS_A_PAGE,
          after: cursor ?? null,
          filter: windowFilter(askedWindow(window)),
        }),
      );
      const read: (PlatformOrder | UnreadableOrder)[] = [];
      for (const node of orders.nodes) read.push(await readNode(countedApi, access, node));
      const { hasNextPage, endCursor } = orders.pageInfo;
      const next = hasNextPage && endCursor ? { nextCursor: endCursor } : {};
      return { orders: read, bytes: counted.received(), ...next };
    },
  };
}

const orderAlone = z.object({ order: z.looseObject({ id: z.string() }).nullable() });

const readNode = (api: ShopifyApi, access: ShopifyAccess, node: { id: string }) =>
  readOrder(shopifyId(node.id), shopifyOrder, node, async (order) => {
    const lines = await allLines(api, access, order);
    const read = fromShopify(order, lines);
    if (read.state !== 'open' || !isInternational(order)) return read;
    return fromShopify(order, lines, await readCustoms(api, access, order.id));
  });

const isInternational = ({ shippingAddress }: ShopifyOrder): boolean =>
  shippingAddress?.countryCodeV2 !== 'US';

async function allLines(
  api: ShopifyApi,
  access: ShopifyAccess,
  { id, lineItems }: ShopifyOrder,
): Promise<ShopifyLine[]> {
  const lines = [...lineItems.nodes];
  let { hasNextPage, endCursor } = lineItems.pageInfo;
  while (hasNextPage) {
    if (lines.length >= MAX_LINES) {
      throw new UnreadableContent(`The order has more than ${MAX_LINES} lines.`);
    }
    const { order } = shopifyLinesPage.parse(
      await api(access, LINES_QUERY, { id, first: LINES_A_PAGE, after: endCursor }),
    );
    // The order was deleted meanwhile: no more lines can be read.
    if (!order) return lines;
    lines.push(...order.lineItems.nodes);
    ({ hasNextPage, endCursor } = order.lineItems.pageInfo);
  }
  return lines;
}
