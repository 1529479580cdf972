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
 * Moves the purchase from `created` to `labelled`. `noteSent` stores the results of the lock and the hold together. If
 * the process crashes before that, the purchase is still `created`, and the next process repeats the lock and the hold.
 */
const lockHoldAndBuy: Step = async (ports, purchase, { shipTo }) => {
  try {
    requireSeller(ports, purchase);
    // Undone by unlockOrder.
    const order = await lockOrder(ports, purchase, shipTo);
    // Undone by releaseMoney.
    const fee = await holdMoney(ports, purchase, order);
    // From here on, the seller may have sold a label. If its answer is unknown, look for the label before asking again.
    const sent = await noteSent(ports, purchase, { order, fee });
    return await buyAtCarrier(ports, sent);
  } catch (error) {
    if (!(error instanceof PurchaseRefused)) throw error;
    return { purchase: await ports.purchases.note(purchase, { failure: error.failure }) };
  }
};

/**
 * Moves the purchase from `labelled` to `done`. Puts the label on the order and takes the money, both at the same time.
 * Both calls can be repeated, and neither needs the result of the other.
 */
const completePurchase: Step = async (ports, labelled) => {
  const { purchases } = ports;
  let purchase = await purchases.renewLease(labelled);
  // The files are stored first, so that the label's links always work.
  await storeFiles(ports, purchase);
  purchase = await purchases.renewLease(purchase);
  await Promise.all([attachLabel(ports, purchase), captureMoney(ports, purchase)]);
  return finishWithLabel(ports, purchase);
};

/**
 * Moves a purchase with an error to `failed`, and undoes `lockHoldAndBuy` in reverse order. First closes the reference
 * at the carrier, so that no other process can buy a label after the money is returned. If a label was already sold,
 * the purchase keeps the label and does not fail.
 */
const compensate: Step = async (ports, purchase) => {
  const sold = await closeAtCarrier(ports, purchase);
  if (sold) return keepFound(ports, purchase, sold);
  await releaseMoney(ports, purchase);
  await unlockOrder(ports, purchase);
  return { purchase: await ports.purchases.move(purchase, 'failed') };
};

/**
 * The steps of a purchase and of its void. Each step moves the purchase from one stored state to the next, and
 * `nextStep` chooses it. A step that was interrupted is repeated from its beginning.
 */
export const PURCHASE_WORKFLOW: Readonly<Record<PurchaseStep, Step>> = {
  buy: lockHoldAndBuy,
  look_up: lookUpLabel,
  complete: completePurchase,
  compensate,
  void: voidAtCarrier,
  refund: refundLabel,
};
