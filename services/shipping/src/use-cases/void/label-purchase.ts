import type { Order } from '@parcelyard/contracts/orders';
import { type PurchaseId, purchaseId } from '@parcelyard/service-kit/ids';
import type { Purchase } from '../../domain/purchase';
import type { PurchaseStore } from '../../ports';

/** The purchase of an order's label; the latest one of an order that has none. */
export async function labelPurchase(
  purchases: PurchaseStore,
  { accountId, orderId, label }: Order,
): Promise<Purchase | undefined> {
  if (label) return purchases.find(accountId, label.purchaseId as PurchaseId);
  const generation = await purchases.lastGeneration(accountId, orderId);
  return generation === 0 ? undefined : purchases.find(accountId, purchaseId(orderId, generation));
}
