import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { Shortage } from '@parcelyard/reasons/billing-reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';

/** What a label, or a batch of them, costs the account. */
export interface Charge {
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
  readonly total: Cents;
}

/** The auto-recharge amount that means "pay as you go". */
const PAY_AS_YOU_GO = cents(1);
const PAY_AS_YOU_GO_FEE = cents(30);

interface Circumstances {
  autoRecharge: Cents;
  batch: boolean;
}

/** The fee is added at an auto-recharge amount of 0.01 or less, except in a batch ([MCP-M3], [MCP-M8]). */
export function chargeFor(postage: Cents, insurance: Cents, { autoRecharge, batch }: Circumstances): Charge {
  const fee = !batch && autoRecharge <= PAY_AS_YOU_GO ? PAY_AS_YOU_GO_FEE : ZERO;
  return { postage, insurance, fee, total: sumCents(postage, insurance, fee) };
}

/** The refusal of a charge above the caller's maximum; undefined when it is within. */
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
 * Money rules 3 to 5 of the MCP specification, by the auto-recharge amount. Above 0.01: recharges that amount or the
 * shortfall, the larger one. At 0.01: recharges the shortfall plus the fee, at least 1 dollar. At 0: never recharges.
 */
export function fund(available: Cents, charge: Charge, autoRecharge: Cents): Funding {
  if (available >= charge.total) return { kind: 'covered' };
  // The card's payments were reversed: the same card is not charged for the debt.
  if (available < 0 || autoRecharge <= 0) return { kind: 'refused' };
  const shortfall = larger(ZERO, sumCents(charge.postage, charge.insurance, cents(-available)));
  const amount =
    autoRecharge > PAY_AS_YOU_GO
      ? larger(autoRecharge, shortfall)
      : larger(MIN_PAY_AS_YOU_GO_RECHARGE, sumCents(shortfall, charge.fee));
  return { kind: 'recharge', amount };
}

/** The refusal when the balance cannot pay. An overdrawn account cannot buy, whatever its auto-recharge. */
export const insufficientBalance = (available: Cents, { total }: Charge, shortage: Shortage) =>
  new DomainError('payment_required', 'insufficient_balance', {
    chargeCents: total,
    balanceCents: available,
    shortage: available < 0 ? 'overdrawn' : shortage,
  });
