import { createHash } from 'node:crypto';
import type { StoreConsent } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Answer, type Page, page, redirect } from '../../routing/answer';
import type { MemberPageRequest } from '../../routing/page-request';
import { memberPage, type Route } from '../../routing/route';
import { Card, Notice, PageHead } from '../../view/blocks';
import { ButtonLink } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';

const CARD = '/settings/shipping#platforms';
const REFUSALS = new Set(['invalid_argument', 'failed_precondition', 'not_found', 'unavailable']);

/**
 * The way into a Shopify store and back. Who comes from our page reads first what the app will ask for; who comes from
 * Shopify's own page, with its signature, goes on at once, as Shopify wants it.
 */
export const shopifyInstallRoutes = ({ clients: { orders } }: WebDependencies): Route[] => [
  memberPage('/shopify/install', (request) =>
    refusing(async () => {
      const { caller, query } = request;
      const shop = query.get('shop') ?? '';
      const signed = query.has('hmac') ? query.toString() : '';
      const asked = { shop, session: sessionOf(request), query: signed };
      const consent = await orders.beginShopifyInstall(caller, asked);
      return signed === '' ? consentPage(shop, consent) : redirect(consent.url);
    }),
  ),
  memberPage('/shopify/callback', (request) =>
    refusing(async () => {
      const { caller, query } = request;
      await orders.finishShopifyInstall(caller, { session: sessionOf(request), query: query.toString() });
      return redirect('/settings/shipping?changed=installed#platforms');
    }),
  ),
];

/** Says whose session it is and is of no use as one. */
const sessionOf = ({ sessionToken }: MemberPageRequest): string =>
  createHash('sha256').update(`shopify-install:${sessionToken}`).digest('base64url');

async function refusing(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
    return refusedPage(webSentence(error));
  }
}

const consentPage = (shop: string, { url, permissions }: StoreConsent): Page =>
  page(
    'Connect Shopify',
    <>
      <PageHead title="Connect Shopify" lead={`Shopify will ask whether this app may enter ${shop}.`} />
      <Card title="What it asks for">
        <dl>
          {permissions.map(({ name, reason }) => (
            <div key={name}>
              <dt class="code">{name}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <div class="row">
        <ButtonLink href={url}>Continue to Shopify</ButtonLink>
        <ButtonLink href={CARD} look="quiet">
          Cancel
        </ButtonLink>
      </div>
    </>,
    { narrow: true },
  );

const refusedPage = (sentence: string): Page =>
  page(
    'Connect Shopify',
    <>
      <PageHead title="The store was not connected" lead="Nothing was changed." />
      <Notice tone="bad">{sentence}</Notice>
      <ButtonLink href={CARD}>Back to the sales platforms</ButtonLink>
    </>,
    { narrow: true, status: 400 },
  );
