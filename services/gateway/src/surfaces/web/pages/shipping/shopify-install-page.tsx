import { createHash } from 'node:crypto';
import { redirect } from '../../routing/answer';
import type { OwnerPageRequest } from '../../routing/page-request';
import { ownerPage, type Route } from '../../routing/route';
import type { WebDependencies } from '../../web-dependencies';
import { consentPage, refusing } from './store-consent';

const TITLE = 'Connect Shopify';

/**
 * Installs our app in a Shopify store. Owners who come from our page first see which permissions the app needs. Owners
 * who come from Shopify, with its signature, continue at once, as Shopify requires.
 */
export const shopifyInstallRoutes = ({ clients: { orders } }: WebDependencies): Route[] => [
  ownerPage('/shopify/install', (request) =>
    refusing(TITLE, async () => {
      const { caller, query } = request;
      const shop = query.get('shop') ?? '';
      const signed = query.has('hmac') ? query.toString() : '';
      const asked = { shop, session: sessionOf(request), query: signed };
      const consent = await orders.beginShopifyInstall(caller, asked);
      return signed === '' ? consentPage(TITLE, 'Shopify', shop, consent) : redirect(consent.url);
    }),
  ),
  ownerPage('/shopify/callback', (request) =>
    refusing(TITLE, async () => {
      const { caller, query } = request;
      await orders.finishShopifyInstall(caller, { session: sessionOf(request), query: query.toString() });
      return redirect('/settings/shipping?changed=installed#platforms');
    }),
  ),
];

/** Returns a text that stands for the session and cannot be used to sign in. */
const sessionOf = ({ sessionToken }: OwnerPageRequest): string =>
  createHash('sha256').update(`shopify-install:${sessionToken}`).digest('base64url');
