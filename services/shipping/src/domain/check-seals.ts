import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PackageSeal, RateSeal } from './seals';

/** What the caller asks to buy, to be held against what was sealed. */
export interface PurchaseClaim {
  readonly accountId: number;
  readonly orderId: number;
  readonly method: string;
  readonly serviceLevel: string;
  /** As the order stands now. */
  readonly addressVersion: number;
  readonly now: Date;
}

/** Both seals, found to belong together and to this purchase. */
export interface CheckedSeals {
  readonly rate: RateSeal;
  readonly parcel: PackageSeal;
}

/**
 * Holds the opened seals (undefined: could not be opened) against the purchase asked for.
 * @throws DomainError invalid_argument or failed_precondition, each with a reason of its own
 */
export function checkSeals(
  rate: RateSeal | undefined,
  parcel: PackageSeal | undefined,
  claim: PurchaseClaim,
): CheckedSeals {
  if (!rate) throw invalid('rate_id', 'seal_not_intact', {});
  if (!parcel) throw invalid('package_id', 'seal_not_intact', {});
  const { accountId, orderId, now } = claim;
  for (const [field, seal] of [['rate_id', rate] as const, ['package_id', parcel] as const]) {
    if (seal.accountId !== accountId) throw invalid(field, 'seal_of_another_account', {});
    if (seal.orderId !== orderId) throw invalid(field, 'seal_of_another_order', { orderId });
  }
  if (rate.rating !== parcel.rating) throw invalid('package_id', 'seals_of_two_ratings', {});
  sameAsSealed('method', claim.method, rate.method);
  sameAsSealed('service_level', claim.serviceLevel, rate.serviceLevel);
  if (rate.expiresAt <= now || parcel.expiresAt <= now) {
    throw new DomainError('failed_precondition', 'rate_expired', {}, { field: 'rate_id' });
  }
  if (parcel.addressVersion !== claim.addressVersion) {
    const context = { field: 'package_id' };
    throw new DomainError('failed_precondition', 'address_changed_since_rating', { orderId }, context);
  }
  return { rate, parcel };
}

function sameAsSealed(field: string, got: string, sealed: string): void {
  if (got !== sealed) throw invalid(field, 'differs_from_rate', { sealed, got });
}

const invalid = <R extends Reason>(field: string, reason: R, params: ReasonParams<R>): DomainError =>
  new DomainError('invalid_argument', reason, params, { field });
