import type { PurchaseStep } from '../../domain/purchase-step';
import { refundLabel, voidAtCarrier } from '../void/void-steps';
import { attachLabel, storeFiles } from './attach-label';
import { buyAtCarrier, closeAtCarrier, keepFound, noteSent } from './buy-at-carrier';
import { captureMoney, holdMoney, releaseMoney } from './hold-money';
import { lockOrder, unlockOrder } from './lock-order';
import { lookUpLabel } from './look-up-label';
import { PurchaseRefused } from './purchase-refused';
import { requireSeller } from './require-seller';
import { restWithLabel } from './rest-with-label';
import type { Step } from './step';

/**
 * From `created` to `labelled`. `noteSent` saves the results of the first three calls together. If a driver crashes
 * before it, the purchase has only begun, and the next driver repeats these calls.
 */
const lockHoldAndBuy: Step = async (ports, purchase, { shipTo }) => {
  try {
    requireSeller(ports, purchase);
    // Undone by unlockOrder.
    const order = await lockOrder(ports, purchase, shipTo);
    // Undone by releaseMoney.
    const fee = await holdMoney(ports, purchase, order);
    // From here on the carrier may have sold, so it is looked up before it is asked again.
    const sent = await noteSent(ports, purchase, { order, fee });
    return await buyAtCarrier(ports, sent);
  } catch (error) {
    if (!(error instanceof PurchaseRefused)) throw error;
    return { purchase: await ports.purchases.note(purchase, { failure: error.failure }) };
  }
};

/**
 * From `labelled` to `done`, forward only. The label is attached and the money captured in parallel: both are final,
 * repeatable and independent. The purchase is at rest when both have succeeded.
 */
const completePurchase: Step = async (ports, labelled) => {
  const { purchases } = ports;
  let purchase = await purchases.renewLease(labelled);
  // Before the label is attached, so that its links always work.
  await storeFiles(ports, purchase);
  purchase = await purchases.renewLease(purchase);
  await Promise.all([attachLabel(ports, purchase), captureMoney(ports, purchase)]);
  return restWithLabel(ports, purchase);
};

/**
 * From a failure to `failed`: undoes `lockHoldAndBuy` in reverse order. The reference is closed at the carrier first, so that
 * no other driver can buy with released money. A label that was sold anyway is kept.
 */
const compensate: Step = async (ports, purchase) => {
  const sold = await closeAtCarrier(ports, purchase);
  if (sold) return keepFound(ports, purchase, sold);
  await releaseMoney(ports, purchase);
  await unlockOrder(ports, purchase);
  return { purchase: await ports.purchases.move(purchase, 'failed') };
};

/**
 * The purchase of a label and its void; each step leads from one stored state to the next. `nextStep` selects the step.
 * An interrupted step is repeated from its beginning.
 */
export const PURCHASE_WORKFLOW: Readonly<Record<PurchaseStep, Step>> = {
  buy: lockHoldAndBuy,
  look_up: lookUpLabel,
  complete: completePurchase,
  compensate,
  void: voidAtCarrier,
  refund: refundLabel,
};
