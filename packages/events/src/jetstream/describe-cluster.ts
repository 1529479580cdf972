import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { DeploymentStream } from './deployment-stream';

/** Enough for the loss of one server. */
const SAFE_REPLICAS = 3;

/** The server, the deployment's name and the stream's copies. @throws Error with what to do where a cluster keeps fewer than it could */
export async function describeCluster(
  connection: NatsConnection | undefined,
  { name, deployment }: DeploymentStream,
): Promise<string> {
  if (!connection) throw new Error('NATS is out of reach');
  const { version = '', cluster } = connection.info ?? {};
  const { config } = await (await jetstreamManager(connection)).streams.info(name);
  const { num_replicas: replicas } = config;
  const copies = replicas === 1 ? '1 copy' : `${replicas} copies`;
  if (cluster !== undefined && replicas < SAFE_REPLICAS) {
    throw new Error(`${copies} of each event in a cluster: set NATS_REPLICAS=${SAFE_REPLICAS}`);
  }
  return `NATS ${version}, deployment ${deployment}, ${copies} of each event${cluster === undefined ? ', a server by itself' : ''}`;
}
