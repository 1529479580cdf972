import type {
  AccountRef,
  ChangePlanRequest,
  Entitlements,
  Features,
  PlanFeatures,
  PlanList,
} from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { inMonth } from '../domain/allowance';
import { billingMonth } from '../domain/billing-month';
import {
  FEATURES,
  type Feature,
  isOnOffer,
  isTrial,
  type Plan,
  planStateAt,
  plansOnOffer,
  plansWith,
  selectable,
} from '../domain/plan';
import { countIn } from '../domain/shipment-count';
import type { BillingPorts } from '../ports';
import { accountOf, textOf } from './request-fields';

export async function getEntitlements(ports: BillingPorts, request: AccountRef): Promise<Entitlements> {
  const { accounts, allowance, plans, clock } = ports;
  const accountId = accountOf(request);
  const now = clock.now();
  const month = billingMonth(now).key;
  const [account, position, last] = await Promise.all([
    accounts.find(accountId),
    ports.ledger.position(accountId),
    allowance.position(accountId),
  ]);
  const { plan, status, features, period } = planStateAt(plans, account.plan, account.planSince, now);
  return {
    plan: plan.code,
    planName: plan.name,
    priceCents: plan.pricePerMonth,
    features: featuresMessage(features),
    ...limitsOf(plan),
    shipmentsUsed: countIn(position.shipments, month).used,
    marketingEmailsUsed: inMonth(last, month).used,
    status,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
  };
}

/** Returns the features of the account's plan. For a feature that is missing, also returns the plans that have it. */
export async function getFeatures(
  { accounts, plans, clock }: BillingPorts,
  request: AccountRef,
): Promise<PlanFeatures> {
  const account = await accounts.find(accountOf(request));
  const { features } = planStateAt(plans, account.plan, account.planSince, clock.now());
  return {
    features: featuresMessage(features),
    missingFeatures: FEATURES.filter((feature) => !features.includes(feature)).map((feature) => ({
      feature,
      plans: plansWith(plans, feature),
    })),
  };
}

/** Returns the plans on offer. For each plan, also returns whether the owner may choose it without the operator. */
export function listPlans({ plans, pricedPlans }: BillingPorts): PlanList {
  return {
    plans: plansOnOffer(plans).map((plan) => ({
      code: plan.code,
      name: plan.name,
      priceCents: plan.pricePerMonth,
      ...limitsOf(plan),
      features: featuresMessage(plan.features),
      selectable: selectable(plan, pricedPlans),
    })),
  };
}

/**
 * @throws DomainError invalid_argument for a plan that is not on offer · failed_precondition for a plan with a price,
 * when only the operator may set it
 */
export async function changePlan(
  { accounts, plans, pricedPlans, clock }: BillingPorts,
  request: ChangePlanRequest,
): Promise<Empty> {
  const accountId = accountOf(request);
  const plan = plans.find(textOf('plan', request.plan));
  if (!plan || !isOnOffer(plan)) {
    const allowed = plans.codes.filter((known) => isOnOffer(plans.find(known)));
    throw new DomainError('invalid_argument', 'plan_unknown', { allowed }, { field: 'plan' });
  }
  if (!selectable(plan, pricedPlans)) {
    const params = { plan: plan.name, priceCents: plan.pricePerMonth };
    throw new DomainError('failed_precondition', 'plan_not_selectable', params, { field: 'plan' });
  }
  await accounts.setPlan(accountId, plan.code, clock.now());
  return {};
}

/** Starts a new account's first plan. Does nothing if the account ever had a plan, so a trial starts once. */
export async function startTrial(
  { accounts, plans, clock }: BillingPorts,
  request: AccountRef,
): Promise<Empty> {
  const accountId = accountOf(request);
  const trial = plans.codes.find((code) => isTrial(plans.find(code)));
  if (trial !== undefined) await accounts.setFirstPlan(accountId, trial, clock.now());
  return {};
}

const limitsOf = ({ shipmentsPerMonth, marketingEmailsPerMonth }: Plan) => ({
  shipmentsLimit: shipmentsPerMonth ?? undefined,
  marketingEmailsLimit: marketingEmailsPerMonth ?? undefined,
});

const featuresMessage = (features: readonly Feature[]): Features => ({
  carrierPickup: features.includes('carrier_pickup'),
  batch: features.includes('batch'),
  businessReporting: features.includes('business_reporting'),
  marketingEmail: features.includes('marketing_email'),
});
