import { CarrierMismatch } from '../../carriers/carrier-mismatch';
import type { VoidAnswer } from '../../carriers/carrier-port';
import { CarrierRefused } from '../../carriers/carrier-refused';
import { voidPause } from '../../domain/purchase-step';
import { answerWithin } from '../answer-within';
import type { Step } from '../purchase/step-outcome';
import { CARRIER_CALL_MS } from '../purchase/time-limits';

/**
 * Step 2 of a void: the carrier takes the label back, or says later, or no. It is asked again after silence, a "later"
 * and a crash, which is safe: a carrier answers a repeated void with where the first one stands.
 */
export const askToVoid: Step = async (ports, purchase) => {
  const { purchases, carriers, clock, failPoint, logger } = ports;
  const { id, accountId, carrierReference: reference, terms } = purchase;
  const carrier = carriers.get(terms.carrier);
  const label = { accountId, reference, trackingNumber: purchase.label?.trackingNumber };
  const later = () => {
    const now = clock.now();
    return { purchase, pauseMs: voidPause(purchase.voidRequestedAt ?? now, now) };
  };
  let answer: VoidAnswer;
  try {
    answer = await answerWithin(CARRIER_CALL_MS, carrier.code, carrier.void(label));
  } catch (error) {
    if (error instanceof CarrierRefused) {
      return { purchase: await purchases.move(purchase, 'done', { voidRefusal: error.message }) };
    }
    if (error instanceof CarrierMismatch) ports.mismatched(error);
    logger.warn({ purchaseId: id, carrier: carrier.code, err: error }, 'no answer to a void');
    return later();
  }
  if (answer.status === 'pending') return later();
  failPoint('void-2-carrier-accepted');
  return { purchase: await purchases.move(purchase, 'voided') };
};
