import { createHmac } from 'node:crypto';
import type { Answer } from './start-store-double';

export const APP = { clientId: 'app-of-this-deployment', secret: 'app-secret-of-these-tests' };

const HOUR_S = 3_600;

/**
 * Simulates what a shop does for our Shopify app: accepts it, creates and renews its tokens, stores its webhooks.
 * Requests and answers are as shopify.dev describes them, in "Implement authorization code grant manually" and "About
 * offline access tokens".
 */
export function createAppDouble(tokens: Set<string>) {
  const codes = new Set<string>();
  const subscriptions = new Map<string, { id: string; topic: string; uri: string }>();
  let pair = 0;
  /**
   * The refresh tokens that the shop accepts: the current token, and the previous token until the current one is used.
   */
  const refreshable = new Set<string>();

  const grant = (used: string | undefined): Answer => {
    if (used !== undefined && !refreshable.has(used)) return refusal('invalid_grant');
    pair += 1;
    const [access, refresh] = [`shpat_app_${pair}`, `shprt_app_${pair}`];
    tokens.add(access);
    refreshable.clear();
    if (used !== undefined) refreshable.add(used);
    refreshable.add(refresh);
    const life = { expires_in: HOUR_S, refresh_token_expires_in: 90 * 24 * HOUR_S };
    return {
      body: { access_token: access, refresh_token: refresh, scope: 'read_orders', ...life },
    };
  };

  return {
    codes,
    subscriptions,
    /** Lets the shop accept the app. Returns the signed query with which the browser comes back. */
    allow: (shop: string, consentUrl: string): string => {
      const code = `code-${codes.size + 1}`;
      codes.add(code);
      const state = new URL(consentUrl).searchParams.get('state') ?? '';
      return signedQuery({ code, shop, state, timestamp: '1772600000' });
    },
    /** Undefined when the caller is not the app. */
    token: (form: URLSearchParams): Answer | undefined => {
      if (form.get('client_id') !== APP.clientId) return undefined;
      if (form.get('client_secret') !== APP.secret) return refusal('invalid_client');
      if (form.get('grant_type') === 'refresh_token') return grant(form.get('refresh_token') ?? '');
      if (form.get('expiring') !== '1' || !codes.delete(form.get('code') ?? ''))
        return refusal('invalid_request');
      return grant(undefined);
    },
    uninstall: () => {
      refreshable.clear();
      tokens.clear();
      subscriptions.clear();
    },
    fields: {
      webhookSubscriptions: () => ({ nodes: [...subscriptions.values()] }),
      webhookSubscriptionCreate: (argument: (name: string) => unknown) => {
        const { uri } = argument('webhookSubscription') as { uri: string };
        const topic = String(argument('topic'));
        if ([...subscriptions.values()].some((known) => known.topic === topic && known.uri === uri)) {
          const userErrors = [
            { field: ['webhookSubscription'], message: 'Address for this topic has already been taken' },
          ];
          return { webhookSubscription: null, userErrors };
        }
        const id = `gid://shopify/WebhookSubscription/${subscriptions.size + 1}`;
        subscriptions.set(id, { id, topic, uri });
        return { webhookSubscription: { id }, userErrors: [] };
      },
      webhookSubscriptionDelete: (argument: (name: string) => unknown) => {
        const id = String(argument('id'));
        subscriptions.delete(id);
        return { deletedWebhookSubscriptionId: id, userErrors: [] };
      },
    },
  };
}

const refusal = (error: string): Answer => ({ status: 400, body: { error } });

/** Returns a query string as Shopify signs it. */
export function signedQuery(query: Record<string, string>, secret = APP.secret): string {
  const sorted = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const message = new URLSearchParams(sorted).toString();
  const hmac = createHmac('sha256', secret).update(message).digest('hex');
  return new URLSearchParams({ ...query, hmac }).toString();
}

/** Returns an event as Shopify posts it and the gateway forwards it. */
export function shopifyEvent(topic: string, shop: string, content: object = {}, secret = APP.secret) {
  const body = Buffer.from(JSON.stringify(content));
  return {
    source: 'shopify',
    key: '',
    body,
    headers: {
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop,
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  };
}
