import type { Step } from './step-outcome';
import { SERVICE_CALL_MS } from './time-limits';

/** The way back of a purchase that has its failure: held money and monthly slot, then the order, then the end. */
export const giveBack: Step = async ({ purchases, billing, orders }, purchase) => {
  const { accountId, orderId, id } = purchase;
  await billing.release({ accountId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  await orders.unlock({ accountId, orderId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  return { purchase: await purchases.move(purchase, 'failed') };
};
