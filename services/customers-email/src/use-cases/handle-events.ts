import type { LabelPrinted, OrderCreated, OrderReassigned } from '@parcelyard/contracts/events';
import { PoisonedEvent } from '@parcelyard/events/poisoned-event';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { CustomerOrders } from '../adapters/mongo/customer-orders';
import type { MessageStore } from '../adapters/mongo/message-store';
import type { createReassignOrder } from '../adapters/mongo/reassign-order';

/** Counts an order for its customer. A repeated event changes nothing, even if it comes very late. */
export async function countOrder(
  { orders }: { orders: CustomerOrders },
  { accountId, orderId, customerId, date }: OrderCreated,
): Promise<void> {
  if (!date) throw new PoisonedEvent('The order has no date.');
  await orders.count({ accountId, orderId, customerId, date });
}

/** Counts an order for its new customer. A repeated or late event changes nothing. */
export async function recountOrder(
  reassign: ReturnType<typeof createReassignOrder>,
  { accountId, orderId, customerId, date, version }: OrderReassigned,
): Promise<void> {
  if (!date) throw new PoisonedEvent('The order has no date.');
  await reassign({ accountId, orderId, customerId, date, version });
}

/** Queues one message per label, even if the event comes several times. */
export function queueLabelPrintedMail(
  { messages, clock }: { messages: MessageStore; clock: Clock },
  { accountId, purchaseId, recipientEmail, ...event }: LabelPrinted,
): Promise<void> {
  const { orderNumber, recipientName, carrier, method, trackingNumber, trackingUrl, postalAddress } = event;
  return messages.queue({
    accountId,
    messageId: `label_printed:${purchaseId}`,
    kind: 'label_printed',
    recipient: recipientEmail,
    news: { orderNumber, recipientName, carrier, method, trackingNumber, trackingUrl, postalAddress },
    status: 'queued',
    attempts: 0,
    createdAt: clock.now(),
  });
}
