import type { Failure } from '@parcelyard/contracts/common';
import { type Cents, cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fromFailure, toRefused } from '@parcelyard/service-kit/failure';
import { purchaseFailed } from '../purchase-step';
import { priceOf, type RatedOrder } from './batch';

export interface BatchMoney {
  readonly balance: Cents;
  /** True when the balance is too small and the money rules allow no recharge for the batch. */
  readonly cannotBePaid: boolean;
  /** Billing's error when the plan allows no more labels this month. */
  readonly limit: Failure | undefined;
}

export interface BatchCeilings {
  /** The most that the postage may cost. */
  readonly maxTotalCents?: number | undefined;
  /** The most that the balance may pay. */
  readonly maxChargeCents?: number | undefined;
}

export function batchRefusal(
  orders: readonly RatedOrder[],
  { balance, cannotBePaid, limit }: BatchMoney,
  { maxTotalCents, maxChargeCents }: BatchCeilings,
): DomainError | undefined {
  if (!canBuyAny(orders)) return nothingToBuy(orders);
  const { postage, chargedPostage, insurance } = priceOf(orders);
  if (maxTotalCents !== undefined && postage > maxTotalCents) {
    const params = { postage: formatDollars(postage), maxTotal: formatDollars(cents(maxTotalCents)) };
    return new DomainError('failed_precondition', 'batch_above_max_total', params, { field: 'max_total' });
  }
  const charge = sumCents(chargedPostage, insurance);
  const total = formatDollars(charge);
  if (maxChargeCents !== undefined && charge > maxChargeCents) {
    const params = { total, maxCharge: formatDollars(cents(maxChargeCents)) };
    return new DomainError('failed_precondition', 'batch_above_max_charge', params, { field: 'max_charge' });
  }
  if (limit) return fromFailure(purchaseFailed(limit));
  if (!cannotBePaid) return undefined;
  const params = { total, balance: formatDollars(balance) };
  return new DomainError('payment_required', 'batch_balance_insufficient', params);
}

export const canBuyAny = (orders: readonly RatedOrder[]): boolean => orders.some(({ offer }) => offer);

function nothingToBuy(orders: readonly RatedOrder[]): DomainError {
  const [first] = orders;
  return first?.error
    ? new DomainError('failed_precondition', 'batch_no_order_buyable', { first: toRefused(first.error) })
    : new DomainError('failed_precondition', 'batch_nothing_to_buy', {});
}
