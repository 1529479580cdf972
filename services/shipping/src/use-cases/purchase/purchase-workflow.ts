import type { PurchaseStep } from '../../domain/purchase-step';
import { askToVoid, clearVoidedLabel, refundLabel } from '../void/void-steps';
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
 * From `created` to `labelled`. What the first three calls answered is written down together by `noteSent`: a driver that
 * dies before it leaves a purchase that has only begun, and the next one makes the same calls again.
 */
const buyLabel: Step = async (ports, purchase, { shipTo }) => {
  try {
    requireSeller(ports, purchase);
    // Undone by unlockOrder.
    const order = await lockOrder(ports, purchase, shipTo);
    // Undone by releaseMoney.
    const fee = await holdMoney(ports, purchase, order);
    // From here on the carrier may have sold: it is looked up before it is asked again.
    const sent = await noteSent(ports, purchase, { order, fee });
    return await buyAtCarrier(ports, sent);
  } catch (error) {
    if (!(error instanceof PurchaseRefused)) throw error;
    return { purchase: await ports.purchases.note(purchase, { failure: error.failure }) };
  }
};

/**
 * From `labelled` to `done`, only forward. Label and money go side by side: neither can be taken back, both may be
 * repeated, and neither looks at what the other did. The purchase rests when both have answered.
 */
const completePurchase: Step = async (ports, labelled) => {
  const { purchases } = ports;
  let purchase = await purchases.renewLease(labelled);
  // Before the order sees its label, so that no link ever leads nowhere.
  await storeFiles(ports, purchase);
  purchase = await purchases.renewLease(purchase);
  await Promise.all([attachLabel(ports, purchase), captureMoney(ports, purchase)]);
  return restWithLabel(ports, purchase);
};

/**
 * From a failure to `failed`: what `buyLabel` did is undone, the last first. The carrier is closed for the purchase, so that
 * nobody who was about to ask it still buys for money that was given back. A label that was sold after all is kept.
 */
const compensate: Step = async (ports, purchase) => {
  const sold = await closeAtCarrier(ports, purchase);
  if (sold) return keepFound(ports, purchase, sold);
  await releaseMoney(ports, purchase);
  await unlockOrder(ports, purchase);
  return { purchase: await ports.purchases.move(purchase, 'failed') };
};

/**
 * The purchase of a label and its way back, each step from one durable state to the next. `nextStep` says which one
 * follows. A step that was cut short is done again from its beginning.
 */
export const PURCHASE_WORKFLOW: Readonly<Record<PurchaseStep, Step>> = {
  buy: buyLabel,
  look_up: lookUpLabel,
  complete: completePurchase,
  compensate,
  ask_to_void: askToVoid,
  clear_label: clearVoidedLabel,
  refund: refundLabel,
};
