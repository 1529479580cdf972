import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { Shortage } from '@parcelyard/reasons/billing-reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';

export interface Charge {
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  readonly total: Cents;
}

/** With this auto-recharge amount (0.01), an account pays as it goes: each label is charged to the card. */
const PAY_AS_YOU_GO = cents(1);
const PAY_AS_YOU_GO_FEE = cents(30);

interface Circumstances {
  autoRecharge: Cents;
  batch: boolean;
}

/**
 * Computes a charge. The fee is added when the auto-recharge amount is 0.01 or less, except in a batch ([MCP-M3],
 * [MCP-M8]).
 */
export function chargeFor(postage: Cents, insurance: Cents, { autoRecharge, batch }: Circumstances): Charge {
  const fee = !batch && autoRecharge <= PAY_AS_YOU_GO ? PAY_AS_YOU_GO_FEE : ZERO;
  return { postage, insurance, fee, total: sumCents(postage, insurance, fee) };
}

/** Returns an error when the charge is above the caller's maximum, otherwise undefined. */
export function aboveMaxCharge(charge: Charge, maxCharge: Cents | undefined): DomainError | undefined {
  if (maxCharge === undefined || charge.total <= maxCharge) return undefined;
  const params = {
    totalCents: charge.total,
    postageCents: charge.postage,
    insuranceCents: charge.insurance,
    feeCents: charge.fee,
    maxChargeCents: maxCharge,
  };
  return new DomainError('failed_precondition', 'charge_above_max_charge', params, { field: 'max_charge' });
}

export type Funding =
  | { readonly kind: 'covered' }
  | { readonly kind: 'recharge'; readonly amount: Cents }
  | { readonly kind: 'refused' };

export interface Funds {
  readonly available: Cents;
  /** True when the balance is below zero because refunds or disputes have taken payments back. */
  readonly isTakenBack: boolean;
}

const MIN_PAY_AS_YOU_GO_RECHARGE = cents(100);

const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b);

/**
 * Decides how a charge is paid (money rules 3 to 5 of the MCP specification). If the balance is enough, there is no
 * recharge. Otherwise the account's auto-recharge amount decides:
 * - More than 0.01: the recharge is the auto-recharge amount, or the missing amount if that is larger.
 * - 0.01: the recharge is the missing amount, at least $1.
 * - 0: there is no recharge and the charge is refused.
 * The missing amount includes the fee. A purchase keeps the fee with which it began, even if the auto-recharge amount
 * has changed since. If carriers' adjustments took the balance below zero, the missing amount also includes this debt.
 * @param leastCharge the smallest amount that the payment gateway charges; no recharge is smaller
 */
export function fund(
  { available, isTakenBack }: Funds,
  charge: Charge,
  { autoRecharge, leastCharge }: { autoRecharge: Cents; leastCharge: Cents },
): Funding {
  if (available >= charge.total) return { kind: 'covered' };
  // A card whose payment was taken back is not charged again for the debt.
  if (isTakenBack || autoRecharge <= 0) return { kind: 'refused' };
  const wanted = autoRecharge > PAY_AS_YOU_GO ? autoRecharge : MIN_PAY_AS_YOU_GO_RECHARGE;
  const missing = sumCents(charge.total, cents(-available));
  return { kind: 'recharge', amount: larger(leastCharge, larger(wanted, missing)) };
}

/**
 * Returns the error when the balance is too small. If the balance is below zero because payments were taken back,
 * nothing can be bought, whatever the auto-recharge amount is.
 */
export const insufficientBalance = (
  { available, isTakenBack }: Funds,
  { total }: Charge,
  shortage: Shortage,
) =>
  new DomainError('payment_required', 'insufficient_balance', {
    chargeCents: total,
    balanceCents: available,
    shortage: isTakenBack ? 'overdrawn' : shortage,
  });
