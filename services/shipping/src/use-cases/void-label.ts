import type { VoidLabelRequest, VoidLabelResponse } from '@parcelyard/contracts/shipping';
import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import { type Purchase, type PurchasedLabel, refundOf } from '../domain/purchase';
import { isVoided } from '../domain/purchase-state';
import { refusesReturnVoid, refusesVoid, type VoidRefusal } from '../domain/voiding';
import type { PurchasePorts } from '../ports';
import { awaitVoid, labelPurchase, requestVoid } from './void/request-void';

/**
 * Previews or voids the label of an order (specification: cancel_shipping_label). When the carrier has accepted the
 * void, another label can be bought for the order, and the money is refunded later.
 * @throws DomainError not_found · failed_precondition without a label, for a scanned parcel or a voided label ·
 * carrier_refused with the carrier's message; then nothing has changed
 */
export async function voidLabel(
  ports: PurchasePorts,
  { accountId, orderId, confirm }: VoidLabelRequest,
): Promise<VoidLabelResponse> {
  const order = await ports.orders.getOrder({ accountId, orderId, withoutShipTo: true });
  const purchase = await labelPurchase(ports.purchases, order);
  const refusal = refusesVoid({ ...order, hasLabel: order.label !== undefined }, purchase);
  return voidPurchase(ports, { orderId, confirm, purchase, refusal });
}

/** Previews or voids a return label. After the void, the order waits for another return label. */
export async function voidReturnLabel(
  ports: PurchasePorts,
  { accountId, orderId, confirm }: VoidLabelRequest,
): Promise<VoidLabelResponse> {
  const { status, returnLabel } = await ports.orders.getOrder({ accountId, orderId, withoutShipTo: true });
  const purchase =
    returnLabel && (await ports.purchases.find(accountId, returnLabel.purchaseId as PurchaseId));
  const refusal = refusesReturnVoid(status, purchase);
  return voidPurchase(ports, { orderId, confirm, purchase, refusal });
}

interface Voiding {
  readonly orderId: number;
  readonly confirm: boolean;
  readonly purchase: Purchase | undefined;
  readonly refusal: VoidRefusal | undefined;
}

async function voidPurchase(
  ports: PurchasePorts,
  { orderId, confirm, purchase, refusal }: Voiding,
): Promise<VoidLabelResponse> {
  const refuse = <R extends Reason>(reason: R, params: ReasonParams<R>) =>
    new DomainError('failed_precondition', reason, params, { field: 'order_id' });
  if (purchase && refusal === 'label_voided') {
    const refunded = purchase.state === 'refunded';
    throw refuse(refusal, { orderId, refundCents: refundOf(purchase), refunded });
  }
  if (!purchase || refusal === 'label_voided') throw refuse('no_label_to_void', { orderId });
  if (refusal) throw refuse(refusal, { orderId });
  // Throws when the label's seller is not configured, because no other seller can void the label.
  ports.carriers.of(purchase.terms);
  const { trackingNumber } = purchase.label as PurchasedLabel;
  const refund = refundOf(purchase);
  const isRepeat = purchase.state === 'void_requested';
  if (!confirm) {
    const voidPending = purchase.state === 'void_requested';
    const money = { refundExpectedCents: refund, feeKeptCents: purchase.fee ?? 0 };
    const preview = { trackingNumber, ...money, ...(voidPending && { voidPending }) };
    return { outcome: { $case: 'preview', preview } };
  }
  // While a void is pending, a second call does not request another void. It returns the status of the pending void.
  const { purchase: voided, mine } = isRepeat
    ? { purchase: await awaitVoid(ports, purchase), mine: false }
    : await requestVoid(ports, purchase);
  return {
    outcome: {
      $case: 'result',
      result: { trackingNumber, refundAmountCents: refund, ...refundFields(voided), begunNow: mine },
    },
  };
}

function refundFields({ state, voidRefusal = '' }: Purchase) {
  if (state === 'done') throw new DomainError('carrier_refused', 'carrier_refused', { words: voidRefusal });
  return {
    refundStatus: state === 'refunded' ? 'refunded' : 'pending',
    carrierAccepted: isVoided(state),
  };
}
