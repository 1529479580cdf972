import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { inMonth } from '../domain/allowance';
import { billingMonth } from '../domain/billing-month';
import { type PlanTable, type Standing, standingOn } from '../domain/plan';
import type { Accounts, Allowance, Usage } from '../ports';

export interface EntitlementDependencies {
  accounts: Accounts;
  usage: Usage;
  allowance: Allowance;
  plans: PlanTable;
  clock: Clock;
}

export interface MonthlyUsage {
  shipments: number;
  marketingEmails: number;
}

/** What the account may do, and what it used of it this month. */
export const getEntitlements =
  ({ accounts, usage, allowance, plans, clock }: EntitlementDependencies) =>
  async (accountId: AccountId): Promise<{ standing: Standing; used: MonthlyUsage }> => {
    const now = clock.now();
    const month = billingMonth(now).key;
    const [{ plan, planSince }, shipments, last] = await Promise.all([
      accounts.find(accountId),
      usage.shipments(accountId, month),
      allowance.position(accountId),
    ]);
    const marketingEmails = inMonth(last, month).used;
    return { standing: standingOn(plans, plan, planSince, now), used: { shipments, marketingEmails } };
  };
