import type { Entitlements, Features, Plan } from '@parcelyard/contracts/billing';
import type { ComponentChildren } from 'preact';
import { withQuery } from '../../routing/with-query';
import { Badge, FormProblem, Meter } from '../../view/blocks';
import { formatCount, formatDay, formatMoney } from '../../view/format';
import { Button, ButtonLink, PostForm } from '../../view/forms';
import { Day } from '../../view/moment';
import { type Column, Table } from '../../view/table';

interface Props {
  action: string;
  /** That the plan was changed. */
  notice: ComponentChildren;
  entitlements: Entitlements;
  plans: readonly Plan[];
  problem: string | undefined;
}

/** The plan, how much of it is used, and the other plans. */
export const PlanCard = ({ action, notice, entitlements, plans, problem }: Props) => (
  <section class="card" id="plans">
    <div class="card-head">
      <h2>Plan: {entitlements.planName}</h2>
      <Badge tone={entitlements.status === 'active' || entitlements.status === 'trialing' ? 'good' : 'warn'}>
        {STATUS[entitlements.status] ?? entitlements.status}
      </Badge>
      <p>{periodOf(entitlements)}</p>
    </div>
    <div class="stack">
      {notice}
      {problem && <FormProblem>{problem}</FormProblem>}
      <div class="columns">
        <Meter
          label="Shipments this month"
          used={entitlements.shipmentsUsed}
          limit={entitlements.shipmentsLimit}
        />
        <Meter
          label="Marketing e-mails this month"
          used={entitlements.marketingEmailsUsed}
          limit={entitlements.marketingEmailsLimit}
        />
      </div>
      <p class="muted small">
        A new plan applies immediately. Your card is charged only for labels, not for plans. This month’s
        counts do not change.
      </p>
      <Table
        caption="Plans"
        columns={columns(action, entitlements.plan, isLastTime(entitlements, plans))}
        rows={plans}
      />
    </div>
  </section>
);

/** True when the owner who leaves the plan cannot choose it again, as with a trial. */
export const isLastTime = ({ plan, status }: Entitlements, plans: readonly Plan[]): boolean =>
  status !== 'none' && !plans.some(({ code, selectable }) => code === plan && selectable);

const STATUS: Readonly<Record<string, string>> = {
  active: 'Active',
  trialing: 'Trial',
  none: 'No plan',
  discontinued: 'Discontinued',
};

/** A trial ends at an instant, the counts of a month at midnight UTC. */
function periodOf({ status, currentPeriodEnd }: Entitlements): ComponentChildren {
  if (!currentPeriodEnd) return '';
  return status === 'trialing' ? (
    <>
      The trial ends on <Day at={currentPeriodEnd} />.
    </>
  ) : (
    `The counts below start again at 0 on ${formatDay(currentPeriodEnd)} (UTC).`
  );
}

const columns = (action: string, current: string, asks: boolean): readonly Column<Plan>[] => [
  { heading: 'Plan', cell: ({ name }) => <span class="strong">{name}</span> },
  {
    heading: 'Price',
    cell: ({ priceCents }) => (priceCents === 0 ? 'Free' : `${formatMoney(priceCents)} a month`),
  },
  { heading: 'Shipments', cell: ({ shipmentsLimit }) => limitText(shipmentsLimit) },
  { heading: 'Marketing e-mails', cell: ({ marketingEmailsLimit }) => limitText(marketingEmailsLimit) },
  { heading: 'Features', cell: ({ features }) => featureText(features) },
  {
    heading: 'Choose',
    kind: 'actions',
    cell: ({ code, name, selectable }) => {
      if (code === current) return <Badge tone="accent">Your plan</Badge>;
      if (!selectable) return <span class="muted small">Contact support</span>;
      const words = (
        <>
          Choose<span class="visually-hidden"> {name}</span>
        </>
      );
      return asks ? (
        <ButtonLink href={withQuery(action, { plan: code })} look="quiet" size="small">
          {words}
        </ButtonLink>
      ) : (
        <PostForm action={action} hidden={{ plan: code }}>
          <Button look="quiet" size="small">
            {words}
          </Button>
        </PostForm>
      );
    },
  },
];

function limitText(limit: number | undefined): string {
  if (limit === undefined) return 'Unlimited';
  return limit === 0 ? 'None' : formatCount(limit);
}

function featureText(features: Features | undefined) {
  const names = [
    features?.carrierPickup && 'Pickups',
    features?.batch && 'Batches',
    features?.businessReporting && 'Reports',
  ].filter(Boolean);
  return names.length === 0 ? <span class="muted">–</span> : names.join(', ');
}
