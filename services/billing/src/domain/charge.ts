import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { Shortage } from '@parcelyard/reasons/billing-reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';

/** What one label, or one batch of labels, costs the account. */
export interface Charge {
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  readonly total: Cents;
}

/** The auto-recharge amount 0.01, which means "pay as you go". */
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

/** Returns the refusal of a charge above the caller's maximum; undefined when the charge is not above it. */
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

/** How a charge is paid: from the balance, after a recharge, or not at all. */
export type Funding =
  | { readonly kind: 'covered' }
  | { readonly kind: 'recharge'; readonly amount: Cents }
  | { readonly kind: 'refused' };

const MIN_PAY_AS_YOU_GO_RECHARGE = cents(100);

const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b);

/**
 * Money rules 3 to 5 of the MCP specification. The result depends on the auto-recharge amount. Above 0.01: the recharge
 * is this amount or the shortfall, whichever is larger. At 0.01: the recharge is the shortfall plus the fee, at least 1
 * dollar. At 0: there is no recharge.
 */
export function fund(available: Cents, charge: Charge, autoRecharge: Cents): Funding {
  if (available >= charge.total) return { kind: 'covered' };
  // A negative balance means that payments by the card were reversed. So the same card is not charged for this debt.
  if (available < 0 || autoRecharge <= 0) return { kind: 'refused' };
  const shortfall = larger(ZERO, sumCents(charge.postage, charge.insurance, cents(-available)));
  const amount =
    autoRecharge > PAY_AS_YOU_GO
      ? larger(autoRecharge, shortfall)
      : larger(MIN_PAY_AS_YOU_GO_RECHARGE, sumCents(shortfall, charge.fee));
  return { kind: 'recharge', amount };
}

/**
 * Returns the refusal when the balance cannot pay. An account below zero cannot buy, regardless of its auto-recharge
 * amount.
 */
export const insufficientBalance = (available: Cents, { total }: Charge, shortage: Shortage) =>
  new DomainError('payment_required', 'insufficient_balance', {
    chargeCents: total,
    balanceCents: available,
    shortage: available < 0 ? 'overdrawn' : shortage,
  });
