import { setTimeout as pause } from 'node:timers/promises';
import { type ConsumerMessages, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { millis, nanos } from '@nats-io/transport-node';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { EventEnvelope, Subscription, SubscriptionOptions } from '../bus';
import { Places } from '../places';
import { PoisonedEvent } from '../poisoned-event';
import { redeliveryDelay } from '../redelivery-delay';
import type { DeploymentStream } from './deployment-stream';
import { ACK_WAIT_MS, consumerName, ensureConsumer, ensureStream, RefusedStream } from './ensure-stream';
import { toEnvelope } from './message';
import type { NatsLink } from './nats-link';

interface Options {
  link: NatsLink;
  stream: DeploymentStream;
  logger: Logger;
  subscription: SubscriptionOptions;
  replicas: number | undefined;
  redeliveryDelayMs?: ((attempt: number) => number) | undefined;
}

/**
 * `PULL_MS`: how long one request for events waits at the server. `HEARTBEAT_MS`: how often the server sends a
 * heartbeat during this wait.
 */
const PULL_MS = 30_000;
const HEARTBEAT_MS = 5_000;
const RETRY_MS = 500;

/**
 * Pulls the events of one type for one consumer until stopped. If the stream or the consumer no longer exists, creates
 * it again.
 */
export function consumeSubject(options: Options): Subscription {
  const { link, stream, logger, subscription, replicas } = options;
  const { durable, type, concurrency = 8 } = subscription;
  const name = consumerName(durable, type);
  const underWay = new Set<JsMsg>();
  let onFree: () => void = () => undefined;
  const places = new Places(concurrency, () => onFree());
  const stopping = new AbortController();
  /**
   * The time at which the server created the consumer. When a server has lost its data, a new consumer with the same
   * name is created, which counts its messages from 1 again.
   */
  let createdAt = '';

  const take = (message: JsMsg, consumerCreatedAt: string) => {
    const isAnswerable = () => createdAt === consumerCreatedAt;
    const envelope = toEnvelope(message, stream);
    if (places.isSlow(envelope.accountId)) {
      redeliverLater(message, options);
      return;
    }
    underWay.add(message);
    const delivered = deliver(message, envelope, isAnswerable, options);
    places.take(
      envelope.accountId,
      delivered.finally(() => underWay.delete(message)),
    );
  };

  /** Waits until a place is free or the session has ended. Resolves to the number of free places. */
  const freePlaces = async (session: AbortSignal) => {
    while (places.free === 0 && !session.aborted) {
      await new Promise<void>((resolve) => {
        onFree = resolve;
      });
    }
    return places.free;
  };

  const pull = async (session: AbortSignal) => {
    const connection = await link.connected(session);
    const manager = await jetstreamManager(connection, { checkAPI: false });
    await ensureStream(manager, stream, replicas);
    const { created, config } = await ensureConsumer(manager, stream, name, type);
    const consumer = await jetstream(connection).consumers.get(stream.name, name);
    session.throwIfAborted();
    createdAt = created;
    let batch: ConsumerMessages | undefined;
    session.addEventListener('abort', () => {
      batch?.stop();
      // Ends this session's wait for a free place. Otherwise the wait could last forever, because the next session
      // replaces `onFree`.
      onFree();
    });
    // Sends heartbeats for running handlers, because a handler may take longer than the server waits for an
    // acknowledgement. An operator may have changed this time.
    const heartbeat = setInterval(
      () => {
        if (link.current()) for (const message of underWay) message.working();
      },
      millis(config.ack_wait ?? nanos(ACK_WAIT_MS)) / 3,
    );
    try {
      while (!session.aborted) {
        const max_messages = await freePlaces(session);
        if (session.aborted) break;
        batch = await consumer.fetch({ max_messages, expires: PULL_MS, idle_heartbeat: HEARTBEAT_MS });
        if (session.aborted) batch.stop();
        for await (const message of batch) take(message, created);
      }
    } finally {
      clearInterval(heartbeat);
    }
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      const lost = new AbortController();
      const forget = link.onLost(() => lost.abort(new Error('The event bus was lost.')));
      const session = AbortSignal.any([stopping.signal, lost.signal]);
      try {
        // When a server is lost, its answer to the request for events never comes, and the request would time out only
        // much later. So this code waits for the request only until the session ends.
        await Promise.race([pull(session), untilAborted(session)]);
      } catch (error) {
        if (stopping.signal.aborted) return;
        const level = error instanceof RefusedStream ? 'error' : 'debug';
        logger[level]({ consumer: name, err: error }, 'pulling events failed');
        await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      } finally {
        forget();
        lost.abort();
      }
    }
  };

  const running = run();
  return {
    stop: async () => {
      stopping.abort(new Error('The subscription was stopped.'));
      await running;
      await places.settled();
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Makes the server deliver the event again, after a longer delay each time. */
const redeliverLater = (message: JsMsg, { redeliveryDelayMs = redeliveryDelay }: Options): void =>
  message.nak(redeliveryDelayMs(message.info.deliveryCount));

async function deliver(
  message: JsMsg,
  envelope: EventEnvelope,
  isAnswerable: () => boolean,
  options: Options,
): Promise<void> {
  const { logger, subscription } = options;
  const attempt = message.info.deliveryCount;
  const { durable, handle } = subscription;
  const { eventId, type } = envelope;
  let answer = () => message.ack();
  try {
    await handle(envelope, { attempt });
  } catch (error) {
    if (error instanceof PoisonedEvent) {
      answer = () => message.term();
    } else {
      logger.warn({ durable, eventId, type, attempt, err: error }, 'event failed');
      answer = () => redeliverLater(message, options);
    }
  }
  // An acknowledgement to a deleted consumer could acknowledge another event, because the new consumer may use the same
  // number.
  if (!isAnswerable()) return;
  try {
    answer();
  } catch (error) {
    // The connection is closed permanently and this answer is lost, so the server delivers the event again.
    logger.debug({ durable, eventId, type, err: error }, 'event not answered');
  }
}
