import type { OrderLabel } from '@parcelyard/contracts/orders';
import type { BuyLabelPreview, BuyLabelResult } from '@parcelyard/contracts/shipping';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { BillingClient, PurchaseStore } from '../ports';
import { labelResult } from './label-result';

/** A preview for an order that has its label: a confirm would charge nothing. */
export async function existingPreview(
  { billing }: { billing: BillingClient },
  accountId: number,
  existingLabel: OrderLabel,
): Promise<BuyLabelPreview> {
  const { availableCents } = await billing.getBalance({ accountId });
  return {
    postageCents: 0,
    insuranceCents: 0,
    feeCents: 0,
    totalChargeCents: 0,
    currentBalanceCents: availableCents,
    balanceAfterCents: availableCents,
    autoRechargeWouldFire: false,
    rechargeCents: 0,
    balanceWouldGoNegative: false,
    existingLabel,
    limitMessage: undefined,
    customsItems: [],
    warnings: [],
  };
}

/** The confirm of an order that has its label: that label, and what was once paid for it. */
export async function existingResult(
  { purchases }: { purchases: PurchaseStore },
  accountId: number,
  label: OrderLabel,
): Promise<BuyLabelResult> {
  const purchase = await purchases.find(accountId, label.purchaseId as PurchaseId);
  if (purchase) return labelResult(purchase, label, false);
  return { label, chargedNow: false, postageCents: label.costCents, insuranceCents: 0, feeCents: 0 };
}
