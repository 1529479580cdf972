import type { JsMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import type { EventEnvelope } from '../bus';
import type { DeploymentStream } from './deployment-stream';

const ACCOUNT = 'Parcelyard-Account';
const OCCURRED_AT = 'Parcelyard-Occurred-At';
const TRACEPARENT = 'traceparent';
const REQUEST_ID = 'X-Request-Id';
const EVENT_ID = 'Nats-Msg-Id';

/**
 * Returns the fields of an envelope except its payload and its id. The client sends the id as the deduplication header.
 */
export function toHeaders({ accountId, occurredAt, traceparent, requestId }: EventEnvelope): MsgHdrs {
  const result = headers();
  result.set(ACCOUNT, String(accountId));
  result.set(OCCURRED_AT, occurredAt.toISOString());
  if (traceparent !== undefined) result.set(TRACEPARENT, traceparent);
  if (requestId !== undefined) result.set(REQUEST_ID, requestId);
  return result;
}

/**
 * Returns the envelope of a stored message. A message whose headers are missing or wrong was not sent by our relay. It
 * gets account 0, which no account has, so the consumer gives it up. Its id is made from its position in the stream.
 */
export function toEnvelope(message: JsMsg, { typeOf }: DeploymentStream): EventEnvelope {
  const { headers: given, info, subject, data } = message;
  const accountId = Number(given?.get(ACCOUNT));
  const occurredAt = new Date(given?.get(OCCURRED_AT) ?? '');
  const eventId = given?.get(EVENT_ID) ?? '';
  const traceparent = given?.get(TRACEPARENT);
  const requestId = given?.get(REQUEST_ID);
  const ours = Number.isSafeInteger(accountId) && !Number.isNaN(occurredAt.getTime()) && eventId !== '';
  return {
    eventId: ours ? eventId : `${info.stream}:${info.streamSequence}`,
    type: typeOf(subject),
    accountId: ours ? accountId : 0,
    occurredAt: ours ? occurredAt : new Date(info.timestampNanos / 1e6),
    payload: data,
    ...(traceparent && { traceparent }),
    ...(requestId && { requestId }),
  };
}
