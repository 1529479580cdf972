import { createHmac } from 'node:crypto';
import type { Answer, Call } from './start-store-double';

export interface StoredWebhook {
  id: number;
  name: string;
  topic: string;
  status: string;
  delivery_url: string;
  secret: string;
}

const PATH = '/shop/wp-json/wc/v3/webhooks';

/**
 * Stores a store's webhooks as WooCommerce does (`WC_REST_Webhooks_Controller`, `WC_REST_Controller::batch_items`). The
 * secret is never shown, and each part of a batch is accepted or refused separately.
 */
export function createWebhooksDouble() {
  const webhooks = new Map<number, StoredWebhook>();
  const settings = { readOnly: false };
  let serial = 0;

  const batch = ({ body }: Call): Answer => {
    const asked = JSON.parse(body) as {
      create?: Omit<StoredWebhook, 'id'>[];
      delete?: number[];
      update?: (Pick<StoredWebhook, 'id'> & Partial<StoredWebhook>)[];
    };
    const removed = (asked.delete ?? []).map((id) => ({ id }));
    for (const { id } of removed) webhooks.delete(id);
    const created = (asked.create ?? []).map((webhook) => {
      if (!/^https?:/.test(webhook.delivery_url)) {
        return { id: 0, error: { code: 'woocommerce_rest_invalid_param', message: 'Invalid delivery URL.' } };
      }
      serial += 1;
      // A new webhook is active, whatever status was requested, as in `WC_REST_Webhooks_V1_Controller::create_item`.
      webhooks.set(serial, { ...webhook, id: serial, status: 'active' });
      const { secret: _, ...shown } = webhook;
      return { ...shown, id: serial };
    });
    for (const changed of asked.update ?? []) {
      const known = webhooks.get(changed.id);
      if (known) webhooks.set(changed.id, { ...known, ...changed });
    }
    return { body: { create: created, delete: removed } };
  };

  return {
    webhooks,
    settings,
    /** Undefined for a call that is not about webhooks. */
    answer: (call: Call): Answer | undefined => {
      const { pathname } = call.url;
      if (!pathname.startsWith(PATH)) return undefined;
      if (settings.readOnly) {
        const message = 'Sorry, you are not allowed to do that.';
        return {
          status: 401,
          body: { code: 'woocommerce_rest_cannot_view', message, data: { status: 401 } },
        };
      }
      if (call.method === 'POST' && pathname === `${PATH}/batch`) return batch(call);
      const shown = [...webhooks.values()].map(({ secret: _, ...webhook }) => webhook);
      return { body: shown };
    },
  };
}

/** Returns an event as `WC_Webhook::deliver` posts it and the gateway forwards it. */
export function wooEvent(
  { delivery_url, secret, topic }: Omit<StoredWebhook, 'id' | 'name' | 'status'>,
  content: object = {},
) {
  const body = Buffer.from(JSON.stringify(content));
  return {
    source: 'woocommerce',
    key: keyOf(delivery_url),
    body,
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-delivery-id': 'd0c1',
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
  };
}

/** Returns the unsigned form that `WC_Webhook::deliver_ping` posts for a new webhook. */
export const wooPing = (delivery_url: string) => ({
  source: 'woocommerce',
  key: keyOf(delivery_url),
  body: Buffer.from('webhook_id=17'),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** Returns what `WC_Auth::post_consumer_data` posts to the callback address of an authorization. */
export function wooKeys(consentUrl: string, keys: { consumerKey: string; consumerSecret: string }) {
  const callback = new URL(consentUrl).searchParams.get('callback_url') ?? '';
  const content = {
    key_id: 5,
    user_id: '1',
    key_permissions: 'read_write',
    consumer_key: keys.consumerKey,
    consumer_secret: keys.consumerSecret,
  };
  return {
    source: 'woocommerce_keys',
    key: keyOf(callback),
    body: Buffer.from(JSON.stringify(content)),
    headers: { 'content-type': 'application/json;charset=UTF-8' },
  };
}

/** Returns the code that the people who run the store read in WooCommerce → Settings → Advanced → Webhooks. */
export function wooCode(webhooks: ReadonlyMap<number, StoredWebhook>): string {
  const names = [...webhooks.values()].map(({ name }) =>
    /^Parcelyard: code (\d{4} \d{4}) connects/.exec(name),
  );
  return names.find((found) => found)?.[1] ?? '';
}

const keyOf = (url: string): string => url.split('/').at(-1) ?? '';
