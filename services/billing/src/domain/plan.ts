import type { Cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type BillingMonth, billingMonth } from './billing-month';

export const FEATURES = ['carrier_pickup', 'batch', 'business_reporting', 'marketing_email'] as const;
export type Feature = (typeof FEATURES)[number];

export interface Plan {
  readonly code: string;
  readonly name: string;
  readonly pricePerMonth: Cents;
  /** In both limits, null means unlimited. */
  readonly shipmentsPerMonth: number | null;
  readonly marketingEmailsPerMonth: number | null;
  readonly features: readonly Feature[];
  /** Days after which the plan ends; null when the plan does not end. */
  readonly trialDays: number | null;
  /**
   * Owners can no longer choose the plan. An account that is still on the plan keeps its limits and loses its features.
   */
  readonly discontinued: boolean;
}

/** The plan of an account that has chosen no plan. */
export const NO_PLAN = 'none';

/** The plans by code. There is always a plan `none`. */
export interface PlanTable {
  readonly none: Plan;
  find(code: string): Plan | undefined;
  readonly codes: readonly string[];
}

export const isTrial = (plan: Plan | undefined): boolean => plan !== undefined && plan.trialDays !== null;

/** Returns whether owners can change to the plan. They cannot change to `none`, a trial or a discontinued plan. */
export const isOnOffer = (plan: Plan | undefined): boolean =>
  plan !== undefined && plan.code !== NO_PLAN && !isTrial(plan) && !plan.discontinued;

/** Returns the plans to which owners can change, in the order of the table. */
export const plansOnOffer = (plans: PlanTable): Plan[] =>
  plans.codes.flatMap((code) => plans.find(code) ?? []).filter(isOnOffer);

export const plansWith = (plans: PlanTable, feature: Feature): string[] =>
  plansOnOffer(plans).flatMap(({ features, name }) => (features.includes(feature) ? [name] : []));

/** @param pricedPlans whether owners may themselves choose a plan that has a price */
export const selectable = (plan: Plan, pricedPlans: boolean): boolean =>
  isOnOffer(plan) && (pricedPlans || plan.pricePerMonth === 0);

export type PlanStatus = 'active' | 'trialing' | 'none' | 'discontinued';

/** What an account's plan allows at a given time. */
export interface PlanState {
  readonly plan: Plan;
  readonly status: PlanStatus;
  readonly features: readonly Feature[];
  readonly period: Pick<BillingMonth, 'start' | 'end'>;
}

const DAY_MS = 86_400_000;

/** @param since the time at which the account changed to the plan */
export function planStateAt(plans: PlanTable, code: string, since: Date, now: Date): PlanState {
  const month = billingMonth(now);
  const plan = plans.find(code);
  if (!plan || plan === plans.none) {
    return { plan: plans.none, status: 'none', features: [], period: month };
  }
  if (plan.trialDays !== null) {
    const end = new Date(since.getTime() + plan.trialDays * DAY_MS);
    return now < end
      ? { plan, status: 'trialing', features: plan.features, period: { start: since, end } }
      : { plan: plans.none, status: 'none', features: [], period: month };
  }
  if (plan.discontinued) return { plan, status: 'discontinued', features: [], period: month };
  return { plan, status: 'active', features: plan.features, period: month };
}

export const hasSlot = ({ shipmentsPerMonth }: Plan, used: number): boolean =>
  shipmentsPerMonth === null || used < shipmentsPerMonth;

/** Returns the error of a purchase that is above the plan's monthly limit ([MCP-E12]). */
export const limitReached = ({ code, name, shipmentsPerMonth }: Plan, now: Date) =>
  new DomainError('resource_exhausted', 'shipment_limit_reached', {
    plan: code === NO_PLAN ? '' : name,
    limit: shipmentsPerMonth ?? 0,
    renewsOn: billingMonth(now).renewsOn,
  });
