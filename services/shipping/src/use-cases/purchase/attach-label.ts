import type { DocumentKind } from '../../carriers/carrier-port';
import type { Purchase, PurchasedLabel } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { answerWithin } from '../ask-carrier';
import { orderLabel } from '../purchased-label';
import { CARRIER_CALL_MS, SERVICE_CALL_MS, type Step } from './step';

/** Steps 7 and 8: stores the label's files, puts the label on its order, then takes the held money. */
export const attachLabel: Step = async (ports, labelled) => {
  const { purchases, orders, billing, links, failPoint } = ports;
  let purchase = await purchases.renewLease(labelled);
  await storeFiles(ports, purchase);

  purchase = await purchases.renewLease(purchase);
  const { accountId, orderId, id } = purchase;
  const label = orderLabel(links, purchase);
  await orders.attachLabel({ accountId, orderId, label }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('purchase-7-attached');

  purchase = await purchases.renewLease(purchase);
  const withoutInsurance = purchase.label?.insured === false;
  await billing.capture({ accountId, purchaseId: id, withoutInsurance }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('purchase-8-captured');
  return { purchase: await purchases.move(purchase, 'captured') };
};

/** Before the order sees its label, so that no link ever leads nowhere. */
async function storeFiles({ carriers, files }: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, id, carrierReference: reference, terms } = purchase;
  const carrier = carriers.get(terms.carrier);
  const { trackingNumber, documents } = purchase.label as PurchasedLabel;
  const kinds = documents as readonly DocumentKind[];
  await Promise.all(
    kinds.map(async (kind) => {
      const asked = carrier.document({ accountId, reference, trackingNumber }, kind);
      const file = await answerWithin(CARRIER_CALL_MS, carrier.code, asked);
      if (!file) throw new Error(`${carrier.code} promised a ${kind} file and has none.`);
      await files.put({ accountId, purchaseId: id, kind }, file);
    }),
  );
}

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
