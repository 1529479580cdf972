import { customsFacts } from '../../../domain/items';
import { PlatformRefused } from '../../../ports';
import type { CustomsByLine } from './from-shopify';
import { CUSTOMS_QUERY, LINES_A_PAGE } from './orders-query';
import type { ShopifyApi } from './shopify-api';
import { shopifyCustomsPage } from './shopify-shapes';

/** Shopify stores up to 13 digits; a customs declaration uses the first ten. */
const DIGITS = 10;

/**
 * Reads the customs codes (HS) and countries of origin of an order's goods. If the app may not read products, the
 * result is empty, and the owner enters the data.
 */
export async function readCustoms(
  api: ShopifyApi,
  access: Parameters<ShopifyApi>[0],
  id: string,
): Promise<CustomsByLine> {
  try {
    const answer = await api(access, CUSTOMS_QUERY, { id, first: LINES_A_PAGE });
    const { order } = shopifyCustomsPage.parse(answer);
    return new Map(
      order?.lineItems.nodes.map(({ id: line, variant }) => {
        const { harmonizedSystemCode, countryCodeOfOrigin } = variant?.inventoryItem ?? {};
        const hsCode = harmonizedSystemCode?.replace(/\D/g, '').slice(0, DIGITS);
        return [line, customsFacts({ hsCode, originCountry: countryCodeOfOrigin ?? undefined })];
      }),
    );
  } catch (error) {
    if (error instanceof PlatformRefused) return new Map();
    throw error;
  }
}
