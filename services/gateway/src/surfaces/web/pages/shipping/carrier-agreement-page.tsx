import type { RegisterCarrierResponse } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Page, page, redirect } from '../../routing/answer';
import type { OwnerPageRequest } from '../../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Card, Crumb, Notice, PageHead } from '../../view/blocks';
import { Button, ButtonLink, Field, PostForm } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { notFoundPage } from '../error-page';

const PATH = '/settings/shipping/carriers/:carrier';
const NOTHING = { accountNumber: '', agreementToken: '', confirm: false };

type Clients = WebDependencies['clients'];
type Problems = Readonly<Record<string, string>>;

/** The page where the owner reads and accepts a carrier's agreement. Accepting links a carrier account. */
export const carrierAgreementRoutes = ({ clients }: WebDependencies): Route[] => [
  ownerPage(PATH, (request) => agreementPage(clients, request)),
  ownerForm(PATH, async (request) => {
    const { caller, form } = request;
    const carrier = request.params.carrier ?? '';
    try {
      await clients.shipping.registerCarrier(caller, {
        carrier,
        accountNumber: form.get('account_number') ?? '',
        confirm: true,
        agreementToken: form.get('agreement_token') ?? '',
      });
      return redirect('/settings/shipping?changed=carrier#carriers');
    } catch (error) {
      if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
      return agreementPage(clients, request, { [error.field ?? 'agreement_token']: webSentence(error) });
    }
  }),
];

const REFUSALS = new Set(['invalid_argument', 'failed_precondition']);

async function agreementPage(
  { shipping }: Clients,
  request: OwnerPageRequest,
  problems: Problems = {},
): Promise<Page> {
  const { caller, params, form } = request;
  const code = params.carrier ?? '';
  const { carriers } = await shipping.listCarriers(caller);
  const carrier = carriers.find((known) => known.code === code);
  if (!carrier) return notFoundPage();
  const agreement = agreementOf(await shipping.registerCarrier(caller, { ...NOTHING, carrier: code }));
  return page(
    `Link ${carrier.name}`,
    <>
      <Crumb href="/settings/shipping#carriers">Shipping</Crumb>
      <PageHead
        title={`Link your ${carrier.name} account`}
        lead="Read the agreement first. Linking accepts it for your account."
      />
      <div class="stack">
        {problems.agreement_token && <Notice tone="bad">{problems.agreement_token}</Notice>}
        <Card title="Agreement">
          <p class="pre-line">{agreement.agreementText}</p>
        </Card>
        <Card>
          <PostForm
            action={PATH.replace(':carrier', code)}
            hidden={{ agreement_token: agreement.agreementToken }}
            class="stack-tight narrow"
          >
            <Field
              label="Account number"
              name="account_number"
              value={form.get('account_number') ?? ''}
              hint={`Your account number with ${carrier.name}. If empty, a new account is opened.`}
              error={problems.account_number}
              maxLength={40}
            />
            <div class="row">
              <Button>Accept and link</Button>
              <ButtonLink href="/settings/shipping#carriers" look="quiet">
                Cancel
              </ButtonLink>
            </div>
          </PostForm>
        </Card>
      </div>
    </>,
    Object.keys(problems).length > 0 ? { status: 400 } : {},
  );
}

function agreementOf({ outcome }: RegisterCarrierResponse) {
  if (outcome?.$case === 'agreement') return outcome.agreement;
  throw new Error('A preview of a registration answered without an agreement.');
}
