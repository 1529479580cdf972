import type { OrderLabel } from '@parcelyard/contracts/orders';
import { type Purchase, type PurchasedLabel, premiumOf, totalCharge } from '../../domain/purchase';
import type { LinkSigner } from '../../ports';

/** A bought label as orders and surfaces know it; its links are paths on this service. */
export function orderLabel(links: LinkSigner, purchase: Purchase): OrderLabel {
  const { accountId, id, terms } = purchase;
  const { trackingNumber, boughtAt, documents } = purchase.label as PurchasedLabel;
  const link = (kind: string) =>
    documents.includes(kind) ? `/labels/${links.sign({ accountId, purchaseId: id, kind })}` : undefined;
  return {
    purchaseId: id,
    carrier: terms.carrier,
    method: terms.method,
    serviceLevel: terms.serviceLevel,
    costCents: totalCharge(purchase),
    labelUrl: link('label') ?? '',
    rawLabelUrl: link('raw'),
    formUrl: link('form'),
    receiptUrl: link('receipt'),
    trackingNumber,
    trackingUrl: `/track/${trackingNumber}`,
    purchasedAt: boughtAt,
    postageCents: terms.postage,
    insuranceCents: premiumOf(purchase),
    feeCents: purchase.fee ?? 0,
    estimatedDeliveryDate: terms.estimatedDeliveryDate,
  };
}
