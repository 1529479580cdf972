import type { PurchasedLabel } from '../../domain/purchase';
import type { Step } from './step-outcome';

/** Step 9: the parcel is watched from now on, and the purchase rests. */
export const finishPurchase: Step = async ({ purchases, watch, failPoint }, purchase) => {
  const { accountId, id, orderId, terms, carrierReference } = purchase;
  const { trackingNumber } = purchase.label as PurchasedLabel;
  await watch.begin({
    ...{ accountId, purchaseId: id, orderId, carrier: terms.carrier, carrierReference, trackingNumber },
  });
  const done = await purchases.move(purchase, 'done');
  failPoint('purchase-9-done');
  return { purchase: done };
};
