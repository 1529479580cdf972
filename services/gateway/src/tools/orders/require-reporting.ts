import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { ToolContext } from '../tool';

/**
 * Orders keep the figures but know no plans and must not call billing, so the gate of the report tools stands here: one
 * read more, and nothing can go wrong between the two.
 * @throws DomainError permission_denied when the account's plan has no business reporting
 */
export async function requireReporting({
  caller,
  clients,
  serviceName,
}: Pick<ToolContext, 'caller' | 'clients' | 'serviceName'>): Promise<void> {
  const { features } = await clients.billing.getEntitlements(caller);
  if (features?.businessReporting) return;
  throw DomainError.text(
    'permission_denied',
    `Your current ${serviceName} plan does not include business reporting. Upgrade the subscription to use this tool.`,
  );
}
