import type { CaptureRequest, PurchaseRef } from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { moved, type Transfer } from '../domain/ledger';
import {
  barrierTransfer,
  captureKey,
  captureTransfer,
  holdKey,
  refundTransfer,
  releaseTransfer,
} from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { detachRecharge } from './complete-recharge';
import { accountOf, textOf } from './request-fields';

const purchaseOf = (request: PurchaseRef) =>
  [accountOf(request), textOf('purchase_id', request.purchaseId)] as const;

/**
 * Takes the reserved money for a label that was bought. A second call changes nothing.
 * @throws DomainError failed_precondition without a hold, conflict when the hold was released
 */
export async function capturePurchase(ports: BillingPorts, request: CaptureRequest): Promise<Empty> {
  const [accountId, purchaseId] = purchaseOf(request);
  await ports.appendQueue.append(accountId, async (round) => {
    const held = (await round.transfer(holdKey(purchaseId)))?.charge;
    return () => {
      if (held) return captureTransfer(held, !request.withoutInsurance);
      throw new DomainError('failed_precondition', 'nothing_held', {}, { detail: purchaseId });
    };
  });
  ports.failPoint('capture-entered');
  return {};
}

/**
 * Gives up a purchase. The reserved money goes back to the balance, and the shipment no longer counts. After that,
 * nothing can be reserved or charged for the purchase, not even by a call that is already running. The reason is the
 * order of the steps: a release writes to the ledger first and then to the purchase's record, and a hold writes to the
 * record first and then reads the ledger. So a release and a hold at the same time cannot both miss what the other has
 * written. Money that was charged to the card stays on the balance (money rule 6). A second call changes nothing.
 * @throws DomainError conflict when the hold was captured
 */
export async function releasePurchase(ports: BillingPorts, request: PurchaseRef): Promise<Empty> {
  const [accountId, purchaseId] = purchaseOf(request);
  const { purchaseCharges, clock, failPoint } = ports;
  // If another call made the hold while the first `appendRelease` was running, the second `appendRelease` releases it.
  const entered = await appendRelease(ports, accountId, purchaseId);
  if (entered?.kind === 'hold') await appendRelease(ports, accountId, purchaseId);
  failPoint('release-entered');
  if (!(await purchaseCharges.find(accountId, purchaseId))) return {};
  await purchaseCharges.giveUp(accountId, purchaseId, clock.now());
  failPoint('release-given-up');
  await detachRecharge(ports, accountId, purchaseId);
  return {};
}

const appendRelease = (
  { appendQueue }: BillingPorts,
  accountId: AccountId,
  purchaseId: string,
): Promise<Transfer | undefined> =>
  appendQueue.append(accountId, async (round) => {
    const held = (await round.transfer(holdKey(purchaseId)))?.charge;
    return () => (held ? releaseTransfer(held) : barrierTransfer(purchaseId));
  });

/**
 * Returns the postage and insurance of a voided label to the balance, once. The fee is not returned (money rule 9).
 * @throws DomainError failed_precondition when the purchase was not captured
 */
export async function refundPurchase({ appendQueue }: BillingPorts, request: PurchaseRef): Promise<Empty> {
  const [accountId, purchaseId] = purchaseOf(request);
  await appendQueue.append(accountId, async (round) => {
    const [captured, hold] = await Promise.all([
      round.transfer(captureKey(purchaseId)),
      round.transfer(holdKey(purchaseId)),
    ]);
    return () => {
      if (captured && hold?.charge) return refundTransfer(hold.charge, moved(captured.lines, 'insurance'));
      throw new DomainError('failed_precondition', 'nothing_charged', {}, { detail: purchaseId });
    };
  });
  return {};
}
