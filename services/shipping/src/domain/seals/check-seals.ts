import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PackageSeal } from './package-seal';
import type { RateSeal } from './rate-seal';

/** The opened seals that the caller sent; undefined for an invalid seal. */
export interface OpenedSeals {
  readonly rate: RateSeal | undefined;
  readonly packageSeal: PackageSeal | undefined;
  /** True when the rate belongs to this package. */
  readonly sameRating: boolean;
}

/** The requested purchase. It is compared with the seals. */
export interface PurchaseClaim {
  readonly accountId: number;
  readonly orderId: number;
  readonly method: string;
  readonly serviceLevel: string;
  /** The order's current version. */
  readonly addressVersion: number;
  /** Digest of the account's current ship-from address, computed as in the package seal. */
  readonly shipFromDigest: string;
  readonly now: Date;
}

/** Both seals. They belong to each other and to this purchase. */
export interface CheckedSeals {
  readonly rate: RateSeal;
  readonly packageSeal: PackageSeal;
}

/**
 * Checks the opened seals against the requested purchase.
 * @throws DomainError invalid_argument or failed_precondition, with a specific reason
 */
export function checkSeals(
  { rate, packageSeal, sameRating }: OpenedSeals,
  claim: PurchaseClaim,
): CheckedSeals {
  if (!packageSeal) throw invalid('package_id', 'seal_not_intact', {});
  const { accountId, orderId, now } = claim;
  if (packageSeal.accountId !== accountId) throw invalid('package_id', 'seal_of_another_account', {});
  if (packageSeal.orderId !== orderId) throw invalid('package_id', 'seal_of_another_order', { orderId });
  if (!sameRating) throw invalid('package_id', 'seals_of_two_ratings', {});
  if (!rate) throw invalid('rate_id', 'seal_not_intact', {});
  sameAsSealed('method', claim.method, rate.method);
  sameAsSealed('service_level', claim.serviceLevel, rate.serviceLevel);
  if (packageSeal.expiresAt <= now) throw outdated('rate_id', 'rate_expired', {});
  if (packageSeal.addressVersion !== claim.addressVersion) {
    throw outdated('package_id', 'address_changed_since_rating', { orderId });
  }
  if (packageSeal.shipFromDigest !== claim.shipFromDigest) {
    throw outdated('package_id', 'ship_from_changed_since_rating', {});
  }
  return { rate, packageSeal };
}

function sameAsSealed(field: string, got: string, sealed: string): void {
  if (got !== sealed) throw invalid(field, 'differs_from_rate', { sealed, got });
}

const invalid = <R extends Reason>(field: string, reason: R, params: ReasonParams<R>): DomainError =>
  new DomainError('invalid_argument', reason, params, { field });

/** Returns the error for values that have expired or changed since rating. */
const outdated = <R extends Reason>(field: string, reason: R, params: ReasonParams<R>): DomainError =>
  new DomainError('failed_precondition', reason, params, { field });
