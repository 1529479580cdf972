import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PickupsPorts } from '../ports';

/** @throws DomainError permission_denied when the account's plan has no carrier pickup */
export async function requireCarrierPickup(ports: PickupsPorts, accountId: number): Promise<void> {
  const { features } = await ports.billing.getEntitlements({ accountId });
  if (features?.carrierPickup) return;
  throw DomainError.text(
    'permission_denied',
    `Your current ${ports.serviceName} plan does not include carrier pickup scheduling. Upgrade the subscription to use this tool.`,
  );
}
