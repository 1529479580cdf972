import type { StoreConsent } from '@parcelyard/contracts/orders';
import type { DomainError } from '@parcelyard/service-kit/domain-error';
import { capitalized } from '../../../../values/capitalized';
import { type Answer, type Page, page } from '../../routing/answer';
import { Card, Notice, PageHead } from '../../view/blocks';
import { ButtonLink } from '../../view/forms';
import { webSentence } from '../../wording';
import { asRefused, isRefusalFromOutside } from '../error-page';

const CARD = '/settings/shipping#platforms';

/** Shows which permissions the store will ask for, and why, before the merchant leaves our page. */
export const consentPage = (title: string, platform: string, store: string, consent: StoreConsent): Page =>
  page(
    title,
    <>
      <PageHead title={title} lead={`${capitalized(platform)} will ask you to give us access to ${store}.`} />
      <div class="stack">
        <Card title="Requested access">
          <dl class="stack-tight">
            {consent.permissions.map(({ name, reason }) => (
              <div key={name}>
                <dt class="code">{name}</dt>
                <dd>{reason}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <div class="row">
          <ButtonLink href={consent.url}>{`Continue to ${platform}`}</ButtonLink>
          <ButtonLink href={CARD} look="quiet">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </>,
    { narrow: true },
  );

/** Runs the work. If a store cannot be connected, returns a page that says why. */
export async function refusing(title: string, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!isRefusalFromOutside(error)) throw error;
    return refusedPage(title, error);
  }
}

const refusedPage = (title: string, refusal: DomainError): Page => {
  const shown = page(
    title,
    <>
      <PageHead title="The store was not connected" lead="Nothing was changed." />
      <div class="stack">
        <Notice tone="bad">{webSentence(refusal)}</Notice>
        <div>
          <ButtonLink href={CARD}>Back to the sales platforms</ButtonLink>
        </div>
      </div>
    </>,
    { narrow: true },
  );
  return asRefused(shown, refusal);
};
