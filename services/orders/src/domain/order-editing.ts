import type { Order } from './order';
import { allows, type OrderStatus, statusLabel } from './order-status';

/** Statuses of an order whose parcel nobody has labelled: everything about it may still change. */
const OPEN: readonly OrderStatus[] = [
  'MissingEmail_InvoiceDraft',
  'InvoiceDraft',
  'WaitingForPayment',
  'BackOrderedLiveSelling',
  'BackOrdered',
  'ChooseShipping',
  'LabelRefunded',
];

type Standing = Pick<Order, 'orderId' | 'status' | 'label' | 'lockedBy'>;

/** Why an order cannot be edited, in a sentence for the caller; undefined when it can. */
export function refusesEditing(order: Standing): string | undefined {
  const { orderId, status, label, lockedBy } = order;
  const ended = howItEnded(status);
  if (ended) return `Order ${orderId} ${ended} and cannot be changed.`;
  if (!OPEN.includes(status) && !isLabelled(status)) return `${hasShipped(order)} and cannot be changed.`;
  if (label || isLabelled(status)) {
    return `Order ${orderId} has a label and cannot be changed. Void the label with cancel_shipping_label first.`;
  }
  return lockedBy === undefined ? undefined : beingBought(orderId, 'change');
}

/** Why an order cannot be canceled, in a sentence for the caller; undefined when it can. */
export function refusesCanceling(order: Standing): string | undefined {
  const { orderId, status, lockedBy } = order;
  if (lockedBy !== undefined) return beingBought(orderId, 'cancel');
  if (allows(status, 'Deleted', 'canceled')) return undefined;
  const ended = howItEnded(status);
  return ended
    ? `Order ${orderId} ${ended} and cannot be canceled.`
    : `${hasShipped(order)} and cannot be canceled.`;
}

/** What has ended an order before its parcel left, or is about to. */
function howItEnded(status: OrderStatus): string | undefined {
  if (status === 'Deleted') return 'is canceled';
  if (status === 'Refunded') return 'was refunded';
  if (status === 'Merged') return 'was merged into another order';
  return status === 'WaitingForMerge' ? 'is being merged with another order' : undefined;
}

/** A label may also be another system's, on an imported order. */
const isLabelled = (status: OrderStatus): boolean => allows(status, 'ChooseShipping', 'label_voided');

const hasShipped = ({ orderId, status }: Standing): string =>
  `Order ${orderId} has shipped (status ${statusLabel(status)})`;

const beingBought = (orderId: number, what: string): string =>
  `A label is being bought for order ${orderId}. Check get_label in a moment, before you ${what} it.`;
