import type { Empty } from '@parcelyard/contracts/common';
import type { AttachLabelRequest } from '@parcelyard/contracts/orders';
import { labelPurchased } from '@parcelyard/events/event-type';
import { createOutboxEntry } from '@parcelyard/events/outbox-entry';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OrderChange, OrderStore } from '../adapters/mongo/order-store';
import type { Order } from '../domain/order';
import { boughtLabels, type OrderLabel, toLabel, toRecord } from '../domain/order-label';
import { returnLabelled } from '../domain/order-return';
import { storeOrderOf } from '../domain/platforms/write-back';
import { changeOrder } from './change-order';
import { writeBackEvent } from './platforms/write-back/write-back-event';

/**
 * Puts a bought label on its order: sets the label and the status PrintLabel, removes the lock and writes the event,
 * all in one update. With a return label, the status is WaitingForReturn. A repeated call changes nothing.
 * @throws DomainError `failed_precondition` when this purchase has not locked the order
 */
export async function attachLabel(
  { orders, clock }: { orders: OrderStore; clock: Clock },
  { accountId, orderId, label: bought, forReturn = false }: AttachLabelRequest,
): Promise<Empty> {
  const label = toLabel(bought);
  const decide = (order: Order) => {
    const attached = forReturn ? order.returnLabel : order.label;
    if (attached?.purchaseId === label.purchaseId) return undefined;
    if (attached || order.lockedBy !== label.purchaseId) {
      throw new DomainError('failed_precondition', 'order_not_held', {
        orderId,
        purchaseId: label.purchaseId,
      });
    }
    return forReturn ? { fields: returnLabelled(order, label) } : labelling(order, label, clock.now());
  };
  await changeOrder(orders, accountId, orderId, decide);
  return {};
}

function labelling(order: Order, label: OrderLabel, now: Date): OrderChange {
  const { accountId, orderId } = order;
  const labelGeneration = order.labelGeneration + 1;
  const isFromStore = storeOrderOf(order) !== undefined;
  return {
    fields: {
      status: 'PrintLabel',
      label,
      boughtLabels: [...boughtLabels(order), toRecord(order, label)],
      trackingNumber: label.trackingNumber,
      trackingUrl: label.trackingUrl,
      shippingCostCents: label.costCents,
      shipDate: label.purchasedAt,
      labelGeneration,
      lockedBy: undefined,
      staleRawLabelUrl: undefined,
      staleFormUrl: undefined,
      staleReceiptUrl: undefined,
      ...(isFromStore
        ? { storeFulfillment: { state: 'pending', purchaseId: label.purchaseId, at: now } }
        : {}),
    },
    events: [
      createOutboxEntry(
        labelPurchased,
        { eventId: `label_purchased:${orderId}:${labelGeneration}`, accountId, occurredAt: now },
        { accountId, orderId, label },
      ),
      ...(isFromStore ? [writeBackEvent(order, now)] : []),
    ],
  };
}
