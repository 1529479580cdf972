import type { AdjustPostageRequest } from '@parcelyard/contracts/billing';
import type { Empty, PostageAdjustment } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Transfer } from '../domain/ledger';
import { adjustmentKey, adjustmentTransfer, captureKey } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { accountOf, adjustmentOf, textOf } from './request-fields';
import { sendAdjustmentNotice } from './send-owner-notices';

/**
 * Writes a carrier's change of postage to the ledger, even if the balance then falls below zero or the label is voided.
 * A repeated report of the same change is not written again. If the carrier reports a new amount, only the difference
 * is written. The owner gets a message for each transfer that moves money.
 * @throws DomainError failed_precondition when the purchase was not captured
 */
export async function adjustPostage(ports: BillingPorts, request: AdjustPostageRequest): Promise<Empty> {
  const accountId = accountOf(request);
  const purchaseId = textOf('purchase_id', request.purchaseId);
  const adjustment = adjustmentOf(request.adjustment);
  if (!(await ports.ledger.find(accountId, captureKey(purchaseId))))
    throw new DomainError('failed_precondition', 'nothing_charged', {}, { detail: purchaseId });
  for (;;) {
    const earlier = await bookedTransfers(ports, accountId, purchaseId, adjustment);
    const draft = adjustmentTransfer(purchaseId, adjustment, earlier);
    if (!draft) return sendNotices(ports, earlier, request.trackingNumber);
    // Another call may write the same adjustment at the same time, with the same key. The next round then finds that
    // call's transfer.
    await ports.appendQueue.append(accountId, () => () => draft);
    ports.failPoint('adjustment-entered');
  }
}

/**
 * If a process crashes before it sends a message, a repeated call within this time sends the message. Each message has
 * a key, so the owner gets it once.
 */
const NOTICE_WINDOW_MS = 7 * 86_400_000;

async function sendNotices(
  ports: BillingPorts,
  booked: readonly Transfer[],
  trackingNumber: string,
): Promise<Empty> {
  const since = ports.clock.now().getTime() - NOTICE_WINDOW_MS;
  for (const transfer of booked)
    if (transfer.at.getTime() >= since) await sendAdjustmentNotice(ports, transfer, trackingNumber);
  return {};
}

/** Returns all transfers of this adjustment, in order. */
async function bookedTransfers(
  { ledger }: BillingPorts,
  accountId: AccountId,
  purchaseId: string,
  { adjustmentId }: PostageAdjustment,
): Promise<readonly Transfer[]> {
  const earlier: Transfer[] = [];
  for (;;) {
    const found = await ledger.find(accountId, adjustmentKey(purchaseId, adjustmentId, earlier.length + 1));
    if (!found) return earlier;
    earlier.push(found);
  }
}
