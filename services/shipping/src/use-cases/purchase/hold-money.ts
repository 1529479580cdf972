import { type Cents, cents } from '@parcelyard/money/cents';
import { writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { destinationDigest } from '@parcelyard/service-kit/destination-digest';
import { failure } from '@parcelyard/service-kit/failure';
import { batchKey } from '../../domain/batch/batch';
import {
  carrierBilled,
  chargedPostage,
  type FrozenOrder,
  isReturn,
  type Purchase,
} from '../../domain/purchase';
import { purchaseFailed } from '../../domain/purchase-step';
import { isReal } from '../../domain/seller';
import type { PurchasePorts } from '../../ports';
import { orRefused, PurchaseRefused } from './purchase-refused';
import { HOLD_CALL_MS, SERVICE_CALL_MS } from './step';

/**
 * Asks billing to reserve the price. Billing also counts the label among the account's labels of the month.
 * @returns the fee, which billing decides
 * @throws PurchaseRefused
 */
export async function holdMoney(
  ports: PurchasePorts,
  purchase: Purchase,
  order: FrozenOrder,
): Promise<Cents> {
  const { orderId, terms } = purchase;
  const destination = destinationDigest(order.shipTo);
  // The owner's approval, or the request for the batch, was for another destination.
  if (terms.destination !== undefined && terms.destination !== destination)
    throw new PurchaseRefused(failure('failed_precondition', 'address_changed_since_rating', { orderId }));
  const { feeCents } = await orRefused(requestHold(ports, purchase, destination), purchaseFailed);
  ports.failPoint('purchase-3-held');
  return cents(feeCents);
}

/**
 * Asks billing for the hold. A repeated request gets the same answer as the first.
 * @param alreadySold true when the carrier has sold the label. Then no limit refuses the hold.
 */
export function requestHold(
  { billing }: PurchasePorts,
  purchase: Purchase,
  destination: string,
  alreadySold = false,
) {
  const { accountId, orderId, id, terms } = purchase;
  const { connectionKind, timeZone, approvalId = '', approvedByOwner, batchId } = terms;
  return billing.hold(
    {
      accountId,
      purchaseId: id,
      postageCents: chargedPostage(terms),
      insuranceCents: terms.insurance,
      batch: batchId !== undefined,
      maxChargeCents: alreadySold ? undefined : terms.maxCharge,
      realLabels: isReal(terms.seller),
      spending: {
        connectionKind: writeConnectionKind(connectionKind),
        timeZone,
        orderIds: [orderId],
        approvalId,
        approvedByOwner,
        dearestCents: 0,
        reservation: batchId === undefined ? '' : batchKey(batchId),
        method: terms.method,
        carrierBilledCents: carrierBilled(terms),
        destination,
        forReturn: isReturn({ terms }),
        ...(alreadySold && { alreadySold }),
      },
    },
    { timeoutMs: HOLD_CALL_MS },
  );
}

/** Takes the reserved money. Insurance is not charged when the carrier refused it. */
export async function captureMoney({ billing, failPoint }: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, id: purchaseId } = purchase;
  const withoutInsurance = purchase.label?.insured === false;
  await billing.capture({ accountId, purchaseId, withoutInsurance }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('purchase-8-captured');
}

export async function releaseMoney({ billing }: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, id: purchaseId } = purchase;
  await billing.release({ accountId, purchaseId }, { timeoutMs: SERVICE_CALL_MS });
}
