import { billingMonth } from './billing-month';
import type { Standing } from './plan';

/** Whether so many marketing e-mails may be sent, and where the account stands (decisions.md, `limit_check`). */
export interface MarketingLimit {
  readonly allowed: boolean;
  readonly reason: '' | 'no_entitlement' | 'limit_exceeded';
  /** null: unlimited. */
  readonly limit: number | null;
  readonly used: number;
  /** null: unlimited. */
  readonly remaining: number | null;
}

/** The sentence of a confirm without the plan feature (MCP specification, Limits). */
export const NOT_INCLUDED = 'Marketing email campaigns are not included with your current subscription.';

export function marketingLimit({ plan, features }: Standing, used: number, count: number): MarketingLimit {
  const entitled = features.includes('marketing_email');
  const limit = entitled ? plan.marketingEmailsPerMonth : 0;
  const remaining = limit === null ? null : Math.max(0, limit - used);
  const fits = remaining === null || count <= remaining;
  const reason = entitled ? (fits ? '' : 'limit_exceeded') : 'no_entitlement';
  return { allowed: reason === '', reason, limit, used, remaining };
}

const counted = (count: number) => `${count} marketing e-mail${count === 1 ? '' : 's'}`;

/** A campaign over the remaining allowance is refused whole. */
export function allowanceExceeded(
  { plan }: Standing,
  { remaining }: MarketingLimit,
  count: number,
  now: Date,
) {
  const renewal = billingMonth(now).end.toISOString().slice(0, 10);
  return (
    `Limit reached: the ${plan.name} plan has ${counted(plan.marketingEmailsPerMonth ?? 0)} a month, ` +
    `${remaining} of them left, and this would send ${count}. Nothing was sent. ` +
    `The count starts again on ${renewal} (UTC).`
  );
}
