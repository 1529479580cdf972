import type { BuyLabelRequest } from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';
import { readConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseTerms } from '../domain/purchase';

/** Returns who buys, the owner's approval, the most that the caller pays, and the time zone of the day's limit. */
export const spendingTerms = ({
  connectionKind,
  approvalId,
  maxChargeCents,
  timeZone,
}: Pick<BuyLabelRequest, 'connectionKind' | 'approvalId' | 'maxChargeCents' | 'timeZone'>): Pick<
  PurchaseTerms,
  'connectionKind' | 'approvalId' | 'maxCharge' | 'timeZone'
> => ({
  connectionKind: readConnectionKind(connectionKind),
  ...(approvalId && { approvalId }),
  ...(timeZone && { timeZone }),
  ...(maxChargeCents === undefined ? {} : { maxCharge: cents(maxChargeCents) }),
});

/** @throws DomainError failed_precondition for postage above the caller's maximum */
export function refuseAboveMaxCost(price: number, maxCostCents: number | undefined): void {
  if (maxCostCents === undefined || price <= maxCostCents) return;
  const dollars = (amount: number) => toDollars(amount).toFixed(2);
  const params = { price: dollars(price), maxCost: dollars(maxCostCents) };
  throw new DomainError('failed_precondition', 'price_above_max_cost', params, { field: 'max_cost' });
}
