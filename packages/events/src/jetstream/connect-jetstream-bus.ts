import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { NatsVariables } from '@parcelyard/service-kit/config';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Bus, Subscription } from '../bus';
import { checkCluster } from './check-cluster';
import { consumeSubject } from './consume-subject';
import { deploymentStream } from './deployment-stream';
import { describeCluster } from './describe-cluster';
import { consumerName, ensureStream, findOwnStream } from './ensure-stream';
import { toHeaders } from './message';
import { openNatsLink } from './nats-link';
import { natsOptions } from './nats-options';
import { readFills } from './read-fills';

interface Options {
  natsUrl: string;
  nats?: NatsVariables & { BASE_URL?: string };
  logger: Logger;
  /** Milliseconds before an event is delivered again after a failed attempt. */
  redeliveryDelayMs?: (attempt: number) => number;
}

/** Milliseconds that the server has to store an event. */
const PUBLISH_TIMEOUT_MS = 5_000;

const managerOf = (connection: NatsConnection) => jetstreamManager(connection, { checkAPI: false });

/**
 * Connects to the bus over NATS JetStream, with servers from 2.9 on. If a server or its data is lost, the bus continues
 * when a server can be reached again.
 */
export async function connectJetStreamBus(options: Options): Promise<Bus> {
  const { natsUrl, nats = {}, logger, redeliveryDelayMs } = options;
  const replicas = nats.NATS_REPLICAS;
  const stream = deploymentStream(nats);
  const link = openNatsLink(natsOptions(natsUrl, nats), logger);
  try {
    await checkCluster(link, nats, stream, logger);
  } catch (error) {
    await link.close();
    throw error;
  }
  const subscriptions = new Set<Subscription>();
  const consumers = new Set<string>();
  let closed = false;
  let client: { connection: NatsConnection; jetstream: Promise<JetStreamClient> } | undefined;

  /**
   * Returns a client after a check that the stream belongs to this deployment. The check at the start is not enough,
   * because the servers may have been unreachable then.
   */
  const clientOf = (connection: NatsConnection): Promise<JetStreamClient> => {
    if (client?.connection === connection) return client.jetstream;
    const made = managerOf(connection)
      .then((manager) => findOwnStream(manager, stream))
      .then(() => jetstream(connection));
    client = { connection, jetstream: made };
    made.catch(() => {
      if (client?.jetstream === made) client = undefined;
    });
    return made;
  };

  return {
    isConnected: () => link.current() !== undefined,
    describe: () => describeCluster(link.current(), stream),
    fills: async () => {
      const connection = link.current();
      if (!connection) throw new Error('The event bus is out of reach.');
      return readFills(await managerOf(connection), stream, [...consumers]);
    },
    publish: async (envelope) => {
      const connection = link.current();
      if (!connection) throw new Error('The event bus is out of reach.');
      const send = async () => {
        await (await clientOf(connection)).publish(stream.subjectOf(envelope.type), envelope.payload, {
          msgID: envelope.eventId,
          headers: toHeaders(envelope),
          expect: { streamName: stream.name },
          timeout: PUBLISH_TIMEOUT_MS,
        });
      };
      try {
        await send();
      } catch (error) {
        if (!link.current()) throw error;
        // When a publish fails on a live connection, the usual reason is that the stream does not exist yet or was
        // deleted.
        await ensureStream(await managerOf(connection), stream, replicas);
        await send();
      }
    },
    subscribe: async (subscription) => {
      if (closed) throw new Error('The event bus is closed.');
      consumers.add(consumerName(subscription.durable, subscription.type));
      const consuming = { link, stream, logger, subscription, replicas, redeliveryDelayMs };
      const { stop } = consumeSubject(consuming);
      const known: Subscription = {
        stop: async () => {
          subscriptions.delete(known);
          await stop();
        },
      };
      subscriptions.add(known);
      return known;
    },
    close: async () => {
      closed = true;
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await link.close();
    },
  };
}
