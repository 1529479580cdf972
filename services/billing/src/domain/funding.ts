import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { sumCents } from '@parcelyard/money/sum-cents';
import { type Charge, PAY_AS_YOU_GO } from './charge';

/** How a charge is paid: from the balance, after a recharge, or not at all. */
export type Funding =
  | { readonly kind: 'covered' }
  | { readonly kind: 'recharge'; readonly amount: Cents }
  | { readonly kind: 'refused' };

const LEAST_PAY_AS_YOU_GO_CHARGE = cents(100);

const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b);

/**
 * Money rules 3 to 5 of the MCP specification. Above 0.01 a short balance is recharged by the auto-recharge amount or
 * the shortfall, whichever is larger; at 0.01 by the shortfall plus the fee, at least 1 dollar; at 0 never.
 */
export function fund(available: Cents, charge: Charge, autoRecharge: Cents): Funding {
  if (available >= charge.total) return { kind: 'covered' };
  // Its payments went back to the card: the same card is not charged for the debt.
  if (available < 0 || autoRecharge <= 0) return { kind: 'refused' };
  const shortfall = larger(ZERO, sumCents(charge.postage, charge.insurance, cents(-available)));
  const amount =
    autoRecharge > PAY_AS_YOU_GO
      ? larger(autoRecharge, shortfall)
      : larger(LEAST_PAY_AS_YOU_GO_CHARGE, sumCents(shortfall, charge.fee));
  return { kind: 'recharge', amount };
}

/** Why a charge that the rules do not recharge for cannot be paid. */
export const insufficientBalance = (available: Cents, { total }: Charge, reason: string): string =>
  `Insufficient balance: the charge is ${formatDollars(total)} and the balance is ${formatDollars(available)}. ${available < 0 ? OVERDRAWN : reason}`;

/** Why an account below zero buys nothing, whatever its auto-recharge. */
const OVERDRAWN =
  'Payments of this account were refunded or disputed, so nothing is charged until the balance is settled. Contact support.';
