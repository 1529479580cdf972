import { writeBackDue } from '@parcelyard/events/event-type';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { OrderChange } from '../../../adapters/mongo/order-store';
import type { Order } from '../../../domain/order';
import { unsettledMove } from '../../../domain/platforms/store-state';

/**
 * Returns the event that makes the write-back due: this service then tells the order's store about the label, or asks
 * the store for the order.
 */
export const writeBackEvent = ({ accountId, orderId, version }: Order, occurredAt: Date): OutboxEntry =>
  createOutboxEntry(
    writeBackDue,
    { eventId: `write_back:${orderId}:${version + 1}`, accountId, occurredAt },
    { accountId, orderId },
  );

/**
 * Returns the change of the order. If the store's last report would change the order's status after this change, an
 * event is added that makes this service ask the store again.
 */
export function askingStoreAgain(order: Order, fields: OrderChange['fields'], now: Date): OrderChange {
  const asks = unsettledMove({ ...order, ...fields } as Order) !== undefined;
  return { fields, ...(asks ? { events: [writeBackEvent(order, now)] } : {}) };
}
