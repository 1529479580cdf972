import type { Empty } from '@parcelyard/contracts/common';
import type { ClearLabelRequest, NoteRefundRequest } from '@parcelyard/contracts/orders';
import { labelVoided } from '@parcelyard/events/event-type';
import { createOutboxEntry } from '@parcelyard/events/outbox-entry';
import type { OrderChange } from '../adapters/mongo/order-store';
import type { Order } from '../domain/order';
import { type OrderLabel, withRefunded, withVoided } from '../domain/order-label';
import { allows } from '../domain/order-status';
import { changeOrder } from './change-order';
import type { OrdersPorts } from './orders-ports';
import { writeBackEvent } from './platforms/write-back/write-back-event';

type Ports = Pick<OrdersPorts, 'orders' | 'clock'>;

/**
 * Removes a voided label from its order and adds the event `labelVoided`, in one update. The order is then ready to
 * ship, or stays canceled. After the void of a return label, the order waits for another return label. If the order
 * does not have this label, nothing changes.
 */
export async function clearLabel(
  { orders, clock }: Ports,
  { accountId, orderId, purchaseId, refundDueAt }: ClearLabelRequest,
): Promise<Empty> {
  await changeOrder(orders, accountId, orderId, (order) => {
    const voiding = { now: clock.now(), refundDueAt };
    if (order.returnLabel?.purchaseId === purchaseId)
      return clearingReturn(order, order.returnLabel, voiding);
    return order.label?.purchaseId === purchaseId ? clearing(order, order.label, voiding) : undefined;
  });
  return {};
}

interface Voiding {
  now: Date;
  refundDueAt?: Date | undefined;
}

const recordsVoided = (order: Order, { purchaseId }: OrderLabel, { now, refundDueAt }: Voiding) =>
  withVoided(order, purchaseId, { voidedAt: now, ...(refundDueAt && { refundDueAt }) });

/** Removes a voided return label. The return continues, and another return label may be bought. */
function clearingReturn(order: Order, label: OrderLabel, voiding: Voiding): OrderChange {
  const { status } = order;
  const to = 'ReturnLabelRefunded';
  return {
    fields: {
      status: allows(status, to, 'return_label_voided') ? to : status,
      returnLabel: undefined,
      boughtLabels: recordsVoided(order, label, voiding),
    },
  };
}

/**
 * Records that the refund of a voided label is on the balance, so that reports count it. A repeated call changes
 * nothing.
 */
export async function noteRefund(
  { orders, clock }: Ports,
  { accountId, orderId, purchaseId }: NoteRefundRequest,
): Promise<Empty> {
  await changeOrder(orders, accountId, orderId, (order) => {
    const labels = withRefunded(order, purchaseId, clock.now());
    return labels && { fields: { boughtLabels: labels } };
  });
  return {};
}

function clearing(order: Order, label: OrderLabel, voiding: Voiding): OrderChange {
  const { now } = voiding;
  const { accountId, orderId, status, storeFulfillment } = order;
  return {
    fields: {
      status: allows(status, 'ChooseShipping', 'label_voided') ? 'ChooseShipping' : status,
      label: undefined,
      boughtLabels: recordsVoided(order, label, voiding),
      trackingNumber: undefined,
      trackingUrl: undefined,
      inTransitDate: undefined,
      shippingCostCents: undefined,
      pickupId: undefined,
      pickupAt: undefined,
      // Specification, get_label: the answer links to the voided label, because somebody may still have this label.
      staleRawLabelUrl: label.rawLabelUrl,
      staleFormUrl: label.formUrl,
      staleReceiptUrl: label.receiptUrl,
      ...(storeFulfillment
        ? { storeFulfillment: { state: 'withdrawing', purchaseId: label.purchaseId, at: now } }
        : {}),
    },
    events: [
      createOutboxEntry(
        labelVoided,
        { eventId: `label_voided:${label.purchaseId}`, accountId, occurredAt: now },
        { accountId, orderId, label },
      ),
      ...(storeFulfillment ? [writeBackEvent(order, now)] : []),
    ],
  };
}
