import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PackageSeal } from './package-seal';
import type { RateSeal } from './rate-seal';

/** The seals that the caller sent, opened. Undefined stands for an invalid seal. */
export interface OpenedSeals {
  readonly rate: RateSeal | undefined;
  readonly packageSeal: PackageSeal | undefined;
  readonly sameRating: boolean;
}

export interface PurchaseClaim {
  readonly accountId: number;
  readonly orderId: number;
  readonly method: string;
  readonly serviceLevel: string;
  readonly addressVersion: number;
  /** Hash of the account's current ship-from address. It is compared with the hash in the package seal. */
  readonly shipFromDigest: string;
  readonly now: Date;
}

/** The content of the two seals, after the check that they belong to each other and to this purchase. */
export interface CheckedSeals {
  readonly rate: RateSeal;
  readonly packageSeal: PackageSeal;
}

/**
 * Checks that the seals are for the purchase that the caller wants.
 * @throws DomainError invalid_argument or failed_precondition, with a reason for each case
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

/** The caller must ask for rates again: something has expired or changed. */
const outdated = <R extends Reason>(field: string, reason: R, params: ReasonParams<R>): DomainError =>
  new DomainError('failed_precondition', reason, params, { field });
