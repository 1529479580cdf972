import type { LimitCheck } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';

/** The sentence of a confirm without the plan feature (MCP specification, "Plan feature gating"). */
const NOT_INCLUDED = 'Marketing email campaigns are not included with your current subscription.';

/** @throws DomainError `permission_denied`: it comes before anything that only a plan with the feature could mend */
export function requireEntitlement({ reason }: LimitCheck): void {
  if (reason === 'no_entitlement') throw DomainError.text('permission_denied', NOT_INCLUDED);
}
