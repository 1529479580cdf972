import type { Clock } from '@parcelyard/service-kit/clock';
import type { ShopifyAccess } from '../../../domain/platforms/connection';
import { PlatformRefused } from '../../../ports';
import { judgeAnswer } from '../judge-answer';
import type { StoreHttp } from '../store-http';
import { shopUrl } from './shop-url';
import { shopifyRefusal, shopifyToken, tokenRefusal } from './shopify-shapes';

export type ShopifyTokens = ReturnType<typeof createShopifyTokens>;

interface Dependencies {
  http: StoreHttp;
  clock: Clock;
}

const DEFAULT_LIFE_S = 3_600;
const MARGIN_MS = 300_000;

export function createShopifyTokens({ http, clock }: Dependencies) {
  const kept = new Map<string, { token: string; until: number }>();
  return {
    /**
     * Returns the access token for a shop. For an app of Shopify's Dev Dashboard, a token is requested and cached until
     * shortly before it expires.
     */
    tokenFor: async ({ shop, credentials }: ShopifyAccess): Promise<string> => {
      if ('accessToken' in credentials) return credentials.accessToken;
      const key = keyOf(shop, credentials);
      const known = kept.get(key);
      if (known && clock.now().getTime() < known.until) return known.token;
      const { access_token: token, expires_in = DEFAULT_LIFE_S } = await grant(http, shop, credentials);
      kept.set(key, { token, until: clock.now().getTime() + expires_in * 1_000 - MARGIN_MS });
      return token;
    },
    /**
     * Forgets a token that the shop no longer accepts.
     * @returns whether another token can be requested
     */
    forget: ({ shop, credentials }: ShopifyAccess): boolean =>
      'clientId' in credentials && kept.delete(keyOf(shop, credentials)),
  };
}

interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

const keyOf = (shop: string, { clientId, clientSecret }: ClientCredentials) =>
  JSON.stringify([shop, clientId, clientSecret]);

/** Requests a token with the app's id and secret (RFC 6749, section 4.4). */
async function grant(http: StoreHttp, shop: string, { clientId, clientSecret }: ClientCredentials) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { status, json } = await http.send({
    url: shopUrl(http, shop, '/admin/oauth/access_token'),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const refused = tokenRefusal.safeParse(json).success || shopifyRefusal.safeParse(json).success;
  const verdict = judgeAnswer({ status, json }, refused);
  if (verdict === 'no answer') throw new Error(`The answer with status ${status} is not from Shopify.`);
  if (verdict !== 'answer') {
    throw new PlatformRefused(
      status === 404
        ? 'there is no Shopify store at its address'
        : 'the client id and secret are wrong, or their app is not installed in the store',
    );
  }
  return shopifyToken.parse(json);
}
