import type { ShopifyAccess } from '../../../domain/platforms/connection';
import { PlatformBusy, PlatformRefused } from '../../../ports';
import { judgeAnswer } from '../judge-answer';
import type { StoreHttp } from '../store-http';
import { API_VERSION } from './orders-query';
import { shopUrl } from './shop-url';
import { type GraphqlAnswer, graphqlAnswer, shopifyRefusal } from './shopify-shapes';
import type { ShopifyTokens } from './shopify-tokens';

/**
 * Sends one query to a shop's Admin API; returns the answer's `data`.
 * @param notAllowed the message for the merchant when the app lacks a permission
 * @throws PlatformRefused · PlatformBusy · Error
 */
export type ShopifyApi = (
  access: ShopifyAccess,
  query: string,
  variables?: Readonly<Record<string, unknown>>,
  notAllowed?: string,
) => Promise<unknown>;

interface Dependencies {
  http: StoreHttp;
  tokens: ShopifyTokens;
}

const DEFAULT_PAUSE_MS = 2_000;

export function createShopifyApi({ http, tokens }: Dependencies): ShopifyApi {
  const ask: ShopifyApi = async (access, query, variables = {}, notAllowed = MAY_NOT_READ) => {
    const { status, json } = await http.send({
      url: shopUrl(http, access.shop, `/admin/api/${API_VERSION}/graphql.json`),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shopify-access-token': await tokens.tokenFor(access),
      },
      body: JSON.stringify({ query, variables }),
    });
    const verdict = judgeAnswer({ status, json }, shopifyRefusal.safeParse(json).success);
    if (verdict === 'refusal') throw refusalOf(status, notAllowed);
    if (verdict === 'our fault') throw new Error(`Shopify refuses the request: ${status}.`);
    if (verdict === 'no answer') throw new Error(`The answer with status ${status} is not from Shopify.`);
    const answer = graphqlAnswer.parse(json);
    refuseErrors(answer, notAllowed);
    return answer.data;
  };
  return async (access, query, variables, notAllowed) => {
    try {
      return await ask(access, query, variables, notAllowed);
    } catch (error) {
      // The token may have been revoked although the app's credentials are valid. So one new token is requested.
      if (!(error instanceof RevokedToken) || !tokens.forget(access)) throw error;
      return ask(access, query, variables, notAllowed);
    }
  };
}

const MAY_NOT_READ =
  'its app may not read orders with their addresses; give the app the scope read_orders and access to protected customer data';

function refusalOf(status: number, notAllowed: string): PlatformRefused {
  if (status === 401) return new RevokedToken();
  if (status === 403) return new PlatformRefused(notAllowed);
  return new PlatformRefused('there is no open Shopify store at its address');
}

class RevokedToken extends PlatformRefused {
  constructor() {
    super('the access token is wrong or was revoked');
  }
}

function refuseErrors({ errors, extensions }: GraphqlAnswer, notAllowed: string): void {
  if (errors === undefined || errors.length === 0) return;
  if (typeof errors === 'string') throw new RevokedToken();
  const codes = errors.map((error) => error.extensions?.code);
  if (codes.includes('THROTTLED')) throw new PlatformBusy(refillMs(extensions));
  if (codes.includes('ACCESS_DENIED')) throw new PlatformRefused(notAllowed);
  throw new Error(`Shopify did not run the query (${codes.join(', ')}).`);
}

/** Returns how long to wait until Shopify's rate limit allows the query. */
function refillMs(extensions: GraphqlAnswer['extensions']): number {
  const { requestedQueryCost, throttleStatus } = extensions?.cost ?? {};
  if (requestedQueryCost === undefined || !throttleStatus?.restoreRate) return DEFAULT_PAUSE_MS;
  const missing = Math.max(requestedQueryCost - throttleStatus.currentlyAvailable, 0);
  return Math.ceil((missing / throttleStatus.restoreRate) * 1_000);
}
