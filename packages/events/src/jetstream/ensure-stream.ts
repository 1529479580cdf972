import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { addressIn, type DeploymentStream } from './deployment-stream';

const DAY_MS = 86_400_000;
const CONSUMER_NOT_FOUND = 10_014;
const STREAM_NOT_FOUND = 10_059;
const SUBJECTS_OVERLAP = 10_065;
/**
 * The server's error codes for too many replicas: the cluster has too few servers (10,005), or the server is in no
 * cluster (10,074).
 */
const NO_PLACE: readonly number[] = [10_005, 10_074];

/**
 * Milliseconds without an acknowledgement or a heartbeat after which an event is delivered again. Consumers send
 * heartbeats while they work, so the time may be short. An event waits this long when its consumer died or when its
 * acknowledgement was lost.
 */
export const ACK_WAIT_MS = 10_000;

/** Thrown when the servers can be reached, but cannot do what the configuration requires. */
export class RefusedStream extends Error {
  constructor(variable: string, rule: string, cause?: Error) {
    super(`Bad configuration. ${variable}: ${rule}`, { cause });
    this.name = 'RefusedStream';
  }
}

export const tooManyReplicas = (replicas: number, cause: Error): RefusedStream =>
  new RefusedStream('NATS_REPLICAS', `the servers cannot store ${replicas} copies (${cause.message})`, cause);

/**
 * Creates the stream, or gives the existing stream this number of replicas. The stream's consumers get the same number.
 * An operator may have created the stream with other limits. The stream remembers the ids of events for only two
 * minutes, but consumers recognise duplicates at any time.
 * @param replicas when undefined: one for a new stream, otherwise the present number
 * @throws RefusedStream
 */
export async function ensureStream(
  manager: JetStreamManager,
  stream: DeploymentStream,
  replicas?: number,
): Promise<void> {
  try {
    await createOrUpdateStream(manager, stream, replicas);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    if (NO_PLACE.includes(error.code)) throw tooManyReplicas(replicas ?? 1, error);
    if (error.code === SUBJECTS_OVERLAP) {
      const rule = `another stream of this NATS account uses subjects of ${stream.everySubject}; choose another name`;
      throw new RefusedStream('DEPLOYMENT_NAME', rule, error);
    }
    throw error;
  }
}

/**
 * Returns the deployment's stream, if it exists.
 * @throws RefusedStream when the stream belongs to another deployment
 */
export async function findOwnStream(
  manager: JetStreamManager,
  stream: DeploymentStream,
): Promise<StreamInfo | undefined> {
  const present = await unlessMissing(manager.streams.info(stream.name), STREAM_NOT_FOUND);
  if (!present) return undefined;
  const { subjects, description } = present.config;
  if (subjects.length !== 1 || subjects[0] !== stream.everySubject) {
    const rule = `the stream ${stream.name} in this NATS account has other subjects than ${stream.everySubject}; choose another name`;
    throw new RefusedStream('DEPLOYMENT_NAME', rule);
  }
  const other = addressIn(description);
  if (other !== undefined && stream.address !== undefined && other !== stream.address) {
    const rule = `in this NATS account, "${stream.deployment}" is the name of the deployment at ${other}, but this deployment is at ${stream.address}; choose another name (for an address that changed, see "NATS" in docs/deploying.md)`;
    throw new RefusedStream('DEPLOYMENT_NAME', rule);
  }
  return present;
}

async function createOrUpdateStream(
  manager: JetStreamManager,
  stream: DeploymentStream,
  replicas: number | undefined,
): Promise<void> {
  const present = await findOwnStream(manager, stream);
  if (present) {
    if (replicas === undefined || present.config.num_replicas === replicas) return;
    await manager.streams.update(stream.name, { num_replicas: replicas });
    return;
  }
  await manager.streams.add({
    name: stream.name,
    description: stream.description,
    subjects: [stream.everySubject],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(30 * DAY_MS),
    duplicate_window: nanos(120_000),
    num_replicas: replicas ?? 1,
  });
}

/**
 * Creates a durable pull consumer unless it exists. Each event type has its own consumer, because servers before 2.10
 * allow a consumer only one subject. The number of deliveries is not limited here: to write a dead letter, the consumer
 * must get the event once more.
 */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: DeploymentStream,
  name: string,
  type: string,
): Promise<ConsumerInfo> {
  const present = await unlessMissing(manager.consumers.info(stream.name, name), CONSUMER_NOT_FOUND);
  if (present) return present;
  return manager.consumers.add(stream.name, {
    durable_name: name,
    filter_subject: stream.subjectOf(type),
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    deliver_policy: DeliverPolicy.All,
    max_deliver: -1,
    // Maximum unacknowledged events of a consumer, including events that wait for a delayed redelivery. At this number,
    // no new event is delivered. The number is high, so that failures do not block other events. So many unacknowledged
    // events take 34 MB of the server's memory.
    max_ack_pending: 100_000,
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
