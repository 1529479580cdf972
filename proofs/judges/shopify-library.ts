import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isFromShopify } from '@parcelyard/orders/adapters/platforms/shopify/signed-query';
import { requireSignature } from '@parcelyard/service-kit/hooks/require-signature';
import { APP, shopifyEvent, signedQuery } from '../../services/orders/test/platforms/shopify-app-double';
import type { Judge } from '../judge';

const LIBRARY = '@shopify/shopify-api@13.1.0';
const SHOP = 'mugs.myshopify.com';

/** The part of Shopify's own library that checks whether Shopify has signed a message. */
interface Library {
  utils: { validateHmac(query: Record<string, string>): Promise<boolean> };
  webhooks: { validate(request: object): Promise<{ valid: boolean }> };
}

export const shopifyLibrary: Judge = {
  name: 'shopify-library',
  proves:
    "Shopify's own library and our code both accept the queries and webhooks that our double of Shopify signed, and both refuse changed ones.",
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([LIBRARY]);
    const library = open(folder);
    const faults: string[] = [];
    const queries = someQueries();
    for (const query of queries) {
      for (const [secret, fits] of [
        [APP.secret, true],
        ['another', false],
      ] as const) {
        const signed = new URLSearchParams(signedQuery(query, secret));
        const theirs = await library.utils.validateHmac(Object.fromEntries(signed));
        const ours = isFromShopify(signed, [APP.secret]);
        if (theirs !== fits || ours !== fits) {
          faults.push(`${signed} signed with ${secret}: theirs ${theirs}, ours ${ours}`);
        }
      }
    }
    const bodies = [
      {},
      { id: 820982911946154508n.toString(), note: 'Zoë’s “mug” 🫖' },
      { shop_domain: SHOP },
    ];
    for (const body of bodies) {
      for (const [secret, fits] of [
        [APP.secret, true],
        ['another', false],
      ] as const) {
        const event = shopifyEvent('orders/create', SHOP, body, secret);
        const theirs = await validated(library, event);
        const ours = taken(event);
        if (theirs !== fits || ours !== fits) {
          faults.push(`${event.body} signed with ${secret}: theirs ${theirs}, ours ${ours}`);
        }
      }
    }
    return { version: LIBRARY, checked: 2 * (queries.length + bodies.length), faults };
  },
};

function open(folder: string): Library {
  const load = createRequire(join(folder, 'package.json'));
  load('@shopify/shopify-api/adapters/node');
  const { shopifyApi } = load('@shopify/shopify-api');
  return shopifyApi({
    apiKey: APP.clientId,
    apiSecretKey: APP.secret,
    hostName: 'parcelyard.example',
    apiVersion: '2026-07',
    isEmbeddedApp: false,
    logger: { log: () => undefined },
  });
}

/**
 * Returns the parameters that Shopify appends when it sends a merchant to us. Some values have characters that a form
 * encodes.
 */
function someQueries(): Record<string, string>[] {
  const base = { shop: SHOP, timestamp: String(Math.trunc(Date.now() / 1_000)) };
  return [
    base,
    { ...base, host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbXVncw==' },
    { ...base, code: '0907a61c0c8d55e9', state: 'key-1.dGhlLXN0YXRl_-', host: 'YWRtaW4' },
    { ...base, state: 'a b+c/d=e&f%20:~', code: 'Zoë' },
  ];
}

async function validated({ webhooks }: Library, { body, headers }: ReturnType<typeof shopifyEvent>) {
  const more = { 'x-shopify-api-version': '2026-07', 'x-shopify-webhook-id': 'b54557e4' };
  const rawRequest = { method: 'POST', url: '/webhooks/shopify', headers: { ...headers, ...more } };
  return (await webhooks.validate({ rawBody: body.toString(), rawRequest, rawResponse: {} })).valid;
}

function taken({ body, headers }: ReturnType<typeof shopifyEvent>): boolean {
  try {
    requireSignature({ body, signature: headers['x-shopify-hmac-sha256'], encoding: 'base64' }, [APP.secret]);
    return true;
  } catch {
    return false;
  }
}
