import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { type Purchase, refundOf } from './purchase';

/** What an order knows about its voided labels. */
interface OrderMoney {
  /** Absent when no refund is pending. */
  readonly pendingRefund?: { readonly amountCents: number } | undefined;
  /** Absent after a void has removed it. */
  readonly label?: unknown;
}

/** The refunds of an order's voided labels: each cent is either pending or refunded. */
export interface OrderRefund {
  /** Still to be paid to the balance. */
  readonly pending: Cents;
  /** Already paid to the balance for the last label. */
  readonly refunded: Cents;
}

/**
 * An order counts a label's refund once the label is removed from it; before that, only the purchase knows it.
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
  // An order that was read just before its void was counted does not show the pending refund yet.
  const uncounted =
    (state === 'void_requested' && label !== undefined) || (state === 'refund_due' && counted === 0);
  return {
    pending: uncounted ? sumCents(counted, refund) : counted,
    refunded: state === 'refunded' ? refund : ZERO,
  };
}
