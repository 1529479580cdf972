import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether Shopify wrote this query string: the HMAC of its other parameters, sorted by name, under the app's secret.
 * @see shopify.dev, "Implement authorization code grant manually", step 1
 */
export function isFromShopify(query: URLSearchParams, secrets: readonly string[]): boolean {
  const given = Buffer.from(query.get('hmac') ?? '', 'hex');
  const message = [...query]
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const signs = (secret: string) => {
    const wanted = createHmac('sha256', secret).update(message).digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  return secrets.map(signs).includes(true);
}
