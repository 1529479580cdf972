import { createHash } from 'node:crypto';
import { redirect } from '../../routing/answer';
import type { MemberPageRequest } from '../../routing/page-request';
import { memberPage, type Route } from '../../routing/route';
import type { WebDependencies } from '../../web-dependencies';
import { consentPage, refusing } from './store-consent';

const TITLE = 'Connect Shopify';

/**
 * The way into a Shopify store and back. Who comes from our page reads first what the app will ask for; who comes from
 * Shopify's own page, with its signature, goes on at once, as Shopify wants it.
 */
export const shopifyInstallRoutes = ({ clients: { orders } }: WebDependencies): Route[] => [
  memberPage('/shopify/install', (request) =>
    refusing(TITLE, async () => {
      const { caller, query } = request;
      const shop = query.get('shop') ?? '';
      const signed = query.has('hmac') ? query.toString() : '';
      const asked = { shop, session: sessionOf(request), query: signed };
      const consent = await orders.beginShopifyInstall(caller, asked);
      return signed === '' ? consentPage(TITLE, 'Shopify', shop, consent) : redirect(consent.url);
    }),
  ),
  memberPage('/shopify/callback', (request) =>
    refusing(TITLE, async () => {
      const { caller, query } = request;
      await orders.finishShopifyInstall(caller, { session: sessionOf(request), query: query.toString() });
      return redirect('/settings/shipping?changed=installed#platforms');
    }),
  ),
];

/** Says whose session it is and is of no use as one. */
const sessionOf = ({ sessionToken }: MemberPageRequest): string =>
  createHash('sha256').update(`shopify-install:${sessionToken}`).digest('base64url');
