import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { type Purchase, refundOf } from './purchase';

interface OrderMoney {
  readonly pendingRefund?: { readonly amountCents: number } | undefined;
  /** Absent when the label was voided. */
  readonly label?: unknown;
}

/** The refunds for an order's voided labels. No cent is counted twice. */
export interface OrderRefund {
  readonly pending: Cents;
  readonly refunded: Cents;
}

/**
 * Returns the refunds of an order. When a voided label is removed from the order, its pending refund is stored on the
 * order. Before that, the refund is known only from the purchase.
 * @param purchase the order's last purchase
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
