import type { PlanFeatures } from '@parcelyard/contracts/billing';
import { DomainError } from './domain-error';

/** For each feature that a plan may lack: its name in billing, and the words that callers read. */
const FEATURES = {
  batch: { name: 'batch', words: 'batch label purchasing' },
  businessReporting: { name: 'business_reporting', words: 'business reporting' },
  carrierPickup: { name: 'carrier_pickup', words: 'carrier pickup scheduling' },
} as const;

/** @throws DomainError permission_denied, with the plans that have the feature, when the account's plan lacks it */
export function requirePlanFeature(
  { features, missingFeatures }: PlanFeatures,
  feature: keyof typeof FEATURES,
  serviceName: string,
): void {
  if (features?.[feature]) return;
  const { name, words } = FEATURES[feature];
  const plans = missingFeatures.find((missing) => missing.feature === name)?.plans ?? [];
  throw new DomainError('permission_denied', 'plan_lacks_feature', { serviceName, feature: words, plans });
}
