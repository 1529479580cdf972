import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns whether Shopify wrote this query string. Its `hmac` must equal the HMAC of the other parameters, sorted by
 * name, with one of the app's secrets as the key. `proofs/judges/shopify-library.ts` compares this function with
 * Shopify's own library.
 * @see shopify.dev, "Implement authorization code grant manually", step 1
 */
export function isFromShopify(query: URLSearchParams, secrets: readonly string[]): boolean {
  const given = Buffer.from(query.get('hmac') ?? '', 'hex');
  const signed = [...query].filter(([name]) => name !== 'hmac' && name !== 'signature');
  const message = new URLSearchParams(signed.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
  const signs = (secret: string) => {
    const wanted = createHmac('sha256', secret).update(message).digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  return secrets.map(signs).includes(true);
}
