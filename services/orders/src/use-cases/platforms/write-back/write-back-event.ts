import { writeBackDue } from '@parcelyard/events/event-type';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { OrderChange } from '../../../adapters/mongo/order-store';
import type { Order } from '../../../domain/order';
import { unsettledMove } from '../../../domain/platforms/store-state';

/** Leaves with the change of an order that its store is to be told of, or asked for. */
export const writeBackEvent = ({ accountId, orderId, version }: Order, occurredAt: Date): OutboxEntry =>
  createOutboxEntry(
    writeBackDue,
    { eventId: `write_back:${orderId}:${version + 1}`, accountId, occurredAt },
    { accountId, orderId },
  );

/** The change, with the event by which its store is asked anew where the order then stands elsewhere than its store said. */
export function withQuestion(order: Order, fields: OrderChange['fields'], now: Date): OrderChange {
  const asks = unsettledMove({ ...order, ...fields } as Order) !== undefined;
  return { fields, ...(asks ? { events: [writeBackEvent(order, now)] } : {}) };
}
