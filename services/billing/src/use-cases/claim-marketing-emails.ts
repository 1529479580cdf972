import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { claim, claimId, releaseId } from '../domain/allowance';
import {
  allowanceExceeded,
  type MarketingLimit,
  marketingLimit,
  NOT_INCLUDED,
} from '../domain/marketing-limit';
import { type PlanTable, standingOn } from '../domain/plan';
import type { Accounts } from '../ports';
import { type AllowanceDependencies, appendAllowanceEntry } from './append-allowance-entry';

export interface MarketingDependencies extends AllowanceDependencies {
  accounts: Accounts;
  plans: PlanTable;
}

/**
 * Takes a campaign's e-mails off the month's allowance, all or none, once under its key.
 * @throws DomainError permission_denied without the plan feature, resource_exhausted over the remaining allowance,
 * failed_precondition when the key was released
 */
export const claimMarketingEmails =
  (dependencies: MarketingDependencies) =>
  async (accountId: AccountId, key: string, count: number): Promise<MarketingLimit> => {
    const { accounts, allowance, plans, clock } = dependencies;
    const { plan, planSince } = await accounts.find(accountId);
    const id = claimId(accountId, key);
    const { used } = await appendAllowanceEntry(dependencies)(accountId, id, async (position, now) => {
      if (await allowance.find(accountId, releaseId(accountId, key))) {
        throw DomainError.text(
          'failed_precondition',
          'This sending was given up; nothing can be sent for it.',
          {
            detail: key,
          },
        );
      }
      const standing = standingOn(plans, plan, planSince, now);
      const check = marketingLimit(standing, position.used, count);
      if (check.reason === 'no_entitlement') throw DomainError.text('permission_denied', NOT_INCLUDED);
      if (!check.allowed) {
        throw DomainError.text('resource_exhausted', allowanceExceeded(standing, check, count, now));
      }
      return claim(id, position, count);
    });
    return { ...marketingLimit(standingOn(plans, plan, planSince, clock.now()), used, 0) };
  };
