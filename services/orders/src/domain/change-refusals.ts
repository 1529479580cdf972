import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Order } from './order';
import { allows, type OrderStatus, statusLabel } from './order-status';

/** Statuses in which an order has no label, so that all its fields may still change. */
const OPEN: readonly OrderStatus[] = [
  'MissingEmail_InvoiceDraft',
  'InvoiceDraft',
  'WaitingForPayment',
  'BackOrderedLiveSelling',
  'BackOrdered',
  'ChooseShipping',
  'LabelRefunded',
];

/** Statuses of an order that has ended without a parcel, or soon will. */
const ENDED = ['Deleted', 'Refunded', 'Merged', 'WaitingForMerge'] as const;

type RefusalInput = Pick<Order, 'orderId' | 'status' | 'label' | 'lockedBy'>;

/** Returns why an order cannot be edited; undefined when it can be edited. */
export function refusesEditing(order: RefusalInput): DomainError | undefined {
  const { orderId, status, label, lockedBy } = order;
  const labelled = isLabelled(status);
  if (isEnded(status) || (!OPEN.includes(status) && !labelled)) return endedOrShipped(order, 'changed');
  if (label?.pendingVoid) return refusal('void_pending', { orderId, act: 'change' });
  if (label || labelled) return refusal('order_labelled', { orderId });
  return lockedBy === undefined ? undefined : refusal('order_held_by_purchase', { orderId, act: 'change' });
}

/** Returns why an order cannot be canceled; undefined when it can be canceled. */
export function refusesCanceling(order: RefusalInput): DomainError | undefined {
  const { orderId, status, lockedBy } = order;
  if (lockedBy !== undefined) return refusal('order_held_by_purchase', { orderId, act: 'cancel' });
  return allows(status, 'Deleted', 'canceled') ? undefined : endedOrShipped(order, 'canceled');
}

/** Returns why an order cannot be marked as printed; undefined when it can be marked. */
export function refusesPrinting({ orderId, status, label }: RefusalInput): DomainError | undefined {
  if (label?.pendingVoid) return refusal('void_pending', { orderId, act: 'print' });
  if (label && allows(status, 'LabelPrinted', 'label_printed')) return undefined;
  if (status === 'LabelPrinted') return refusal('label_printed_before', { orderId });
  if (!label) return refusal('order_has_no_label', { orderId });
  return refusal('order_past_printing', { orderId, statusLabel: statusLabel(status) });
}

const isEnded = (status: OrderStatus): status is (typeof ENDED)[number] =>
  (ENDED as readonly OrderStatus[]).includes(status);

/**
 * True when the status says that the order has a label. An imported order may have such a status because of a label of
 * another system.
 */
const isLabelled = (status: OrderStatus): boolean => allows(status, 'ChooseShipping', 'label_voided');

function endedOrShipped({ orderId, status }: RefusalInput, act: 'changed' | 'canceled'): DomainError {
  if (isEnded(status)) return refusal('order_ended', { orderId, status, act });
  return refusal('order_shipped', { orderId, statusLabel: statusLabel(status), act });
}

const refusal: <R extends ConstructorParameters<typeof DomainError>[1]>(
  reason: R,
  params: DomainError<R>['params'],
) => DomainError = (reason, params) =>
  new DomainError('failed_precondition', reason, params, { field: 'order_id' }) as unknown as DomainError;
