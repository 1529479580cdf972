import { writeBackDue } from '@parcelyard/events/event-type';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { Order } from '../../../domain/order';

/** Leaves with the change of an order that its store is to be told of. */
export const writeBackEvent = ({ accountId, orderId, version }: Order, occurredAt: Date): OutboxEntry =>
  createOutboxEntry(
    writeBackDue,
    { eventId: `write_back:${orderId}:${version + 1}`, accountId, occurredAt },
    { accountId, orderId },
  );
