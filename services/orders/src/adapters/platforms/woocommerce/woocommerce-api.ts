import type { WooCommerceAccess } from '../../../domain/platforms/connection';
import { PlatformRefused } from '../../../ports';
import { judgeAnswer } from '../judge-answer';
import type { StoreAnswer, StoreHttp } from '../store-http';
import { wooRefusal } from './woocommerce-shapes';

export interface WooRequest {
  /** Under `/wp-json/wc/v3/`, such as `orders/727/notes`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Sent by POST, which WordPress uses for creating and for changing. */
  body?: unknown;
  /** The message for the merchant when the store refuses a value that the merchant chose. */
  notTaken?: string;
}

/**
 * Sends one request to a shop's REST API v3.
 * @param notAllowed the message for the merchant when the key does not allow the call
 * @throws PlatformRefused · PlatformBusy · Error
 */
export type WooCommerceApi = (
  access: WooCommerceAccess,
  request: WooRequest,
  notAllowed?: string,
) => Promise<StoreAnswer>;

const MAY_NOT_READ = 'the consumer key is wrong or was revoked, or may not read orders';

const NO_SHOP = 'no WooCommerce REST API answers at its address';

/** The order was deleted from the shop, even from its trash. */
export class OrderGone extends PlatformRefused {
  constructor() {
    super('the order no longer exists in the store');
  }
}

export const createWooCommerceApi =
  (http: StoreHttp): WooCommerceApi =>
  async (
    { url, consumerKey, consumerSecret },
    { path, query, body, notTaken },
    notAllowed = MAY_NOT_READ,
  ) => {
    const basic = Buffer.from(`${consumerKey}:${consumerSecret}`, 'utf8').toString('base64');
    const answer = await http.send({
      url: `${url}/wp-json/wc/v3/${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      ...(body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }),
      headers: {
        authorization: `Basic ${basic}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    const code = wooRefusal.safeParse(answer.json).data?.code;
    switch (judgeAnswer(answer, code !== undefined)) {
      case 'answer':
        return answer;
      case 'refusal':
        if (answer.status === 404 && code === 'woocommerce_rest_shop_order_invalid_id') throw new OrderGone();
        throw new PlatformRefused(answer.status === 404 ? NO_SHOP : notAllowed);
      case 'our fault':
        if (notTaken !== undefined && code === 'rest_invalid_param') throw new PlatformRefused(notTaken);
        throw new Error(`WooCommerce refuses the request: ${answer.status} ${code}.`);
      case 'no answer':
        throw new Error(`The answer with status ${answer.status} is not from WooCommerce.`);
    }
  };
