import type { AccountRef, PendingRefunds } from '@parcelyard/contracts/shipping';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import { refundOf } from '../domain/purchase';

/** Returns the refunds of voided labels that are not on the balance yet. */
export async function getPendingRefunds(
  purchases: PurchaseStore,
  { accountId }: AccountRef,
): Promise<PendingRefunds> {
  const unrefunded = await purchases.awaitingRefund(accountId);
  return { count: unrefunded.length, amountCents: sumCents(...unrefunded.map(refundOf)) };
}
