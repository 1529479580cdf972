import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { type Purchase, refundOf } from './purchase';
import { isVoiding } from './purchase-state';

/** What an order's balance side says of labels that were voided and taken off it. */
interface OrderMoney {
  /** Absent when nothing is waited for. */
  readonly pendingRefund?: { readonly amountCents: number } | undefined;
  /** Absent once a void has taken it off. */
  readonly label?: unknown;
}

/** The money of an order's voided labels: each cent is waited for once, or has come. */
export interface OrderRefund {
  /** What the balance will get back. */
  readonly pending: Cents;
  /** What it got back for the last label. */
  readonly refunded: Cents;
}

/**
 * An order counts a label's refund from the moment that the label has left it; until then its purchase knows.
 * @param purchase the order's latest
 */
export function orderRefund(
  { pendingRefund, label }: OrderMoney,
  purchase: Purchase | undefined,
): OrderRefund {
  const counted = cents(pendingRefund?.amountCents ?? 0);
  if (!purchase) return { pending: counted, refunded: ZERO };
  const { state } = purchase;
  const refund = refundOf(purchase);
  // An order that was read just before its void was counted knows nothing of what is due.
  const uncounted = (isVoiding(state) && label !== undefined) || (state === 'refund_due' && counted === 0);
  return {
    pending: uncounted ? sumCents(counted, refund) : counted,
    refunded: state === 'refunded' ? refund : ZERO,
  };
}
