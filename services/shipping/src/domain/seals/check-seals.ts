import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PackageSeal } from './package-seal';
import type { RateSeal } from './rate-seal';

/** What a caller gave back; undefined: not intact. */
export interface OpenedSeals {
  readonly rate: RateSeal | undefined;
  readonly parcel: PackageSeal | undefined;
  /** Whether the rate names this package. */
  readonly sameRating: boolean;
}

/** What the caller asks to buy, to be held against what was sealed. */
export interface PurchaseClaim {
  readonly accountId: number;
  readonly orderId: number;
  readonly method: string;
  readonly serviceLevel: string;
  /** As the order stands now. */
  readonly addressVersion: number;
  /** `shipFromDigest` of the account's address as it stands now. */
  readonly shipFrom: string;
  readonly now: Date;
}

/** Both seals, found to belong together and to this purchase. */
export interface CheckedSeals {
  readonly rate: RateSeal;
  readonly parcel: PackageSeal;
}

/**
 * Holds the opened seals against the purchase asked for.
 * @throws DomainError invalid_argument or failed_precondition, each with a reason of its own
 */
export function checkSeals({ rate, parcel, sameRating }: OpenedSeals, claim: PurchaseClaim): CheckedSeals {
  if (!parcel) throw invalid('package_id', 'seal_not_intact', {});
  const { accountId, orderId, now } = claim;
  if (parcel.accountId !== accountId) throw invalid('package_id', 'seal_of_another_account', {});
  if (parcel.orderId !== orderId) throw invalid('package_id', 'seal_of_another_order', { orderId });
  if (!sameRating) throw invalid('package_id', 'seals_of_two_ratings', {});
  if (!rate) throw invalid('rate_id', 'seal_not_intact', {});
  sameAsSealed('method', claim.method, rate.method);
  sameAsSealed('service_level', claim.serviceLevel, rate.serviceLevel);
  if (parcel.expiresAt <= now) throw outdated('rate_id', 'rate_expired', {});
  if (parcel.addressVersion !== claim.addressVersion) {
    throw outdated('package_id', 'address_changed_since_rating', { orderId });
  }
  if (parcel.shipFrom !== claim.shipFrom) throw outdated('package_id', 'ship_from_changed_since_rating', {});
  return { rate, parcel };
}

function sameAsSealed(field: string, got: string, sealed: string): void {
  if (got !== sealed) throw invalid(field, 'differs_from_rate', { sealed, got });
}

const invalid = <R extends Reason>(field: string, reason: R, params: ReasonParams<R>): DomainError =>
  new DomainError('invalid_argument', reason, params, { field });

/** What time or somebody else changed. */
const outdated = <R extends Reason>(field: string, reason: R, params: ReasonParams<R>): DomainError =>
  new DomainError('failed_precondition', reason, params, { field });
