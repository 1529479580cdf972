import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Order } from './order';
import { boughtLabels, type LabelRecord, type OrderLabel, toRecord } from './order-label';
import { allows, type OrderStatus, type StatusTrigger, statusLabel } from './order-status';

/** The steps of a return that a merchant does by hand, with the status after each. */
const STEPS = {
  request: { to: 'PrintReturnLabel', by: 'return_requested' },
  withdraw: { to: 'Delivered', by: 'return_withdrawn' },
  receive: { to: 'ReturnReceived', by: 'return_received' },
  complete: { to: 'ReturnComplete', by: 'return_completed' },
} as const satisfies Readonly<Record<string, { to: OrderStatus; by: StatusTrigger }>>;

export type ReturnAct = keyof typeof STEPS;

/**
 * Returns the order's status after a step; undefined when the order already has it.
 * @throws DomainError failed_precondition when the status does not allow the step, or while a purchase has locked the
 * order
 */
export function takeReturnStep(order: Order, act: ReturnAct): OrderStatus | undefined {
  const { orderId, status, lockedBy } = order;
  const { to: usual, by } = STEPS[act];
  const to = act === 'withdraw' && !wasDelivered(order) ? 'DeliveryFailure' : usual;
  if (status === to) return undefined;
  if (lockedBy !== undefined) {
    throw new DomainError('failed_precondition', 'order_held_by_purchase', { orderId, act: 'change' });
  }
  if (allows(status, to, by)) return to;
  const params = { orderId, act, statusLabel: statusLabel(status) };
  throw new DomainError('failed_precondition', 'return_step_refused', params);
}

/** True when the order was delivered. An imported order may have no dates; it counts as delivered. */
const wasDelivered = ({ deliveredDate, exceptionDate }: Order): boolean =>
  deliveredDate !== undefined || exceptionDate === undefined;

/** True in the statuses in which a return label may be bought. */
export const awaitsReturnLabel = ({ status }: Pick<Order, 'status'>): boolean =>
  allows(status, 'WaitingForReturn', 'return_label_purchased');

/**
 * Returns what a return label changes in an order. The order keeps the label with which the parcel was sent to the
 * customer. Reports count the return label's cost.
 */
export const returnLabelled = (
  order: Order,
  label: OrderLabel,
): Pick<Order, 'status' | 'returnLabel' | 'boughtLabels' | 'lockedBy'> => ({
  status: 'WaitingForReturn',
  returnLabel: label,
  boughtLabels: [...boughtLabels(order), returnRecord(order, label)],
  lockedBy: undefined,
});

const returnRecord = (order: Order, label: OrderLabel): LabelRecord => ({
  ...toRecord(order, label),
  isReturn: true,
});

/** The order's status after each scan of a parcel on its way back. */
export const RETURN_SCANS: Readonly<Partial<Record<OrderStatus, OrderStatus>>> = {
  InTransit: 'ReturnInTransit',
  Delivered: 'ReturnDelivered',
};
