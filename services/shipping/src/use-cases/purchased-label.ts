import type { OrderLabel } from '@parcelyard/contracts/orders';
import type { BuyLabelResult } from '@parcelyard/contracts/shipping';
import { ZERO } from '@parcelyard/money/cents';
import { postalLine } from '@parcelyard/service-kit/addresses/postal-line';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { LinkSigner } from '../adapters/links/create-link-signer';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import { isReturn, type Purchase, type PurchasedLabel, premiumOf, purchaseCost } from '../domain/purchase';

/** Returns the label of a purchase. Its links are paths on this service. */
export function orderLabel(links: LinkSigner, purchase: Purchase): OrderLabel {
  const { accountId, id, terms } = purchase;
  const { trackingNumber, boughtAt, documents } = purchase.label as PurchasedLabel;
  const link = (kind: string) =>
    documents.includes(kind) ? `/labels/${links.sign({ accountId, purchaseId: id, kind })}` : undefined;
  return {
    purchaseId: id,
    seller: terms.seller,
    carrier: terms.carrier,
    method: terms.method,
    serviceLevel: terms.serviceLevel,
    costCents: purchaseCost(purchase),
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
    ...(terms.ownAccount && { billedByCarrier: true }),
    // A return is sent from the customer's home, whose address must not be in e-mails.
    ...(isReturn(purchase) ? {} : { postalAddress: postalLine(terms.shipFrom) }),
  };
}

export function labelResult(purchase: Purchase, label: OrderLabel, chargedNow: boolean): BuyLabelResult {
  const { terms, fee = ZERO } = purchase;
  return {
    label,
    chargedNow,
    postageCents: terms.postage,
    insuranceCents: premiumOf(purchase),
    feeCents: fee,
  };
}

/** @throws DomainError failed_precondition while the label is being voided, because no label can be bought then */
export function refuseVoidPending({ pendingVoid }: OrderLabel, orderId: number): void {
  if (pendingVoid === undefined) return;
  const params = { orderId, act: 'buy' as const };
  throw new DomainError('failed_precondition', 'void_pending', params, { field: 'order_id' });
}

export async function existingResult(
  { purchases }: { purchases: PurchaseStore },
  accountId: number,
  label: OrderLabel,
): Promise<BuyLabelResult> {
  const purchase = await purchases.find(accountId, label.purchaseId as PurchaseId);
  if (purchase) return labelResult(purchase, label, false);
  return { label, chargedNow: false, postageCents: label.costCents, insuranceCents: 0, feeCents: 0 };
}
