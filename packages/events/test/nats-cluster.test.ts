import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { type NatsCluster, startNatsCluster } from '@parcelyard/testing/start-nats-cluster';
import { startNatsServer } from '@parcelyard/testing/start-nats-server';
import type { Bus } from '../src/bus';
import { connectBus } from '../src/connect-bus';
import { labelPrinted } from '../src/event-type';
import { deploymentStream } from '../src/jetstream/deployment-stream';
import { anEvent } from './event-message';

/** Elections, and redeliveries after a server was killed, take several waits of ten seconds on a busy machine. */
const PATIENCE_MS = 100_000;
jest.setTimeout(240_000);

const deployment = { DEPLOYMENT_NAME: 'test' };
const stream = deploymentStream(deployment);
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const open = async (natsUrl: string, NATS_REPLICAS?: number): Promise<Bus> => {
  const nats = { ...deployment, ...(NATS_REPLICAS !== undefined && { NATS_REPLICAS }) };
  const bus = await connectBus({ natsUrl, nats, logger: silentLogger });
  closers.push(bus.close);
  return bus;
};

async function streamOf(url: string) {
  const admin = await connect({ servers: url.split(','), maxReconnectAttempts: -1 });
  try {
    const manager = await jetstreamManager(admin);
    const { config, cluster } = await manager.streams.info(stream.name);
    const consumers = await manager.consumers.list(stream.name).next();
    const groups = [cluster, ...consumers.map((consumer) => consumer.cluster)];
    return { replicas: config.num_replicas, leader: cluster?.leader ?? '', groups };
  } finally {
    await admin.close();
  }
}

/** Starts a cluster and waits until its JetStream has a leader and accepts a stream. */
async function aCluster(): Promise<NatsCluster> {
  const cluster = await startNatsCluster();
  closers.push(cluster.stop);
  await eventually(async () => {
    const admin = await connect({ servers: cluster.url.split(',') });
    try {
      await (await jetstreamManager(admin)).getAccountInfo();
    } finally {
      await admin.close();
    }
  }, PATIENCE_MS);
  return cluster;
}

it("a stream of one replica gets three, and then events survive the loss of the leader's disk", async () => {
  const cluster = await aCluster();
  await eventually(async () => {
    await open(cluster.url);
    expect((await streamOf(cluster.url)).replicas).toBe(1);
  }, PATIENCE_MS);
  const bus = await open(cluster.url, 3);
  // This connection does not ask for a number of replicas, so the stream keeps its three replicas.
  await open(cluster.url);
  expect((await streamOf(cluster.url)).replicas).toBe(3);
  const handled = new Set<string>();
  let published = 0;
  /** Publishes like a relay: repeats until the bus has stored the event. */
  const publish = async () => {
    published += 1;
    await eventually(() => bus.publish(anEvent(published)), PATIENCE_MS);
  };
  const listen = () =>
    bus.subscribe({
      durable: 'cluster',
      type: labelPrinted.name,
      handle: async ({ eventId }) => void handled.add(eventId),
    });
  const allHandled = () => eventually(() => expect(handled.size).toBe(published), PATIENCE_MS);
  const node = (name: string) => cluster.nodes.get(name)!;
  const untilInStep = () =>
    eventually(async () => {
      for (const group of (await streamOf(cluster.url)).groups) {
        expect(group?.leader ?? '').not.toBe('');
        const whole = group?.replicas?.filter(
          ({ current, offline, lag = 0 }) => current && !offline && lag === 0,
        );
        expect(whole).toHaveLength(2);
      }
      // The stored events are counted, because a server that lost its disk reports itself as current before it has
      // fetched the data from the other servers.
      for (const server of cluster.nodes.values())
        expect(await server.countStored(stream.name)).toBe(published);
    }, PATIENCE_MS);

  const first = await listen();
  await publish();
  await allHandled();
  await first.stop();

  // No consumer runs, so an event that is published now exists only on the servers.
  await publish();
  await untilInStep();
  const { leader } = await streamOf(cluster.url);
  await node(leader).kill();
  await node(leader).wipe();
  await publish();
  await node(leader).restart();
  await untilInStep();

  // The test kills no second server at the same time. A killed server may lack data that it had not written to disk, so
  // three copies do not protect an event when two of three servers are killed at once.
  await listen();
  await allHandled();
  expect(handled.size).toBe(3);
});

it('a number of replicas above the number of servers is refused at start with its variable', async () => {
  const server = await startNatsServer();
  closers.push(server.stop);
  await expect(open(server.url, 3)).rejects.toThrow(/^Bad configuration. NATS_REPLICAS: .* 3 copies/);
  await open(server.url);
  await expect(open(server.url, 3)).rejects.toThrow(/^Bad configuration. NATS_REPLICAS: .* 3 copies/);
});
