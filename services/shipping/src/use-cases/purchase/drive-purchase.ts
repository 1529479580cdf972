import type { Purchase } from '../../domain/purchase';
import { nextStep, type PurchaseStep } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { askToVoid } from '../void/ask-to-void';
import { clearVoidedLabel } from '../void/clear-voided-label';
import { refundLabel } from '../void/refund-label';
import { attachLabel } from './attach-label';
import { buyAtCarrier } from './buy-at-carrier';
import { finishPurchase } from './finish-purchase';
import { giveBack } from './give-back';
import { holdMoney } from './hold-money';
import { lookUpLabel } from './look-up-label';
import type { Step } from './step-outcome';

const STEPS: Readonly<Record<PurchaseStep, Step>> = {
  hold: holdMoney,
  send: buyAtCarrier,
  look_up: lookUpLabel,
  attach: attachLabel,
  finish: finishPurchase,
  give_back: giveBack,
  ask_to_void: askToVoid,
  clear_label: clearVoidedLabel,
  refund: refundLabel,
};

/**
 * Takes a purchase, or the way back of a voided one, from where it stands to rest, or to where it has to wait. The caller must hold its fence.
 * @throws LeaseLostError when another driver has taken over; whatever a step throws when a service does not answer
 */
export async function drivePurchase(ports: PurchasePorts, purchase: Purchase): Promise<Purchase> {
  let current = await ports.purchases.renewLease(purchase);
  for (;;) {
    const step = nextStep(current);
    if (!step) return current;
    const outcome = await STEPS[step](ports, current);
    current = outcome.purchase;
    if (outcome.pauseMs !== undefined) {
      await ports.purchases.defer(current, outcome.pauseMs);
      return current;
    }
  }
}
