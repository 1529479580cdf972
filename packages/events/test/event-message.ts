import { LabelPrinted } from '@parcelyard/contracts/events';
import type { EventEnvelope } from '../src/bus';
import { labelPrinted } from '../src/event-type';
import { createOutboxEntry, type OutboxEntry, toEnvelope } from '../src/outbox-entry';

const OCCURRED_AT = new Date('2026-03-02T15:00:00.000Z');

export function anEntry(orderId: number, eventId = `label_printed:${orderId}:1`): OutboxEntry {
  const data = LabelPrinted.decode(new Uint8Array());
  const identity = { eventId, accountId: 7, occurredAt: OCCURRED_AT };
  return createOutboxEntry(labelPrinted, identity, { ...data, accountId: 7, orderId });
}

export const anEvent = (orderId: number, eventId?: string): EventEnvelope =>
  toEnvelope(anEntry(orderId, eventId));
