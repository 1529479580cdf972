import { lasts } from '@parcelyard/service-kit/possible-times';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { Purchase } from '../../domain/purchase';
import { LONGEST_PAUSE_MS, voidPause } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { CarrierRefused } from '../../sellers/carrier-errors';
import { CarrierMismatch } from '../../sellers/carrier-mismatch';
import type { VoidAnswer } from '../../sellers/carrier-port';
import { answerWithin } from '../ask-carrier';
import { CARRIER_CALL_MS, SERVICE_CALL_MS, type Step, type StepOutcome } from '../purchase/step';

/**
 * Step 2 of a void. Marks the label on the order, so that nobody prints it and no pickup includes its parcel. Then asks
 * the carrier to void the label. If the carrier accepts, step 3 follows. If the carrier refuses, the mark is removed.
 * If the carrier does not answer, this step is repeated, and the carrier then returns the status of the first request.
 */
export const voidAtCarrier: Step = async (ports, purchase) => {
  const { purchases, carriers, orders, clock, failPoint, logger } = ports;
  const { id, accountId, orderId, carrierReference: reference, terms, voidNumber = 0 } = purchase;
  const pending = { accountId, orderId, purchaseId: id, number: voidNumber };
  await orders.noteVoidRequested(pending, { timeoutMs: SERVICE_CALL_MS }).catch(unlessGone);
  failPoint('void-2-order-told');
  const carrier = carriers.of(terms);
  const label = { accountId, reference, trackingNumber: purchase.label?.trackingNumber };
  const later = async () => {
    const now = clock.now();
    const waiting = purchase.voidWaits ? purchase : await purchases.note(purchase, { voidWaits: true });
    return { purchase: waiting, pauseMs: voidPause(purchase.voidRequestedAt ?? now, now) };
  };
  let answer: VoidAnswer;
  try {
    answer = await answerWithin(CARRIER_CALL_MS, carrier.code, carrier.void(label));
  } catch (error) {
    if (error instanceof CarrierRefused) {
      await orders.noteVoidRefused(pending, { timeoutMs: SERVICE_CALL_MS }).catch(unlessGone);
      failPoint('void-2-refused');
      return { purchase: await purchases.move(purchase, 'done', { voidRefusal: error.message }) };
    }
    if (error instanceof CarrierMismatch) ports.mismatched(error, carrier.seller);
    logger.warn({ purchaseId: id, carrier: carrier.code, err: error }, 'no answer to a void');
    return later();
  }
  if (answer.status === 'pending') return later();
  failPoint('void-2-carrier-accepted');
  return clearVoidedLabel(ports, purchase);
};

/**
 * Step 3 of a void: removes the label from the order, so that another label can be bought. The refund follows later.
 */
async function clearVoidedLabel(ports: PurchasePorts, purchase: Purchase): Promise<StepOutcome> {
  const { purchases, orders, clock, refundDelayMs, failPoint } = ports;
  const { accountId, orderId, id } = purchase;
  const refundDueAt = new Date(clock.now().getTime() + refundDelayMs);
  await orders
    .clearLabel({ accountId, orderId, purchaseId: id, refundDueAt }, { timeoutMs: SERVICE_CALL_MS })
    .catch(unlessGone);
  failPoint('void-3-cleared');
  if (refundDelayMs === 0) return { purchase: await purchases.move(purchase, 'refund_due', { refundDueAt }) };
  const pauseMs = Math.min(refundDelayMs, LONGEST_PAUSE_MS);
  return {
    purchase: await purchases.moveAndDefer(purchase, 'refund_due', { refundDueAt }, pauseMs),
    isDeferred: true,
  };
}

/** Step 4 of a void: returns postage and insurance to the balance, once. */
export const refundLabel: Step = async (ports, purchase) => {
  const { purchases, billing, orders, clock, refundDelayMs, failPoint } = ports;
  const { accountId, orderId, id, refundDueAt } = purchase;
  const now = clock.now();
  if (refundDueAt && lasts(refundDueAt, now, refundDelayMs))
    return { purchase, pauseMs: Math.min(refundDueAt.getTime() - now.getTime(), LONGEST_PAUSE_MS) };
  await billing.refund({ accountId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('void-4-refunded');
  // The orders service is told after the refund, because reports must count only money that is on the balance.
  await orders
    .noteRefund({ accountId, orderId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS })
    .catch(unlessGone);
  return { purchase: await purchases.move(purchase, 'refunded') };
};

/** If the order is gone after a restore of a backup, the refund is still made. */
const unlessGone = undefinedFor('not_found');
