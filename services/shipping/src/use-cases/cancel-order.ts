import type { Order } from '@parcelyard/contracts/orders';
import type { CancelOrderRequest, CancelOrderResponse } from '@parcelyard/contracts/shipping';
import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { sumCents } from '@parcelyard/money/sum-cents';
import { wordNeutrally } from '@parcelyard/reasons/word-reason';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type OrderRefund, orderRefund } from '../domain/order-refund';
import { type Purchase, refundOf } from '../domain/purchase';
import { isVoided } from '../domain/purchase-state';
import { sellerTitle } from '../domain/seller';
import { refusesVoid } from '../domain/voiding';
import type { PurchasePorts } from '../ports';
import { trackParcel } from './track-parcel';
import { labelPurchase, requestVoid } from './void/request-void';

/**
 * Previews or cancels an order, and voids its label if possible (specification: cancel_order). The label is voided
 * first, because an order whose parcel is on its way must not be canceled. After a crash, the call can be repeated.
 * @throws DomainError not_found · failed_precondition from orders · conflict when another label was bought at the same
 * time
 */
export async function cancelOrder(
  ports: PurchasePorts,
  { accountId, orderId, confirm }: CancelOrderRequest,
): Promise<CancelOrderResponse> {
  const order = await ports.orders.cancelOrder({ accountId, orderId, dryRun: true });
  const purchase = await labelPurchase(ports.purchases, order);
  // While its label is being voided, an order cannot be canceled. But if the order is already canceled, this may be a
  // repeated call, so it is not refused.
  if (purchase?.state === 'void_requested' && order.status !== 'Deleted') throw voidPending(orderId);
  const voidable = purchase?.state === 'done' && isVoidable(order, purchase) ? purchase : undefined;
  const taken = voidable && ports.carriers.has(voidable.terms) ? voidable : undefined;
  if (!confirm) {
    const { pending, refunded } = orderRefund(order, purchase);
    const preview = {
      order,
      labelWillBeVoided: taken !== undefined,
      refundExpectedCents: taken ? sumCents(pending, refundOf(taken)) : pending,
      refundPendingCents: pending,
      refundedCents: refunded,
      feeKeptCents: taken?.fee ?? 0,
    };
    return { outcome: { $case: 'preview', preview } };
  }
  const outcome = voidable ? await voidNow(ports, voidable) : earlierOutcome(order, purchase);
  const labelPurchaseId = purchase?.id;
  const canceled = await ports.orders.cancelOrder({ accountId, orderId, dryRun: false, labelPurchaseId });
  const refund = orderRefund(canceled, outcome.purchase);
  const isRepeat = order.status === 'Deleted';
  const begun = voidable && outcome.kind !== 'kept' ? refundOf(voidable) : ZERO;
  const result = {
    order: canceled,
    labelVoided: outcome.kind === 'voided',
    note: cancellationNote(outcome, { ...refund, begun, isRepeat }),
    ...refundFields(refund),
    refundBegunCents: begun,
  };
  return { outcome: { $case: 'result', result } };
}

const voidPending = (orderId: number) =>
  new DomainError('failed_precondition', 'void_pending', { orderId, act: 'cancel' }, { field: 'order_id' });

function refundFields({ pending, refunded }: OrderRefund) {
  if (pending > 0) return { refundStatus: 'pending', refundAmountCents: pending };
  return refunded > 0
    ? { refundStatus: 'refunded', refundAmountCents: refunded }
    : { refundStatus: 'none', refundAmountCents: 0 };
}

const isVoidable = (order: Order, purchase: Purchase | undefined): boolean =>
  refusesVoid({ ...order, hasLabel: order.label !== undefined }, purchase) === undefined;

async function voidNow(ports: PurchasePorts, purchase: Purchase): Promise<LabelOutcome> {
  if (!ports.carriers.has(purchase.terms)) return { kind: 'kept', purchase, reason: withoutSeller(purchase) };
  const { purchase: voided, mine } = await requestVoid(ports, purchase);
  if (voided.state !== 'done') {
    if (!mine) throw voidPending(purchase.orderId);
    return labelOutcome(voided);
  }
  // The carrier may have refused because the parcel was scanned. The orders service is told of the scan here, so that
  // it refuses to cancel the order.
  await trackParcel(ports, purchase, []);
  return { kind: 'kept', purchase: voided, reason: voided.voidRefusal ?? '' };
}

const withoutSeller = ({ terms }: Purchase): string =>
  wordNeutrally({ reason: 'seller_not_configured', params: { seller: sellerTitle(terms.seller) } });

function earlierOutcome(order: Order, purchase: Purchase | undefined): LabelOutcome {
  if (purchase && (isVoided(purchase.state) || purchase.state === 'void_requested'))
    return labelOutcome(purchase);
  if (!order.label) return { kind: 'none' };
  throw new DomainError('conflict', 'label_being_bought', { orderId: order.orderId });
}

const labelOutcome = (purchase: Purchase): LabelOutcome => ({
  kind: isVoided(purchase.state) ? 'voided' : 'pending',
  purchase,
});

type LabelOutcome =
  | { readonly kind: 'none'; readonly purchase?: undefined }
  /** `pending`: the carrier has not answered yet. */
  | { readonly kind: 'voided' | 'pending'; readonly purchase: Purchase }
  | { readonly kind: 'kept'; readonly purchase: Purchase; readonly reason: string };

interface Cancellation extends OrderRefund {
  /** The part of the pending refund that comes from the label that this call has voided. */
  readonly begun: Cents;
  readonly isRepeat: boolean;
}

function cancellationNote(outcome: LabelOutcome, cancellation: Cancellation): string {
  const canceled = cancellation.isRepeat ? 'The order was canceled already' : 'The order is canceled';
  const money = moneySentences(cancellation);
  switch (outcome.kind) {
    case 'none':
      return sentences(
        `${canceled}.`,
        ...(money.length > 0 ? money : ['It had no label, so there is no postage to give back.']),
      );
    case 'voided':
      return cancellation.begun === 0 && !cancellation.isRepeat
        ? sentences(`${canceled}. Its label was voided before.`, ...money)
        : sentences(`${canceled} and its label is void.`, ...money);
    case 'pending':
      return sentences(`${canceled}. The carrier has not accepted the void of its label yet.`, ...money);
    case 'kept':
      return sentences(
        `${canceled}, but its label could not be voided and is not refunded: ${outcome.reason}`,
        ...money,
      );
  }
}

/**
 * Returns sentences about three kinds of refunds, without counting a cent twice: refunds that this call has begun,
 * refunds that were already pending, and refunds that were already paid.
 */
function moneySentences({ begun, pending, refunded }: Cancellation): string[] {
  const earlier = pending - begun;
  return [
    ...(begun > 0 ? [`${formatDollars(begun)} will be refunded to the postage balance.`] : []),
    ...(earlier > 0
      ? [`${formatDollars(cents(earlier))} of an earlier void is on its way to the postage balance.`]
      : []),
    ...(pending === 0 && refunded > 0
      ? [`${formatDollars(refunded)} was refunded to the postage balance.`]
      : []),
  ];
}

const sentences = (...all: string[]): string => all.join(' ');
