import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BatchPorts } from '../../ports';

/** @throws DomainError permission_denied when the account's plan has no batch shipping */
export async function requireBatchFeature(
  { billing, serviceName }: Pick<BatchPorts, 'billing' | 'serviceName'>,
  accountId: number,
): Promise<void> {
  const { features } = await billing.getEntitlements({ accountId });
  if (features?.batch) return;
  throw DomainError.text(
    'permission_denied',
    `Your current ${serviceName} plan does not include batch label purchasing. Upgrade the subscription to use this tool.`,
  );
}
