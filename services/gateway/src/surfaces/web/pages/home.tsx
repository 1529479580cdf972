import { page, redirect } from '../routing/answer';
import { publicPage, type Route } from '../routing/route';
import { Card } from '../view/blocks';
import { ButtonLink } from '../view/forms';
import type { WebDependencies } from '../web-dependencies';
import { gettingStartedRoutes } from './getting-started';

/** The start page. Strangers see an introduction; owners see their orders, or the first steps. */
export const homeRoutes = (dependencies: WebDependencies): Route[] => [
  publicPage('/', async ({ owner, requestId }) => {
    if (!owner) return landingPage();
    const caller = { accountId: owner.accountId, requestId };
    const { auth } = dependencies.clients;
    const [{ usedOverMcp }, { apps }] = await Promise.all([
      auth.describeAccessToken(caller),
      auth.listConnectedApps(caller),
    ]);
    return redirect(usedOverMcp || apps.length > 0 ? '/orders' : '/welcome');
  }),
  ...gettingStartedRoutes(dependencies),
];

const landingPage = () =>
  page(
    'Shipping for AI assistants',
    <>
      <div class="hero">
        <h1>Shipping that your assistant can do</h1>
        <p>
          Parcelyard gives an AI assistant a shipping desk: it reads your orders, compares carriers, shows you
          what a label costs, buys it once you agree, and books the pickup.
        </p>
        <div class="row">
          <ButtonLink href="/signup">Create an account</ButtonLink>
          <ButtonLink href="/signin" look="quiet">
            Sign in
          </ButtonLink>
        </div>
      </div>
      <div class="columns">
        <Card title="You see it before it happens">
          <p class="muted">
            Purchases, e-mails and cancellations are shown as a preview first. A purchase that is confirmed
            twice is charged once.
          </p>
        </Card>
        <Card title="Any client">
          <p class="muted">
            Claude, Cursor, VS Code, or your own program: one MCP endpoint with every tool, and a REST API
            beside it.
          </p>
        </Card>
        <Card title="Everything in one place">
          <p class="muted">
            Rates, labels, tracking, pickups, customers and reports live in one place, with a ledger for every
            cent.
          </p>
        </Card>
      </div>
    </>,
  );
