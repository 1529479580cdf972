import { writeBackDue } from '@parcelyard/events/event-type';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { OrderChange } from '../../../adapters/mongo/order-store';
import type { Order } from '../../../domain/order';
import { unsettledMove } from '../../../domain/platforms/store-state';

/** Returns the event that is written with a change when the order's store is to be notified or asked. */
export const writeBackEvent = ({ accountId, orderId, version }: Order, occurredAt: Date): OutboxEntry =>
  createOutboxEntry(
    writeBackDue,
    { eventId: `write_back:${orderId}:${version + 1}`, accountId, occurredAt },
    { accountId, orderId },
  );

/**
 * Returns the change. If the order then differs from the store's last report, the change also has an event that makes
 * this service ask the store again.
 */
export function askingStoreAgain(order: Order, fields: OrderChange['fields'], now: Date): OrderChange {
  const asks = unsettledMove({ ...order, ...fields } as Order) !== undefined;
  return { fields, ...(asks ? { events: [writeBackEvent(order, now)] } : {}) };
}
