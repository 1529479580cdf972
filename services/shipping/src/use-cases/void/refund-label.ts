import type { Step } from '../purchase/step-outcome';
import { SERVICE_CALL_MS } from '../purchase/time-limits';

/** Step 4 of a void: postage and insurance go back to the balance, once per purchase however often it is asked. */
export const refundLabel: Step = async (ports, purchase) => {
  const { purchases, billing, orders, clock, failPoint } = ports;
  const { accountId, orderId, id, refundDueAt } = purchase;
  const wait = (refundDueAt?.getTime() ?? 0) - clock.now().getTime();
  if (wait > 0) return { purchase, pauseMs: wait };
  await billing.refund({ accountId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('void-4-refunded');
  // Reports count the money from the moment that the balance has it.
  await orders.noteRefund({ accountId, orderId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  return { purchase: await purchases.move(purchase, 'refunded') };
};
