import type { CaptureRequest, PurchaseRef } from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { MonthKey } from '../domain/billing-month';
import { moved } from '../domain/ledger';
import { captureKey, captureTransfer, holdKey, refundTransfer, releaseTransfer } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { appendTransfer } from './append-transfer';
import { endWithoutPurpose } from './complete-recharge';
import { creditReferrer } from './referrals';
import { accountOf, textOf } from './request-fields';

const purchaseOf = (request: PurchaseRef) =>
  [accountOf(request), textOf('purchase_id', request.purchaseId)] as const;

/**
 * Takes the held money for the label that was bought, makes its monthly slot final and gives a referrer its credit.
 * Repeating it changes nothing.
 * @throws DomainError failed_precondition without a hold, conflict when it was released
 */
export async function capturePurchase(ports: BillingPorts, request: CaptureRequest): Promise<Empty> {
  const [accountId, purchaseId] = purchaseOf(request);
  const held = await ports.ledger.findHold(accountId, purchaseId);
  if (!held) throw new DomainError('failed_precondition', 'nothing_held', {}, { detail: purchaseId });
  await appendTransfer(ports, accountId, () => captureTransfer(held, !request.withoutInsurance));
  await Promise.all([
    ports.usage.keepSlot(accountId, held.month as MonthKey, purchaseId),
    creditReferrer(ports, accountId),
  ]);
  return {};
}

/**
 * Gives a purchase up: from here on nothing can be charged or held for it, also when a call for that is under way, and
 * the held money and the monthly slot go back. An interrupted release is repeated from its beginning. Repeating it
 * changes nothing; recharged money stays on the balance (money rule 6).
 * @throws DomainError conflict when the hold was captured
 */
export async function releasePurchase(ports: BillingPorts, request: PurchaseRef): Promise<Empty> {
  const [accountId, purchaseId] = purchaseOf(request);
  const { ledger, purchases, usage, clock, failPoint } = ports;
  const resolution = await ledger.findResolution(accountId, holdKey(purchaseId));
  if (resolution?.kind === 'capture') {
    throw new DomainError('conflict', 'hold_resolved', { as: 'captured' }, { detail: purchaseId });
  }
  const purchase = await purchases.giveUp(accountId, purchaseId, clock.now());
  if (!purchase) throw new DomainError('unavailable', 'purchase_not_yours', {}, { detail: purchaseId });
  failPoint('release-given-up');
  if (purchase.neverOpened) return {};
  // A hold may be on its way to the ledger, whatever the purchase's own state is, so the ledger decides: the release
  // gives back what was held before it, and a hold that comes after the release is refused.
  await appendTransfer(ports, accountId, async () =>
    releaseTransfer(purchaseId, await ledger.findHold(accountId, purchaseId)),
  );
  failPoint('release-entered');
  await usage.releaseSlot(accountId, purchase.month, purchaseId);
  await endWithoutPurpose(ports, accountId, purchaseId);
  return {};
}

/**
 * Credits postage and insurance of a voided label to the balance, once; the fee is kept (money rule 9).
 * @throws DomainError failed_precondition when the purchase was not captured
 */
export async function refundPurchase(ports: BillingPorts, request: PurchaseRef): Promise<Empty> {
  const [accountId, purchaseId] = purchaseOf(request);
  const captured = await ports.ledger.find(accountId, captureKey(purchaseId));
  const held = await ports.ledger.findHold(accountId, purchaseId);
  if (!captured || !held) {
    throw new DomainError('failed_precondition', 'nothing_charged', {}, { detail: purchaseId });
  }
  const insurance = moved(captured.lines, 'insurance');
  await appendTransfer(ports, accountId, () => refundTransfer(held, insurance));
  return {};
}
