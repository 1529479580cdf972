import { type Answer, page, redirect } from '../../routing/answer';
import type { OwnerPageRequest } from '../../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { PageHead } from '../../view/blocks';
import { Button, PostForm } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';

const PATH = '/settings/billing';
const SANDBOX_PAGE = `${PATH}/sandbox-card`;

/** The cards that a test installation offers, by their names in the sandbox adapter. */
const SANDBOX_CARDS = [
  ['sandbox_ok', 'Card that pays (4242)'],
  ['sandbox_declined', 'Card that is declined (0002)'],
  ['sandbox_stolen', 'Card that is reported stolen (9979)'],
  ['sandbox_timeout', 'Card whose charges get no answer (0119)'],
] as const;

/** The way to the payment service's pages and back. The billing page shows refusals. */
export function cardRoutes(
  { clients, baseUrl }: WebDependencies,
  refused: (request: OwnerPageRequest, error: unknown) => Promise<Answer>,
): Route[] {
  const returnUrl = `${baseUrl}${PATH}`;
  const lead = async (request: OwnerPageRequest, open: () => Promise<{ url: string }>): Promise<Answer> => {
    try {
      return redirect((await open()).url);
    } catch (error) {
      return refused(request, error);
    }
  };
  // Without a quota, somebody could test many stolen cards here.
  const count = ({ caller }: OwnerPageRequest) =>
    clients.quotas.take('card_pages', { ...caller, account: caller.accountId });
  return [
    ownerForm(`${PATH}/card`, async (request) => {
      await count(request);
      const { email } = request.owner;
      return lead(request, () => clients.billing.startCardSetup(request.caller, { email, returnUrl }));
    }),
    ownerForm(`${PATH}/cards`, async (request) => {
      await count(request);
      return lead(request, () => clients.billing.openCardPortal(request.caller, { returnUrl }));
    }),
    ownerPage(SANDBOX_PAGE, () => sandboxPage()),
    ownerForm(SANDBOX_PAGE, async (request) => {
      const sessionId = `${request.caller.accountId}:${request.form.get('card') ?? ''}`;
      return redirect(`${PATH}?card=added&session=${encodeURIComponent(sessionId)}`);
    }),
  ];
}

/** Returns the page that replaces the payment service's page in a test installation. */
const sandboxPage = () =>
  page(
    'Sandbox card',
    <>
      <PageHead
        title="Sandbox card"
        lead="This is a test: no real money moves. Choose how the test card behaves."
      />
      <div class="stack">
        {SANDBOX_CARDS.map(([card, title]) => (
          <PostForm key={card} action={SANDBOX_PAGE} hidden={{ card }}>
            <Button look="quiet">{title}</Button>
          </PostForm>
        ))}
        <p>
          <a href={PATH}>Back to Billing</a>
        </p>
      </div>
    </>,
    { narrow: true },
  );
