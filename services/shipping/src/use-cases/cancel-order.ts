import type { Order } from '@parcelyard/contracts/orders';
import type { CancelOrderRequest, CancelOrderResponse } from '@parcelyard/contracts/shipping';
import { ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { cancellationNote, type LabelFate } from '../domain/cancellation-note';
import { type Purchase, type PurchasedLabel, refundOf } from '../domain/purchase';
import { isVoided } from '../domain/purchase-state';
import { refusesVoid } from '../domain/voiding';
import type { PurchasePorts } from '../ports';
import { trackParcel } from './track-parcel';
import { labelPurchase } from './void/label-purchase';
import { requestVoid } from './void/request-void';

/**
 * Previews, or cancels an order and voids its label when that is possible (specification: cancel_order). The label comes
 * first: an order whose parcel turns out to be on its way is not canceled. Safe to repeat after a crash in between.
 * @throws DomainError not_found · failed_precondition in the words of orders · conflict when another label came meanwhile
 */
export async function cancelOrder(
  ports: PurchasePorts,
  { accountId, orderId, confirm }: CancelOrderRequest,
): Promise<CancelOrderResponse> {
  const order = await ports.orders.cancelOrder({ accountId, orderId, dryRun: true });
  const purchase = await labelPurchase(ports.purchases, order);
  const voidable = isVoidable(order, purchase);
  if (!confirm) {
    const coming = voidable || purchase?.state === 'void_requested';
    const preview = {
      order,
      labelWillBeVoided: coming,
      refundExpectedCents: purchase && (coming || isRefundDue(purchase)) ? refundOf(purchase) : ZERO,
    };
    return { outcome: { $case: 'preview', preview } };
  }
  const fate = voidable && purchase ? await voidNow(ports, purchase) : standing(order, purchase);
  const labelPurchaseId = purchase?.id;
  const canceled = await ports.orders.cancelOrder({ accountId, orderId, dryRun: false, labelPurchaseId });
  const result = {
    order: canceled,
    labelVoided: fate.kind === 'voided',
    note: cancellationNote(fate),
  };
  return { outcome: { $case: 'result', result } };
}

/** Its label is void, and the balance waits for the money. */
const isRefundDue = ({ state }: Purchase): boolean => isVoided(state) && state !== 'refunded';

const isVoidable = (order: Order, purchase: Purchase | undefined): boolean =>
  refusesVoid({ ...order, hasLabel: order.label !== undefined }, purchase) === undefined;

async function voidNow(ports: PurchasePorts, purchase: Purchase): Promise<LabelFate> {
  const { accountId, orderId, id, carrierReference, terms } = purchase;
  const voided = await requestVoid(ports, purchase);
  if (voided.state !== 'done') return fateOf(voided);
  // Refused, perhaps for a scan that orders does not know of yet; told of it, orders will not cancel.
  const { trackingNumber } = purchase.label as PurchasedLabel;
  const parcel = {
    ...{ accountId, purchaseId: id, orderId, carrier: terms.carrier, carrierReference, trackingNumber },
  };
  await trackParcel(ports, parcel, []);
  return { kind: 'kept', reason: voided.voidRefusal ?? '' };
}

function standing(order: Order, purchase: Purchase | undefined): LabelFate {
  if (purchase && (isVoided(purchase.state) || purchase.state === 'void_requested')) return fateOf(purchase);
  if (!order.label) return { kind: 'none' };
  throw DomainError.text(
    'conflict',
    `The label of order ${order.orderId} is still being bought. Try again in a moment.`,
  );
}

function fateOf(purchase: Purchase): LabelFate {
  const refund = refundOf(purchase);
  return isVoided(purchase.state)
    ? { kind: 'voided', refund, refunded: purchase.state === 'refunded' }
    : { kind: 'pending', refund };
}
