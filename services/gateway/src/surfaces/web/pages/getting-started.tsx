import { page } from '../routing/answer';
import type { OwnerPageRequest } from '../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../routing/route';
import { Notice, PageHead, Snippet } from '../view/blocks';
import { formatMoney } from '../view/format';
import { Button, ButtonLink, PostForm } from '../view/forms';
import { Step } from '../view/step';
import type { WebDependencies } from '../web-dependencies';
import { pressAccessTokenCard } from './access-token-card';
import { ClientSetUps, firstCall } from './mcp-clients';

const PATH = '/welcome';
const PLACEHOLDER = '<API KEY>';

/** Four steps from a new account to a client that can buy labels. Finished steps are marked. */
export const gettingStartedRoutes = ({ clients, baseUrl }: WebDependencies): Route[] => {
  const endpoint = `${baseUrl}/mcp`;
  const show = async (request: OwnerPageRequest) => {
    const [{ known, shown, problem }, { apps }, { availableCents, autoRechargeCents }] = await Promise.all([
      pressAccessTokenCard(clients, request),
      clients.auth.listConnectedApps(request.caller),
      clients.billing.getBalance(request.caller),
    ]);
    const key = shown?.token ?? PLACEHOLDER;
    const hasKey = known.expiresAt !== undefined;
    return page(
      'Getting started',
      <>
        <PageHead
          title={`Welcome, ${request.owner.name}`}
          lead="Four steps, and your assistant can ship an order. Carriers and payments are a sandbox unless the operator of this server says otherwise."
          actions={
            <ButtonLink href="/orders" look="quiet">
              Go to orders
            </ButtonLink>
          }
        />
        <div class="stack">
          {problem && <Notice tone="warn">{problem}</Notice>}
          {known.usedOverMcp && (
            <Notice tone="good">
              Your key was used over MCP. Your client works: ask it to list your orders.
            </Notice>
          )}
          <ol class="steps card">
            <Step title="Get your API key" done={hasKey}>
              {shown ? (
                <Snippet label="API key">{shown.token}</Snippet>
              ) : (
                <PostForm action={PATH} hidden={{ action: 'show' }}>
                  <Button>Show API key</Button>
                </PostForm>
              )}
            </Step>
            <Step title="Test the endpoint" done={known.usedOverMcp}>
              <p class="muted">Paste this into a terminal. The response contains the name of the server.</p>
              <Snippet label="First call">{firstCall(endpoint, key)}</Snippet>
            </Step>
            <Step title="Connect your assistant" done={known.usedOverMcp || apps.length > 0}>
              <ClientSetUps endpoint={endpoint} accessKey={key} />
              <p class="muted">
                Then ask it: “Create an order of one mug for Ada Lovelace, 350 5th Ave, New York, NY 10118,
                and show me the cheapest way to ship 12 ounces.”
              </p>
            </Step>
            <Step title="Set up payment for labels" done={availableCents > 0 || autoRechargeCents > 0}>
              <p class="muted">
                Labels are paid from the postage balance, which is {formatMoney(availableCents)}.
                Auto-recharge fills it from your card when a label needs it.
              </p>
              <div>
                <ButtonLink href="/settings/billing" look="quiet">
                  Set auto-recharge
                </ButtonLink>
              </div>
            </Step>
          </ol>
        </div>
      </>,
      problem === undefined ? {} : { status: 400 },
    );
  };
  return [ownerPage(PATH, show), ownerForm(PATH, show)];
};
