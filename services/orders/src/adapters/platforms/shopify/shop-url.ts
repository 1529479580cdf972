import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { StoreHttp } from '../store-http';

const SHOP = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/;

/**
 * Returns a shop's name in one form: `https://Mugs.myshopify.com/` becomes `mugs.myshopify.com`. Other hosts are
 * refused, so that credentials go only to Shopify.
 * @throws DomainError `invalid_argument`
 */
export function readShop(http: StoreHttp, given: string): string {
  const shop = given
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  if (SHOP.test(shop) || isException(http, shop)) return shop;
  throw new DomainError('invalid_argument', 'shop_invalid', {}, { field: 'shop' });
}

/** Returns a URL in the shop. The URL is unencrypted (`http:`) only in tests. */
export const shopUrl = (http: StoreHttp, shop: string, path: string): string =>
  `${isException(http, shop) ? 'http' : 'https'}://${shop}${path}`;

const isException = (http: StoreHttp, shop: string): boolean =>
  URL.canParse(`http://${shop}`) && http.isException(new URL(`http://${shop}`));
