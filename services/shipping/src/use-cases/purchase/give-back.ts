import { answerWithin } from '../answer-within';
import { keepFound } from './buy-at-carrier';
import type { Step } from './step-outcome';
import { CARRIER_CALL_MS, SERVICE_CALL_MS } from './time-limits';

/**
 * The way back of a purchase that has its failure: held money and monthly slot, then the order, then the end. A purchase
 * whose carrier was asked is closed there first, so that nobody who was about to ask still buys for money that was given
 * back; a label that was sold after all is kept instead.
 */
export const giveBack: Step = async (ports, purchase) => {
  const { purchases, carriers, billing, orders } = ports;
  const { accountId, orderId, id, sentAt, terms, carrierReference: reference } = purchase;
  if (sentAt) {
    const carrier = carriers.get(terms.carrier);
    const sold = await answerWithin(CARRIER_CALL_MS, carrier.code, carrier.close({ accountId, reference }));
    if (sold) return keepFound(ports, purchase, sold);
  }
  await billing.release({ accountId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  await orders.unlock({ accountId, orderId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  return { purchase: await purchases.move(purchase, 'failed') };
};
