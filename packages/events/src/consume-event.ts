import { type Clock, systemClock } from '@parcelyard/service-kit/clock';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import { isDatabaseAway } from '@parcelyard/service-kit/mongo/is-database-away';
import { servingRequest } from '@parcelyard/service-kit/tracing/request-id';
import { traced } from '@parcelyard/service-kit/tracing/traced';
import { MongoError, MongoServerError } from 'mongodb';
import type { Bus, EventEnvelope, Subscription } from './bus';
import type { DeadLetters } from './dead-letters';
import type { EventType } from './event-type';
import { PoisonedEvent } from './poisoned-event';

interface Options<T> {
  durable: string;
  type: EventType<T>;
  /**
   * Handles an event, and resolves only when all its changes are committed. An event may come more than once, so the
   * handler must be idempotent: for example, its write has the event's id in a unique index. Throw `PoisonedEvent` for
   * an event that can never succeed.
   */
  handle(data: T, envelope: EventEnvelope): Promise<void>;
  deadLetters: DeadLetters;
  logger: Logger;
  /**
   * An event is given up after it has caused this many failures; 10 when absent, which takes a little over two minutes.
   * Failures because of an outage do not count.
   */
  maxAttempts?: number;
  clock?: Clock;
  concurrency?: number;
}

/**
 * The age, in milliseconds, from which an event becomes a dead letter when its handler fails because of an outage. A
 * younger event is delivered again. Without this limit, the bus would delete the event after 30 days, and nobody would
 * notice.
 */
const MAX_OUTAGE_MS = 14 * 86_400_000;

/** Starts a typed consumer: it decodes and handles events, and moves poisoned events to the dead letters. */
export async function consumeEvent<T>(bus: Bus, options: Options<T>): Promise<Subscription> {
  const { durable, type, deadLetters, logger, concurrency } = options;
  const handle = (envelope: EventEnvelope) =>
    traced(`consume ${type.name}`, 'consumer', envelope.traceparent, () =>
      options.handle(decode(type, envelope), envelope),
    );
  const handleOrGiveUp = async (envelope: EventEnvelope) => {
    try {
      await handle(envelope);
    } catch (error) {
      const attempts = await givesUpAfter(options, envelope, error);
      if (attempts === undefined) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      await deadLetters.add(durable, envelope, attempts, reason);
      const { eventId } = envelope;
      logger.error({ durable, eventId, type: type.name, attempts, err: error }, 'event given up');
      throw error instanceof PoisonedEvent ? error : new PoisonedEvent(reason, { cause: error });
    }
  };
  const unregister = deadLetters.register(durable, handle);
  const subscription = await bus.subscribe({
    durable,
    type: type.name,
    concurrency,
    handle: (envelope) => servingRequest(envelope.requestId, () => handleOrGiveUp(envelope)),
  });
  return {
    stop: async () => {
      unregister();
      await subscription.stop();
    },
  };
}

/**
 * Returns the number of failures if the event is given up now; undefined if it is delivered again. Only failures that
 * the event itself causes count, on all replicas together. During an outage, returns 0 if the event is older than
 * `MAX_OUTAGE_MS`, otherwise undefined. If a failure cannot be recorded, returns undefined.
 */
async function givesUpAfter<T>(
  { durable, deadLetters, maxAttempts = 10, clock = systemClock }: Options<T>,
  envelope: EventEnvelope,
  error: unknown,
): Promise<number | undefined> {
  if (isOutage(error)) {
    const age = clock.now().getTime() - envelope.occurredAt.getTime();
    return age > MAX_OUTAGE_MS ? 0 : undefined;
  }
  const failures = await deadLetters.countFailure(durable, envelope).catch(() => undefined);
  if (error instanceof PoisonedEvent) return failures ?? 1;
  return failures !== undefined && failures >= maxAttempts ? failures : undefined;
}

const AWAY: readonly ErrorCode[] = ['unavailable', 'deadline_exceeded'];

/** A server marks an error with one of these labels when the same statement may succeed later. */
const RETRYABLE_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'];

/**
 * Returns whether a handler failed because a dependency could not be reached. The event does not cause such a failure.
 */
function isOutage(error: unknown): boolean {
  if (error instanceof DomainError && AWAY.includes(error.code)) return true;
  if (isDatabaseAway(error)) return true;
  // When the MongoDB server answers with an error without one of these labels, the statement caused the error. All
  // other errors of the MongoDB driver are about the connection.
  if (error instanceof MongoServerError && RETRYABLE_LABELS.some((label) => error.hasErrorLabel(label)))
    return true;
  if (error instanceof MongoError && !(error instanceof MongoServerError)) return true;
  return error instanceof Error && error.cause !== undefined && isOutage(error.cause);
}

function decode<T>(type: EventType<T>, { payload, accountId }: EventEnvelope): T {
  if (accountId < 1) throw new PoisonedEvent('The event belongs to no account.');
  try {
    return type.message.decode(payload);
  } catch (error) {
    throw new PoisonedEvent(`The payload is no ${type.name}.`, { cause: error });
  }
}
