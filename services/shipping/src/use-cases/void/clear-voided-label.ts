import type { Step } from '../purchase/step-outcome';
import { SERVICE_CALL_MS } from '../purchase/time-limits';

/** Step 3 of a void: the order loses its label and may be bought for again; the refund is due after a while. */
export const clearVoidedLabel: Step = async (ports, purchase) => {
  const { purchases, orders, clock, refundDelayMs, failPoint } = ports;
  const { accountId, orderId, id } = purchase;
  await orders.clearLabel(
    { accountId, orderId, purchaseId: id, refundFollows: true },
    { timeoutMs: SERVICE_CALL_MS },
  );
  failPoint('void-3-cleared');
  const refundDueAt = new Date(clock.now().getTime() + refundDelayMs);
  return { purchase: await purchases.move(purchase, 'refund_due', { refundDueAt }) };
};
