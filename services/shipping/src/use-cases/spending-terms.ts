import type { BuyLabelRequest } from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseTerms } from '../domain/purchase';
import { readSpender } from './read-spender';

/** Who spends, by whose word and up to what. */
export const spendingTerms = ({
  spender,
  approvalId,
  maxChargeCents,
}: Pick<BuyLabelRequest, 'spender' | 'approvalId' | 'maxChargeCents'>): Pick<
  PurchaseTerms,
  'spender' | 'approvalId' | 'maxCharge'
> => ({
  spender: readSpender(spender),
  ...(approvalId && { approvalId }),
  ...(maxChargeCents === undefined ? {} : { maxCharge: cents(maxChargeCents) }),
});

/** @throws DomainError failed_precondition for a price above the caller's ceiling on postage */
export function refuseAboveMaxCost(price: number, maxCostCents: number | undefined): void {
  if (maxCostCents === undefined || price <= maxCostCents) return;
  const dollars = (amount: number) => toDollars(amount).toFixed(2);
  const params = { price: dollars(price), maxCost: dollars(maxCostCents) };
  throw new DomainError('failed_precondition', 'price_above_max_cost', params, { field: 'max_cost' });
}
