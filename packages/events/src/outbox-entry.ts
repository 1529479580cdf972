import { currentRequestId } from '@parcelyard/service-kit/tracing/request-id';
import { currentTraceparent } from '@parcelyard/service-kit/tracing/traced';
import { Binary } from 'mongodb';
import type { EventEnvelope } from './bus';
import type { EventType } from './event-type';

/** One event in the `outbox` array of the document whose change caused it. */
export interface OutboxEntry extends Omit<EventEnvelope, 'payload'> {
  readonly payload: Binary;
}

export interface OutboxDocument {
  accountId: number;
  outbox?: OutboxEntry[];
}

/** Creates an entry. Push it in the same update as the state change: `$push: { outbox: createOutboxEntry(…) }`. */
export function createOutboxEntry<T>(
  type: EventType<T>,
  { eventId, accountId, occurredAt }: Pick<EventEnvelope, 'eventId' | 'accountId' | 'occurredAt'>,
  data: T,
): OutboxEntry {
  if (eventId === '') throw new Error(`An event of type ${type.name} needs an id.`);
  return {
    eventId,
    type: type.name,
    accountId,
    occurredAt,
    payload: new Binary(type.message.encode(data).finish()),
    traceparent: currentTraceparent(),
    requestId: currentRequestId(),
  };
}

export function toEnvelope(entry: OutboxEntry): EventEnvelope {
  const { payload, ...rest } = entry;
  return { ...rest, payload: payload.value() };
}
