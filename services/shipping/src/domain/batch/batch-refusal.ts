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
  /** The rules do not recharge for it, and the balance does not cover it. */
  readonly cannotBePaid: boolean;
  /** Billing's refusal when not one label more may be bought this month. */
  readonly limit: Failure | undefined;
}

/** Why a batch of these orders is not begun; undefined when it is. */
export function batchRefusal(
  orders: readonly RatedOrder[],
  { balance, cannotBePaid, limit }: BatchMoney,
  maxTotalCents: number | undefined,
): DomainError | undefined {
  if (!orders.some(({ offer }) => offer)) return nothingToBuy(orders);
  const { postage, insurance } = priceOf(orders);
  if (maxTotalCents !== undefined && postage > maxTotalCents) {
    const params = { postage: formatDollars(postage), maxTotal: formatDollars(cents(maxTotalCents)) };
    return new DomainError('failed_precondition', 'batch_above_max_total', params, { field: 'max_total' });
  }
  if (limit) return fromFailure(purchaseFailed(limit));
  if (!cannotBePaid) return undefined;
  const total = formatDollars(sumCents(postage, insurance));
  const params = { total, balance: formatDollars(balance) };
  return new DomainError('payment_required', 'batch_balance_insufficient', params);
}

function nothingToBuy(orders: readonly RatedOrder[]): DomainError {
  const [first] = orders;
  return first?.error
    ? new DomainError('failed_precondition', 'batch_no_order_buyable', { first: toRefused(first.error) })
    : new DomainError('failed_precondition', 'batch_nothing_to_buy', {});
}
