import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { clockDifference } from '@parcelyard/service-kit/diagnosis/clock-difference';
import type { BusDescription } from '../bus';
import type { DeploymentStream } from './deployment-stream';

/** With this many copies, events stay available when one server is lost. */
const SAFE_REPLICAS = 3;
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/**
 * Describes the server, the deployment's name and the number of copies of the stream.
 * @throws Error that says what to do, when NATS cannot be reached, its clock is wrong, or a cluster stores fewer than
 * three copies
 */
export async function describeCluster(
  connection: NatsConnection | undefined,
  { name, deployment }: DeploymentStream,
): Promise<BusDescription> {
  if (!connection) throw new Error('NATS cannot be reached');
  const { version = '', cluster } = connection.info ?? {};
  const askedAt = new Date();
  const { config, created, ts } = await (await jetstreamManager(connection)).streams.info(name);
  const { num_replicas: replicas } = config;
  const copies = replicas === 1 ? '1 copy' : `${replicas} copies`;
  if (cluster !== undefined && replicas < SAFE_REPLICAS) {
    throw new Error(`${copies} of each event is too few in a cluster: set NATS_REPLICAS=${SAFE_REPLICAS}`);
  }
  requireSameTime(ts, askedAt, new Date());
  const alone = cluster === undefined ? ', one server without a cluster' : '';
  return {
    text: `NATS ${version}, deployment ${deployment}, ${copies} of each event${alone}`,
    stream: `${name} ${created}`,
  };
}

/**
 * Compares the server's clock with this machine's clock, because a server whose clock is ahead removes events too
 * early.
 * @param serverTime the server's time, which it read between `askedAt` and `answeredAt`; servers before 2.10 do not
 * report it
 * @throws Error that says what to do, when the clocks differ
 */
export function requireSameTime(serverTime: string | undefined, askedAt: Date, answeredAt: Date): void {
  if (serverTime === undefined) return;
  const ahead = -clockDifference(new Date(serverTime), askedAt, answeredAt);
  if (Math.abs(ahead) <= MAX_CLOCK_DIFFERENCE_MS) return;
  const away = `${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead < 0 ? 'behind' : 'ahead of'}`;
  throw new Error(`the clock of NATS is ${away} this machine's: synchronize both with NTP`);
}
