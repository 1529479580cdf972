import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { billingMonth } from '../domain/billing-month';
import { type PlanTable, type Standing, standingOn } from '../domain/plan';
import type { Accounts, MonthlyUsage, Usage } from '../ports';

export interface EntitlementDependencies {
  accounts: Accounts;
  usage: Usage;
  plans: PlanTable;
  clock: Clock;
}

/** What the account may do, and what it used of it this month. */
export const getEntitlements =
  ({ accounts, usage, plans, clock }: EntitlementDependencies) =>
  async (accountId: AccountId): Promise<{ standing: Standing; used: MonthlyUsage }> => {
    const now = clock.now();
    const [{ plan, planSince }, used] = await Promise.all([
      accounts.find(accountId),
      usage.find(accountId, billingMonth(now).key),
    ]);
    return { standing: standingOn(plans, plan, planSince, now), used };
  };
