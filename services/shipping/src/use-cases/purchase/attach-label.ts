import { isReturn, type Purchase, type PurchasedLabel } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import type { DocumentKind } from '../../sellers/carrier-port';
import { answerWithin } from '../ask-carrier';
import { orderLabel } from '../purchased-label';
import { CARRIER_CALL_MS, SERVICE_CALL_MS } from './step';

export async function attachLabel(ports: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, orderId } = purchase;
  const label = orderLabel(ports.links, purchase);
  const forReturn = isReturn(purchase);
  const attached = { accountId, orderId, label, ...(forReturn && { forReturn }) };
  await ports.orders.attachLabel(attached, { timeoutMs: SERVICE_CALL_MS });
  ports.failPoint('purchase-7-attached');
}

/**
 * Stores the label's files, unless the carrier can return them at any later time. In that case, a file is made when
 * somebody first opens it.
 */
export async function storeFiles({ carriers, files }: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, id, carrierReference: reference, terms } = purchase;
  const carrier = carriers.of(terms);
  if (carrier.documentsAnyTime) return;
  const { trackingNumber, documents } = purchase.label as PurchasedLabel;
  const kinds = documents as readonly DocumentKind[];
  await Promise.all(
    kinds.map(async (kind) => {
      const asked = carrier.document({ accountId, reference, trackingNumber }, kind);
      const file = await answerWithin(CARRIER_CALL_MS, carrier.code, asked);
      if (!file) throw new Error(`${carrier.code} announced a ${kind} file, but has none.`);
      await files.put({ accountId, purchaseId: id, kind }, file);
    }),
  );
}
