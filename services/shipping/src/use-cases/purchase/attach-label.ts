import type { Carrier, DocumentKind } from '../../carriers/carrier-port';
import type { Purchase, PurchasedLabel } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { answerWithin } from '../answer-within';
import { orderLabel } from './order-label';
import type { Step } from './step-outcome';
import { CARRIER_CALL_MS, SERVICE_CALL_MS } from './time-limits';

/** Steps 7 and 8: stores the label's files, puts the label on its order, then takes the held money. */
export const attachLabel: Step = async (ports, labelled) => {
  const { purchases, orders, billing, links, failPoint } = ports;
  let purchase = await storeFiles(ports, labelled);

  purchase = await purchases.keep(purchase);
  const { accountId, orderId, id } = purchase;
  const label = orderLabel(links, purchase);
  await orders.attachLabel({ accountId, orderId, label }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('purchase-7-attached');

  purchase = await purchases.keep(purchase);
  await billing.capture({ accountId, purchaseId: id }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('purchase-8-captured');
  return { purchase: await purchases.move(purchase, 'captured') };
};

/** Before the order sees its label, so that no link ever leads nowhere. */
async function storeFiles(ports: PurchasePorts, labelled: Purchase): Promise<Purchase> {
  const { purchases, carriers } = ports;
  const carrier = carriers.get(labelled.terms.carrier);
  let purchase = labelled;
  for (const kind of (labelled.label as PurchasedLabel).documents as readonly DocumentKind[]) {
    purchase = await purchases.keep(purchase);
    await storeFile(ports, carrier, purchase, kind);
  }
  return purchase;
}

async function storeFile(
  { files }: PurchasePorts,
  carrier: Carrier,
  { accountId, id }: Purchase,
  kind: DocumentKind,
): Promise<void> {
  const file = await answerWithin(
    CARRIER_CALL_MS,
    carrier.code,
    carrier.document({ accountId, reference: id }, kind),
  );
  if (!file) throw new Error(`${carrier.code} promised a ${kind} file and has none.`);
  await files.put({ accountId, purchaseId: id, kind }, file);
}
