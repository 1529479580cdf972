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
  /** True when the balance does not cover the batch and the money rules allow no recharge for the batch. */
  readonly cannotBePaid: boolean;
  /** Billing's refusal when the account's monthly label limit is reached. */
  readonly limit: Failure | undefined;
}

/** Maximum amounts set by the request, in cents. */
export interface BatchCeilings {
  /** Maximum of the postage. */
  readonly maxTotalCents?: number | undefined;
  /** Maximum of the total charge. */
  readonly maxChargeCents?: number | undefined;
}

/** Returns why a batch of these orders may not begin; undefined when the batch may begin. */
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
