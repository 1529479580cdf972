import type { PurchaseStep } from '../../domain/purchase-step';
import { refundLabel, voidAtCarrier } from '../void/void-steps';
import { attachLabel, storeFiles } from './attach-label';
import { buyAtCarrier, closeAtCarrier, keepFound, noteSent } from './buy-at-carrier';
import { finishWithLabel } from './finish-with-label';
import { captureMoney, holdMoney, releaseMoney } from './hold-money';
import { lockOrder, unlockOrder } from './lock-order';
import { lookUpLabel } from './look-up-label';
import { PurchaseRefused } from './purchase-refused';
import { requireSeller } from './require-seller';
import type { Step } from './step';

/**
 * From `created` to `labelled`. `noteSent` saves the results of the first calls together. If a process crashes before
 * that, the purchase is still `created`, and the next process repeats the calls.
 */
const lockHoldAndBuy: Step = async (ports, purchase, { shipTo }) => {
  try {
    requireSeller(ports, purchase);
    // unlockOrder reverses this step.
    const order = await lockOrder(ports, purchase, shipTo);
    // releaseMoney reverses this step.
    const fee = await holdMoney(ports, purchase, order);
    // After this write, an unknown answer means that the seller may have sold a label. So the label is looked up before
    // the seller is asked again.
    const sent = await noteSent(ports, purchase, { order, fee });
    return await buyAtCarrier(ports, sent);
  } catch (error) {
    if (!(error instanceof PurchaseRefused)) throw error;
    return { purchase: await ports.purchases.note(purchase, { failure: error.failure }) };
  }
};

/**
 * From `labelled` to `done`. Attaching the label and capturing the money run in parallel: both calls are final, can be
 * repeated and do not depend on each other. The purchase is done when both have succeeded.
 */
const completePurchase: Step = async (ports, labelled) => {
  const { purchases } = ports;
  let purchase = await purchases.renewLease(labelled);
  // The files are stored before the label is attached, so the label's links always work.
  await storeFiles(ports, purchase);
  purchase = await purchases.renewLease(purchase);
  await Promise.all([attachLabel(ports, purchase), captureMoney(ports, purchase)]);
  return finishWithLabel(ports, purchase);
};

/**
 * From a failure to `failed`: undoes `lockHoldAndBuy` in reverse order. The reference is closed at the carrier first,
 * so no other process can buy after the money is released. If a label was sold anyway, the purchase keeps it.
 */
const compensate: Step = async (ports, purchase) => {
  const sold = await closeAtCarrier(ports, purchase);
  if (sold) return keepFound(ports, purchase, sold);
  await releaseMoney(ports, purchase);
  await unlockOrder(ports, purchase);
  return { purchase: await ports.purchases.move(purchase, 'failed') };
};

/**
 * The steps of a purchase and its void. Each step moves the purchase from one stored state to the next. `nextStep`
 * selects the step. An interrupted step is repeated from its beginning.
 */
export const PURCHASE_WORKFLOW: Readonly<Record<PurchaseStep, Step>> = {
  buy: lockHoldAndBuy,
  look_up: lookUpLabel,
  complete: completePurchase,
  compensate,
  void: voidAtCarrier,
  refund: refundLabel,
};
