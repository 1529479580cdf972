import { setTimeout as pause } from 'node:timers/promises';
import { type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Subscription, SubscriptionOptions } from '../bus';
import { PoisonedEvent } from '../poisoned-event';
import { redeliveryDelay } from '../redelivery-delay';
import { ACK_WAIT_MS, consumerName, ensureConsumer, ensureStream, STREAM } from './ensure-stream';
import { toEnvelope } from './message';
import type { NatsLink } from './nats-link';

interface Options {
  link: NatsLink;
  logger: Logger;
  type: string;
  subscription: SubscriptionOptions;
  redeliveryDelayMs?: ((attempt: number) => number) | undefined;
}

/** How long one request for events stays with the server, and how often it says that it is alive meanwhile. */
const PULL_MS = 30_000;
const PULSE_MS = 5_000;
const RETRY_MS = 500;

/** Pulls one durable's events of one type until stopped; makes the stream and the consumer anew whenever they are gone. */
export function consumeSubject(options: Options): Subscription {
  const { link, logger, type, subscription } = options;
  const { durable, concurrency = 8 } = subscription;
  const name = consumerName(durable, type);
  const underWay = new Map<JsMsg, Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let interrupt: () => void = () => undefined;

  // A handler may take longer than the server's patience.
  const pulse = setInterval(() => {
    for (const message of underWay.keys()) message.working();
  }, ACK_WAIT_MS / 3);

  const take = (message: JsMsg) => {
    const work = deliver(message, options).finally(() => underWay.delete(message));
    underWay.set(message, work);
  };

  const pull = async () => {
    const connection = await link.connected(signal);
    const manager = await jetstreamManager(connection, { checkAPI: false });
    await ensureStream(manager);
    await ensureConsumer(manager, name, type);
    const consumer = await jetstream(connection).consumers.get(STREAM, name);
    while (!signal.aborted && link.current()) {
      if (underWay.size >= concurrency) await Promise.race(underWay.values());
      const batch = await consumer.fetch({
        max_messages: concurrency - underWay.size,
        expires: PULL_MS,
        idle_heartbeat: PULSE_MS,
      });
      interrupt = () => batch.stop();
      if (signal.aborted) batch.stop();
      for await (const message of batch) take(message);
    }
  };

  const run = async () => {
    while (!signal.aborted) {
      try {
        await pull();
      } catch (error) {
        if (signal.aborted) return;
        logger.debug({ consumer: name, err: error }, 'pulling events failed');
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  const forget = link.onLost(() => interrupt());
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      forget();
      interrupt();
      await running;
      await Promise.all(underWay.values());
      clearInterval(pulse);
    },
  };
}

async function deliver(message: JsMsg, options: Options): Promise<void> {
  const { logger, subscription, redeliveryDelayMs = redeliveryDelay } = options;
  const attempt = message.info.deliveryCount;
  const envelope = toEnvelope(message);
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
      answer = () => message.nak(redeliveryDelayMs(attempt));
    }
  }
  try {
    answer();
  } catch (error) {
    // The connection is gone for good; the server delivers the event again.
    logger.debug({ durable, eventId, type, err: error }, 'event not answered');
  }
}
