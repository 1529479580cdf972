import type { DocumentKind } from '../../carriers/carrier-port';
import type { Purchase, PurchasedLabel } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { answerWithin } from '../answer-within';
import { orderLabel } from './order-label';
import type { Step } from './step-outcome';
import { CARRIER_CALL_MS, SERVICE_CALL_MS } from './time-limits';

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
