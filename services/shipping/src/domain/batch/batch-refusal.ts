import { type Cents, cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { purchaseFailed } from '../purchase-step';
import { priceOf, type RatedOrder } from './batch';

export interface BatchMoney {
  readonly balance: Cents;
  /** The rules do not recharge for it, and the balance does not cover it. */
  readonly cannotBePaid: boolean;
  /** The plan's sentence when not one label more may be bought this month. */
  readonly limitMessage: string | undefined;
}

/** Why a batch of these orders is not begun; undefined when it is. */
export function batchRefusal(
  orders: readonly RatedOrder[],
  { balance, cannotBePaid, limitMessage }: BatchMoney,
  maxTotalCents: number | undefined,
): DomainError | undefined {
  if (!orders.some(({ offer }) => offer)) return nothingToBuy(orders);
  const { postage, insurance } = priceOf(orders);
  if (maxTotalCents !== undefined && postage > maxTotalCents) {
    return DomainError.text(
      'failed_precondition',
      `The postage of this batch is ${formatDollars(postage)}, above max_total ${formatDollars(cents(maxTotalCents))}. Nothing was bought or charged.`,
      { field: 'max_total' },
    );
  }
  if (limitMessage !== undefined) return DomainError.text('resource_exhausted', purchaseFailed(limitMessage));
  if (!cannotBePaid) return undefined;
  const total = formatDollars(sumCents(postage, insurance));
  return DomainError.text(
    'payment_required',
    purchaseFailed(
      `Insufficient balance: the batch costs ${total} and the balance is ${formatDollars(balance)}. Auto-recharge is off, so nothing was bought or charged.`,
    ),
  );
}

function nothingToBuy(orders: readonly RatedOrder[]): DomainError {
  const [first] = orders;
  const reason = first?.error
    ? `No order of this batch can be bought. ${first.error.message}`
    : 'No order is ready to ship and has a weight, so there is nothing to buy.';
  return DomainError.text('failed_precondition', reason);
}
