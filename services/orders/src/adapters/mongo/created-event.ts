import { orderCreated } from '@parcelyard/events/order-created';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { Order } from '../../domain/order';

/** What a new order tells the others; nothing when it belongs to no customer record. */
export function createdEvents({ accountId, orderId, customerId, date, createdAt }: Order): OutboxEntry[] {
  if (customerId === 0) return [];
  const identity = { eventId: `order_created:${orderId}`, accountId, occurredAt: createdAt };
  return [createOutboxEntry(orderCreated, identity, { accountId, orderId, customerId, date })];
}
