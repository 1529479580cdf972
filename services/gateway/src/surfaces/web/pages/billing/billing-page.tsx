import { DomainError } from '@parcelyard/service-kit/domain-error';
import { readLedger } from '../../../../operations/read-ledger';
import { type Answer, type Page, page, redirect } from '../../routing/answer';
import { ownEntry } from '../../routing/own-entry';
import type { OwnerPageRequest } from '../../routing/page-request';
import { readPage } from '../../routing/read-page';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Notice, PageHead } from '../../view/blocks';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { asRefused, isRefusalFromOutside } from '../error-page';
import { questionPage } from '../question-page';
import { AutoRechargeForm, BalanceCard, parseAmount } from './balance-card';
import { CardCard } from './card-card';
import { cardRoutes } from './card-routes';
import { LedgerCard } from './ledger-card';
import { isLastTime, PlanCard } from './plan-card';

type Clients = WebDependencies['clients'];

const PATH = '/settings/billing';
const PAGE_SIZE = 25;

/** The page with the balance, its auto-recharge, the plan and the ledger. */
export const billingRoutes = (dependencies: WebDependencies): Route[] => {
  const { clients } = dependencies;
  return [
    ownerPage(PATH, (request) => openPage(clients, request)),
    ...cardRoutes(dependencies, (request, error) => cardRefused(clients, request, error)),
    ownerForm(`${PATH}/auto-recharge`, async (request) => {
      const amount = parseAmount(request.form.get('auto_recharge') ?? '');
      if ('problem' in amount) return billingPage(clients, request, { auto_recharge: amount.problem });
      await clients.billing.setAutoRecharge(request.caller, { amountCents: amount.cents });
      return redirect(`${PATH}?changed=auto-recharge`);
    }),
    ownerPage(`${PATH}/plan`, async ({ caller, query }) => {
      const [entitlements, { plans }] = await Promise.all([
        clients.billing.getEntitlements(caller),
        clients.billing.listPlans(caller),
      ]);
      const next = plans.find(({ code, selectable }) => code === query.get('plan') && selectable);
      if (!next || !isLastTime(entitlements, plans)) return redirect(`${PATH}#plans`);
      return questionPage({
        title: `Change to ${next.name}?`,
        consequence: `Your plan ${entitlements.planName} ends now, and you cannot choose it again yourself.`,
        button: 'Change the plan',
        action: `${PATH}/plan`,
        hidden: { plan: next.code },
        back: `${PATH}#plans`,
      });
    }),
    ownerForm(`${PATH}/plan`, async (request) => {
      try {
        await clients.billing.changePlan(request.caller, { plan: request.form.get('plan') ?? '' });
        return redirect(`${PATH}?changed=plan#plans`);
      } catch (error) {
        if (!(error instanceof DomainError) || error.field !== 'plan') throw error;
        return billingPage(clients, request, { plan: webSentence(error) });
      }
    }),
  ];
};

/** Shows the page. When the owner comes back from entering a card, the card is saved first. */
async function openPage(clients: Clients, request: OwnerPageRequest): Promise<Answer> {
  const sessionId = request.query.get('session') ?? '';
  if (request.query.get('card') !== 'added' || sessionId === '') return billingPage(clients, request);
  try {
    await clients.billing.finishCardSetup(request.caller, { sessionId });
    return redirect(`${PATH}?changed=card`);
  } catch (error) {
    return cardRefused(clients, request, error);
  }
}

/** Shows the page with the refusal of a card. @throws the error when it is no refusal */
async function cardRefused(clients: Clients, request: OwnerPageRequest, error: unknown): Promise<Page> {
  if (!isRefusalFromOutside(error)) throw error;
  return asRefused(await billingPage(clients, request, { card: webSentence(error) }), error);
}

const CHANGED: Readonly<Record<string, string>> = {
  'auto-recharge': 'The auto-recharge amount was saved.',
  card: 'The card was saved. Recharges are charged to it from now on.',
  plan: 'Your plan was changed. Nothing was charged: plans are not charged to the card.',
};

type Problems = Readonly<Record<string, string>>;

async function billingPage(
  { billing, orders }: Clients,
  request: OwnerPageRequest,
  problems: Problems = {},
): Promise<Page> {
  const { caller, query, form } = request;
  const shown = { page: readPage(query), pageSize: PAGE_SIZE };
  const [balance, card, entitlements, { plans }, ledger] = await Promise.all([
    billing.getBalance(caller),
    billing.getCard(caller),
    billing.getEntitlements(caller),
    billing.listPlans(caller),
    readLedger({ billing, orders }, caller, shown),
  ]);
  const change = query.get('changed') ?? '';
  const words = ownEntry(CHANGED, change);
  const notice = words && <Notice tone="good">{words}</Notice>;
  return page(
    'Billing',
    <>
      <PageHead title="Billing" lead="How labels are paid for, and what your plan includes." />
      <div class="stack">
        {change !== 'plan' && notice}
        <div class="columns">
          <BalanceCard balance={balance} />
          <AutoRechargeForm
            action={`${PATH}/auto-recharge`}
            cents={balance.autoRechargeCents}
            given={form.get('auto_recharge')}
            problem={problems.auto_recharge}
          />
          <CardCard path={PATH} card={card} problem={problems.card} />
        </div>
        <PlanCard
          action={`${PATH}/plan`}
          notice={change === 'plan' && notice}
          entitlements={entitlements}
          plans={plans}
          problem={problems.plan}
        />
        <LedgerCard ledger={{ ...ledger, ...shown }} />
      </div>
    </>,
    {
      // Browsers apply the form policy also to the redirect to the page for entering a card.
      formTargets: card.pageOrigins,
      ...(Object.keys(problems).length > 0 ? { status: 400 } : {}),
    },
  );
}
