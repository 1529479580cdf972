import type { Order } from '@parcelyard/contracts/orders';
import type { CancelOrderRequest, CancelOrderResponse } from '@parcelyard/contracts/shipping';
import { type Cents, ZERO } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Purchase, refundOf } from '../domain/purchase';
import { isVoided } from '../domain/purchase-state';
import { refusesVoid } from '../domain/voiding';
import type { PurchasePorts } from '../ports';
import { trackParcel } from './track-parcel';
import { labelPurchase, requestVoid } from './void/request-void';

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
  const voided = await requestVoid(ports, purchase);
  if (voided.state !== 'done') return fateOf(voided);
  // Refused, perhaps for a scan that orders does not know of yet; told of it, orders will not cancel.
  await trackParcel(ports, purchase, []);
  return { kind: 'kept', reason: voided.voidRefusal ?? '' };
}

function standing(order: Order, purchase: Purchase | undefined): LabelFate {
  if (purchase && (isVoided(purchase.state) || purchase.state === 'void_requested')) return fateOf(purchase);
  if (!order.label) return { kind: 'none' };
  throw new DomainError('conflict', 'label_being_bought', { orderId: order.orderId });
}

function fateOf(purchase: Purchase): LabelFate {
  const refund = refundOf(purchase);
  return isVoided(purchase.state)
    ? { kind: 'voided', refund, refunded: purchase.state === 'refunded' }
    : { kind: 'pending', refund };
}

/** What became of a canceled order's label. */
export type LabelFate =
  | { readonly kind: 'none' }
  | { readonly kind: 'voided'; readonly refund: Cents; readonly refunded: boolean }
  /** The carrier takes its time. */
  | { readonly kind: 'pending'; readonly refund: Cents }
  /** In the carrier's words. */
  | { readonly kind: 'kept'; readonly reason: string };

function cancellationNote(fate: LabelFate): string {
  switch (fate.kind) {
    case 'none':
      return 'The order is canceled. It had no label, so there is nothing to refund.';
    case 'voided':
      return fate.refunded
        ? `The order is canceled and its label is void; ${dollars(fate.refund)} was refunded to the postage balance.`
        : `The order is canceled and its label is void; ${dollars(fate.refund)} will be refunded to the postage balance.`;
    case 'pending':
      return `The order is canceled. The carrier has not accepted the void of its label yet; once it does, ${dollars(fate.refund)} will be refunded to the postage balance.`;
    case 'kept':
      return `The order is canceled, but its label could not be voided and is not refunded: ${fate.reason}`;
  }
}

const dollars = (amount: Cents): string => `$${toDollars(amount).toFixed(2)}`;
