import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { type Purchase, refundOf } from './purchase';

/** The fields of an order that show its voided labels. */
interface OrderMoney {
  /** Absent when no refund is pending. */
  readonly pendingRefund?: { readonly amountCents: number } | undefined;
  /** Absent after a void has removed the label. */
  readonly label?: unknown;
}

/** The refunds of an order's voided labels. Each cent is either pending or refunded. */
export interface OrderRefund {
  /** Not yet returned to the balance. */
  readonly pending: Cents;
  /** Already returned to the balance for the last label. */
  readonly refunded: Cents;
}

/**
 * The order stores a label's pending refund after the label is removed from the order. Before that, only the purchase
 * has the pending refund.
 * @param purchase the order's latest purchase
 */
export function orderRefund(
  { pendingRefund, label }: OrderMoney,
  purchase: Purchase | undefined,
): OrderRefund {
  const counted = cents(pendingRefund?.amountCents ?? 0);
  if (!purchase) return { pending: counted, refunded: ZERO };
  const { state } = purchase;
  const refund = refundOf(purchase);
  // The order may have been read just before the pending refund was stored on it.
  const uncounted =
    (state === 'void_requested' && label !== undefined) || (state === 'refund_due' && counted === 0);
  return {
    pending: uncounted ? sumCents(counted, refund) : counted,
    refunded: state === 'refunded' ? refund : ZERO,
  };
}
