import type { BuyLabelResult } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isReturn } from '../domain/purchase';
import type { PurchasePorts } from '../ports';
import { type PurchaseOrder, purchaseLabel } from './purchase/purchase-label';
import { existingResult, labelResult, orderLabel, refuseVoidPending } from './purchased-label';

/**
 * Buys the label. If another request has already bought the order's label (or its return label, if a return label is
 * wanted), returns the existing label.
 */
export async function buyOnce(ports: PurchasePorts, order: PurchaseOrder): Promise<BuyLabelResult> {
  const { accountId, orderId } = order;
  try {
    const { purchase, mine } = await purchaseLabel(ports, order);
    return labelResult(purchase, orderLabel(ports.links, purchase), mine);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'already_exists') throw error;
    const { label, returnLabel } = await ports.orders.getOrder({ accountId, orderId, withoutShipTo: true });
    const existing = isReturn(order) ? returnLabel : label;
    if (!existing) throw error;
    refuseVoidPending(existing, orderId);
    return existingResult(ports, accountId, existing);
  }
}
