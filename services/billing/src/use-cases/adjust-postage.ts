import type { AdjustPostageRequest } from '@parcelyard/contracts/billing';
import type { Empty, PostageAdjustment } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Transfer, TransferDraft } from '../domain/ledger';
import { adjustmentKey, adjustmentTransfer, captureKey } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { accountOf, adjustmentOf, textOf } from './request-fields';
import { tellOfAdjustment } from './tell-owner';

/**
 * Books what a carrier corrected of a captured purchase's postage, of either sign, below zero if it must, whatever became
 * of the label since. Each correction is booked once; one that the carrier has changed moves the difference. The owner is
 * told before the money moves: what a crash interrupts is told by whoever goes on, and each transfer once.
 * @throws DomainError failed_precondition when the purchase was not captured
 */
export async function adjustPostage(ports: BillingPorts, request: AdjustPostageRequest): Promise<Empty> {
  const accountId = accountOf(request);
  const purchaseId = textOf('purchase_id', request.purchaseId);
  const adjustment = adjustmentOf(request.adjustment);
  if (!(await ports.ledger.find(accountId, captureKey(purchaseId))))
    throw new DomainError('failed_precondition', 'nothing_charged', {}, { detail: purchaseId });
  // Whoever booked another word of the carrier meanwhile has the draft's key: what is left then is drafted anew.
  for (;;) {
    const draft = await draftFrom(ports, accountId, purchaseId, adjustment);
    if (!draft) return {};
    await tellOfAdjustment(ports, accountId, draft, request.trackingNumber);
    ports.failPoint('adjustment-told');
    await ports.lanes.append(accountId, () => () => draft);
    ports.failPoint('adjustment-entered');
  }
}

async function draftFrom(
  { ledger }: BillingPorts,
  accountId: AccountId,
  purchaseId: string,
  adjustment: PostageAdjustment,
): Promise<TransferDraft | undefined> {
  const earlier: Transfer[] = [];
  for (;;) {
    const key = adjustmentKey(purchaseId, adjustment.adjustmentId, earlier.length + 1);
    const found = await ledger.find(accountId, key);
    if (!found) return adjustmentTransfer(purchaseId, adjustment, earlier);
    earlier.push(found);
  }
}
