import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { EVERY_SUBJECT, subjectOf } from './message';

export const STREAM = 'PARCELYARD_EVENTS';

const DAY_MS = 86_400_000;
const CONSUMER_NOT_FOUND = 10_014;
const STREAM_NOT_FOUND = 10_059;
/** No peers for a placement, and replicas asked of a server that is in no cluster. */
const NO_PLACE: readonly number[] = [10_005, 10_074];

/**
 * Milliseconds without an acknowledgement or a sign of life after which an event comes again. Consumers give signs of
 * life while they work, so it may be short: it is how long an event waits whose consumer, or whose answer, died.
 */
export const ACK_WAIT_MS = 10_000;

/** The cluster cannot hold as many copies as were asked for. */
export class TooManyReplicas extends Error {
  constructor(replicas: number, cause: Error) {
    super(`Bad configuration. NATS_REPLICAS: the servers cannot keep ${replicas} copies (${cause.message})`, {
      cause,
    });
    this.name = 'TooManyReplicas';
  }
}

/**
 * Creates the stream, or gives it this number of replicas; its consumers have as many. An operator may have made it with
 * limits of their own. It remembers ids for two minutes only: consumers deduplicate for ever.
 * @param replicas one for a new stream, and as many as it has, when undefined
 * @throws TooManyReplicas
 */
export async function ensureStream(manager: JetStreamManager, replicas?: number): Promise<void> {
  try {
    await haveStream(manager, replicas);
  } catch (error) {
    if (error instanceof JetStreamApiError && NO_PLACE.includes(error.code)) {
      throw new TooManyReplicas(replicas ?? 1, error);
    }
    throw error;
  }
}

async function haveStream(manager: JetStreamManager, replicas: number | undefined): Promise<void> {
  const present = await unlessMissing(manager.streams.info(STREAM), STREAM_NOT_FOUND);
  if (present) {
    if (replicas === undefined || present.config.num_replicas === replicas) return;
    await manager.streams.update(STREAM, { num_replicas: replicas });
    return;
  }
  await manager.streams.add({
    name: STREAM,
    subjects: [EVERY_SUBJECT],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(30 * DAY_MS),
    duplicate_window: nanos(120_000),
    num_replicas: replicas ?? 1,
  });
}

/**
 * Creates one durable pull consumer unless it exists. One a type: servers before 2.10 allow a consumer one subject.
 * Deliveries are not limited here, because the consumer must still be asked when it is time to write the dead letter.
 */
export async function ensureConsumer(
  manager: JetStreamManager,
  name: string,
  type: string,
): Promise<ConsumerInfo> {
  const present = await unlessMissing(manager.consumers.info(STREAM, name), CONSUMER_NOT_FOUND);
  if (present) return present;
  return manager.consumers.add(STREAM, {
    durable_name: name,
    filter_subject: subjectOf(type),
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    deliver_policy: DeliverPolicy.All,
    max_deliver: -1,
    // A delayed repetition counts as unacknowledged: a storm of failures must not block what is well.
    max_ack_pending: 10_000,
  });
}

export const consumerName = (durable: string, type: string): string =>
  `${durable}__${type.replaceAll('.', '_')}`;

async function unlessMissing<T>(look: Promise<T>, missing: number): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === missing) return undefined;
    throw error;
  }
}
