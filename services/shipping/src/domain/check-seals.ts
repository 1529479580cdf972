import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
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
 * @throws DomainError invalid_argument or failed_precondition; each reason has a sentence of its own
 */
export function checkSeals(
  rate: RateSeal | undefined,
  parcel: PackageSeal | undefined,
  claim: PurchaseClaim,
): CheckedSeals {
  if (!rate) refuse('rate_id', 'rate_id is not intact: it must be passed exactly as get_rates returned it.');
  if (!parcel) {
    refuse('package_id', 'package_id is not intact: it must be passed exactly as get_rates returned it.');
  }
  for (const [field, seal] of [['rate_id', rate] as const, ['package_id', parcel] as const]) {
    if (seal.accountId !== claim.accountId) refuse(field, `${field} was issued to another account.`);
    if (seal.orderId !== claim.orderId) {
      refuse(field, `${field} belongs to another order, not to order ${claim.orderId}.`);
    }
  }
  if (rate.rating !== parcel.rating) {
    refuse('package_id', 'rate_id and package_id come from two different get_rates results.');
  }
  sameAsSealed('method', claim.method, rate.method);
  sameAsSealed('service_level', claim.serviceLevel, rate.serviceLevel);
  if (rate.expiresAt <= claim.now || parcel.expiresAt <= claim.now) {
    refuse('rate_id', 'This rate has expired.', 'failed_precondition');
  }
  if (parcel.addressVersion !== claim.addressVersion) {
    refuse('package_id', addressChanged(claim.orderId), 'failed_precondition');
  }
  return { rate, parcel };
}

/** Why an order whose address changed after rating is not bought. */
export const addressChanged = (orderId: number): string =>
  `The address of order ${orderId} has changed since this rate was issued.`;

/** Why an order in another status is not bought. */
export const notReadyToShip = (orderId: number): string =>
  `Order ${orderId} is not ready to ship, so no label can be bought for it. Check its status with get_order.`;

export const RATE_AGAIN = 'Call get_rates again and use its values.';

function sameAsSealed(field: string, given: string, sealed: string): void {
  if (given !== sealed) refuse(field, `${field} must be the one of this rate, "${sealed}"; got "${given}".`);
}

function refuse(field: string, reason: string, code: ErrorCode = 'invalid_argument'): never {
  throw DomainError.text(code, `${reason} ${RATE_AGAIN}`, { field });
}
