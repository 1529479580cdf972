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
 * Step 2 of a void. First records the void on the order, so nobody prints the label and no pickup includes its parcel.
 * Then asks the carrier. If the carrier accepts, step 3 follows. After a missing answer, a deferral or a crash this
 * step is repeated. This is safe, because a carrier answers a repeated void with the status of the first void. After a
 * refusal the order has its label as before.
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

/** Step 3 of a void: removes the label from the order, so a new label can be bought. The refund follows later. */
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

/** Step 4 of a void: refunds postage and insurance to the balance. A repeated call refunds nothing more. */
export const refundLabel: Step = async (ports, purchase) => {
  const { purchases, billing, orders, clock, refundDelayMs, failPoint } = ports;
  const { accountId, orderId, id, refundDueAt } = purchase;
  const now = clock.now();
  if (refundDueAt && lasts(refundDueAt, now, refundDelayMs))
    return { purchase, pauseMs: Math.min(refundDueAt.getTime() - now.getTime(), LONGEST_PAUSE_MS) };
  await billing.refund({ accountId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('void-4-refunded');
  // The orders service is informed after the refund, because reports must count a refund only when it is in the
  // balance.
  await orders
    .noteRefund({ accountId, orderId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS })
    .catch(unlessGone);
  return { purchase: await purchases.move(purchase, 'refunded') };
};

/** Ignores a missing order: after the orders database was restored from a backup, the refund is still made. */
const unlessGone = undefinedFor('not_found');
