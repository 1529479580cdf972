import type { Clock } from '@parcelyard/service-kit/clock';
import type { ShopifyAccess, ShopifyGrant } from '../../../domain/platforms/connection';
import { SHOPIFY_SCOPES } from '../../../domain/platforms/store-permissions';
import { PlatformRefused } from '../../../ports';
import { judgeAnswer } from '../judge-answer';
import type { StoreHttp } from '../store-http';
import { readShop, shopUrl } from './shop-url';
import { shopifyGrant, shopifyRefusal, tokenRefusal } from './shopify-shapes';
import { isFromShopify } from './signed-query';

/** The deployment's own app, which merchants install in their shops. */
export interface ShopifyApp {
  /** The current secret is first. Shopify may still sign with an older secret until the older one is revoked. */
  readonly secrets: readonly string[];
  /** @throws DomainError `invalid_argument` */
  readShop(given: string): string;
  /** Returns whether Shopify signed the query string. */
  signed(query: URLSearchParams): boolean;
  /** Returns the page on which a merchant allows the app. */
  consentUrl(shop: string, state: string): string;
  /** Exchanges the code for tokens. @throws PlatformRefused · PlatformBusy · Error */
  redeem(shop: string, code: string): Promise<ShopifyAccess>;
  /**
   * Requests the next pair of tokens. The old pair works until the new pair is used. So if Shopify's answer is lost,
   * the old pair can be renewed again.
   */
  renew(shop: string, grant: ShopifyGrant): Promise<ShopifyAccess>;
}

interface Dependencies {
  http: StoreHttp;
  clock: Clock;
  clientId: string;
  secrets: readonly string[];
  /** The page to which Shopify sends the merchant back. */
  callbackUrl: string;
}

/** Uses OAuth with offline tokens that expire. From 2027 on, Shopify accepts no other tokens from public apps. */
export function createShopifyApp({ http, clock, clientId, secrets, callbackUrl }: Dependencies): ShopifyApp {
  async function grant(shop: string, form: Readonly<Record<string, string>>): Promise<ShopifyAccess> {
    const { status, json } = await http.send({
      url: shopUrl(http, shop, '/admin/oauth/access_token'),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: secrets[0] as string,
        ...form,
      }).toString(),
    });
    const refused = tokenRefusal.safeParse(json).success || shopifyRefusal.safeParse(json).success;
    const verdict = judgeAnswer({ status, json }, refused);
    if (verdict === 'no answer') throw new Error(`The answer with status ${status} is not from Shopify.`);
    if (verdict !== 'answer') throw new PlatformRefused('the app is no longer installed in the store');
    const { access_token: accessToken, refresh_token: refreshToken, expires_in } = shopifyGrant.parse(json);
    const expiresAt = new Date(clock.now().getTime() + expires_in * 1_000).toISOString();
    return { platform: 'shopify', shop, credentials: { accessToken, refreshToken, expiresAt } };
  }
  return {
    secrets,
    readShop: (given) => readShop(http, given),
    signed: (query) => isFromShopify(query, secrets),
    consentUrl: (shop, state) =>
      `${shopUrl(http, shop, '/admin/oauth/authorize')}?${new URLSearchParams({
        client_id: clientId,
        scope: SHOPIFY_SCOPES.map(({ name }) => name).join(','),
        redirect_uri: callbackUrl,
        state,
      })}`,
    redeem: (shop, code) => grant(shop, { code, expiring: '1' }),
    renew: (shop, { refreshToken }) =>
      grant(shop, { grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}
