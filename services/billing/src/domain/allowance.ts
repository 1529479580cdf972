import type { LimitCheck } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { billingMonth, type MonthKey } from './billing-month';
import type { PlanState } from './plan';

/** The state of an account's allowance after the last entry. */
export interface AllowancePosition {
  readonly seq: number;
  readonly month: MonthKey;
  readonly used: number;
}

/** The marketing e-mails that one campaign may send. Never changed after it is stored. */
export interface AllowanceEntry {
  /** Unique, so a call that is repeated counts once. */
  readonly id: string;
  readonly kind: 'claim';
  readonly accountId: AccountId;
  /** 1, 2, 3 … without a gap within the account. */
  readonly seq: number;
  readonly month: MonthKey;
  /** The number of e-mails of this campaign. */
  readonly count: number;
  /** The number of e-mails that all campaigns of the month may send, including this campaign. */
  readonly used: number;
  readonly at: Date;
}

export const claimId = (accountId: AccountId, key: string) => `claim:${accountId}:${key}`;

/**
 * Returns the account's position in `month`. In a new month, `used` is 0. If `month` is before the stored month,
 * because a clock was wrong, returns the position of the stored month.
 */
export const inMonth = (last: AllowancePosition, month: MonthKey): AllowancePosition =>
  last.month >= month ? last : { seq: last.seq, month, used: 0 };

/**
 * Returns whether `count` marketing e-mails may be sent, how many the month has used, and how many are left ([MCP-C5],
 * [MCP-C8]).
 */
export function checkMarketingLimit({ plan, features }: PlanState, used: number, count: number): LimitCheck {
  const entitled = features.includes('marketing_email');
  const limit = entitled ? (plan.marketingEmailsPerMonth ?? undefined) : 0;
  const remaining = limit === undefined ? undefined : Math.max(0, limit - used);
  const fits = remaining === undefined || count <= remaining;
  const reason = entitled ? (fits ? '' : 'limit_exceeded') : 'no_entitlement';
  return { allowed: reason === '', reason, limit, used, remaining };
}

/** Refuses the whole campaign when the month has too few e-mails left. */
export function refuseOverLimit(
  planState: PlanState,
  { used, count, now }: { used: number; count: number; now: Date },
): void {
  const check = checkMarketingLimit(planState, used, count);
  const { allowed, reason, limit = 0, remaining = 0 } = check;
  if (reason === 'no_entitlement') {
    throw new DomainError('permission_denied', 'marketing_not_included', {});
  }
  if (allowed) return;
  const { renewsOn } = billingMonth(now);
  const plan = planState.plan.name;
  throw new DomainError('resource_exhausted', 'marketing_limit_reached', {
    plan,
    limit,
    remaining,
    count,
    renewsOn,
  });
}
