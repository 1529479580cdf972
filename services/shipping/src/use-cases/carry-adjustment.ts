import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { AdjustmentReport } from '../adapters/mongo/adjustment-store';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import { readCarrierReference } from '../domain/purchase';
import { isPaid } from '../domain/purchase-state';
import type { BillingClient, OrdersClient } from '../ports';

export interface CarryPorts {
  readonly purchases: Pick<PurchaseStore, 'find'>;
  readonly orders: Pick<OrdersClient, 'noteAdjustment'>;
  readonly billing: Pick<BillingClient, 'adjustPostage'>;
  readonly failPoint: FailPoint;
}

/**
 * `carried`: in the ledger and on the order. `carriers_bill`: the carrier bills the merchant's own account. `early`:
 * the purchase has not ended. `unattributed`: none of our purchases has the reference.
 */
export type CarryOutcome = 'carried' | 'carriers_bill' | 'early' | 'unattributed';

/**
 * Writes a carrier's change of postage to the ledger, and billing informs the owner. Then writes the change to the
 * order, so that the account's reports show it. A change that a seller has reported takes effect once, even when a step
 * is repeated.
 */
export async function carryAdjustment(
  { purchases, orders, billing, failPoint }: CarryPorts,
  named: AdjustmentReport,
): Promise<CarryOutcome> {
  const { accountId, reference, id: adjustmentId, cents, measured, reason, at, seller, reportNumber } = named;
  const sold = readCarrierReference(reference);
  const purchase = sold && (await purchases.find(accountId, sold.purchaseId));
  const isItsLabel = purchase?.carrierReference === reference && purchase.terms.seller === seller;
  if (!isItsLabel || purchase.state === 'failed') return 'unattributed';
  const { id: purchaseId, orderId, terms, label } = purchase;
  if (terms.ownAccount !== undefined) return 'carriers_bill';
  if (!isPaid(purchase.state)) return 'early';
  const adjustment = { adjustmentId, cents, billed: terms.parcel, measured, reason, at, reportNumber };
  const trackingNumber = label?.trackingNumber ?? '';
  await billing.adjustPostage({ accountId, purchaseId, adjustment, trackingNumber });
  failPoint('adjustment-booked');
  // The order may be gone, but the money was still charged.
  await orders
    .noteAdjustment({ accountId, orderId, purchaseId, adjustment })
    .catch(undefinedFor('not_found'));
  failPoint('adjustment-noted');
  return 'carried';
}
