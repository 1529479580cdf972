import { currentRequestId } from '@parcelyard/service-kit/tracing/request-id';
import { currentTraceparent } from '@parcelyard/service-kit/tracing/traced';
import { Binary } from 'mongodb';
import type { EventEnvelope } from './bus';
import type { EventType } from './event-type';

/** One event in the `outbox` array of the document whose change caused it. */
export interface OutboxEntry {
  readonly eventId: string;
  readonly type: string;
  readonly accountId: number;
  readonly occurredAt: Date;
  readonly payload: Binary;
  /** W3C trace context of the change, where there was one. */
  readonly traceparent?: string;
  /** Of the outside request that made the change, where one did. */
  readonly requestId?: string;
}

/** A document that may carry events still to be published. */
export interface OutboxDocument {
  accountId: number;
  outbox?: OutboxEntry[];
}

interface Identity {
  /** Deterministic, such as `label_purchased:<orderId>:<generation>`. */
  eventId: string;
  accountId: number;
  occurredAt: Date;
}

/** Push it in the same update as the state change: `$push: { outbox: createOutboxEntry(…) }`. */
export function createOutboxEntry<T>(
  type: EventType<T>,
  { eventId, accountId, occurredAt }: Identity,
  data: T,
): OutboxEntry {
  if (eventId === '') throw new Error(`An event of type ${type.name} needs an id.`);
  const payload = new Binary(type.message.encode(data).finish());
  const traceparent = currentTraceparent();
  const requestId = currentRequestId();
  return {
    eventId,
    type: type.name,
    accountId,
    occurredAt,
    payload,
    ...(traceparent !== undefined && { traceparent }),
    ...(requestId !== undefined && { requestId }),
  };
}

export function toEnvelope(entry: OutboxEntry): EventEnvelope {
  const { payload, ...rest } = entry;
  return { ...rest, payload: payload.value() };
}
