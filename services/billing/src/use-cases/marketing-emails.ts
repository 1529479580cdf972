import type {
  CheckMarketingEmailsRequest,
  ClaimMarketingEmailsRequest,
  LimitCheck,
} from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { checkMarketingLimit, claimId, inMonth, refuseOverLimit } from '../domain/allowance';
import { billingMonth } from '../domain/billing-month';
import { planStateAt } from '../domain/plan';
import type { BillingPorts } from '../ports';
import { accountOf, countOf, textOf } from './request-fields';

const MAX_ATTEMPTS = 60;

export async function checkMarketingEmails(
  { accounts, allowance, plans, clock }: BillingPorts,
  request: CheckMarketingEmailsRequest,
): Promise<LimitCheck> {
  const accountId = accountOf(request);
  const count = countOf('count', request.count, 0);
  const now = clock.now();
  const [{ plan, planSince }, last] = await Promise.all([
    accounts.find(accountId),
    allowance.position(accountId),
  ]);
  const { used } = inMonth(last, billingMonth(now).key);
  const planState = planStateAt(plans, plan, planSince, now);
  return checkMarketingLimit(planState, used, count);
}

/**
 * Takes a campaign's e-mails from the month's allowance: all of them or none, and once for each key. The account's
 * position is read before the checks, and the insert succeeds only at this position. So no other campaign is counted
 * between the checks and the insert.
 * @throws DomainError permission_denied when the plan has no marketing e-mails, resource_exhausted when too few are
 * left, unavailable when other calls took every position that was tried
 */
export async function claimMarketingEmails(
  { accounts, allowance, plans, clock, backoff }: BillingPorts,
  request: ClaimMarketingEmailsRequest,
): Promise<Empty> {
  const accountId = accountOf(request);
  const id = claimId(accountId, textOf('key', request.key));
  const count = countOf('count', request.count, 1);
  const { plan, planSince } = await accounts.find(accountId);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const last = await allowance.position(accountId);
    // This check must come after the position was read. Otherwise another call with the same key could insert the entry
    // between this check and the read of the position, and the campaign would count twice.
    if (await allowance.has(accountId, id)) return {};
    const now = clock.now();
    const { month, seq, used } = inMonth(last, billingMonth(now).key);
    const planState = planStateAt(plans, plan, planSince, now);
    refuseOverLimit(planState, { used, count, now });
    const claim = { id, kind: 'claim', accountId, month, count, at: now } as const;
    if (await allowance.insert({ ...claim, seq: seq + 1, used: used + count })) return {};
    await backoff(attempt);
  }
  const detail = `account ${accountId}: no place in the allowance after ${MAX_ATTEMPTS} attempts`;
  throw new DomainError('unavailable', 'allowance_busy', {}, { detail });
}
