import type {
  DeadLetter as DeadLetterMessage,
  DeadLetterRef,
  Empty,
  ListDeadLettersRequest,
  ListDeadLettersResponse,
} from '@parcelyard/contracts/common';
import { type Clock, systemClock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { ensureIndexes, HISTORY_DAYS, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { Binary, type Db, ObjectId } from 'mongodb';
import type { EventEnvelope } from './bus';

/** An event that a consumer gave up, with the number of failures that the event caused. */
export type DeadLetter = DeadLetterMessage & { occurredAt: Date; failedAt: Date };

interface DeadLetterDocument extends DeadLetter {
  payload: Binary;
}

type Handler = (envelope: EventEnvelope) => Promise<void>;

/** Events that the consumers of one service gave up, stored until an operator replays them. */
export interface DeadLetters {
  /** Stores a dead letter. A second call for the same consumer and event stores the newer reason. */
  add(consumer: string, envelope: EventEnvelope, attempts: number, reason: string): Promise<void>;
  /** Records that a consumer failed on an event. Returns how often it has failed so far. */
  countFailure(consumer: string, envelope: EventEnvelope): Promise<number>;
  /** Returns the newest 100 dead letters of an account; with account 0, of all accounts. */
  list(accountId: number): Promise<DeadLetter[]>;
  /**
   * Returns at most 100 dead letters, oldest first, for reading all in pages: `after` is '', then `next` of the page
   * before. A dead letter that is replayed meanwhile moves no other one to another page.
   */
  page(accountId: number, after: string): Promise<{ deadLetters: DeadLetter[]; next: string | undefined }>;
  count(): Promise<number>;
  /**
   * Sends a dead letter to its consumer again, in this process. The dead letter is removed when the consumer succeeds.
   * @throws DomainError `not_found`, or `failed_precondition` when the consumer fails again or does not run in this
   * process
   */
  replay(key: DeadLetterRef): Promise<void>;
  /**
   * Registers the function that handles a consumer's events. `replay` calls this function. Returns a function that
   * removes it.
   */
  register(consumer: string, handle: Handler): () => void;
}

interface FailuresDocument extends DeadLetterRef {
  failures: number;
  lastAt: Date;
}

const COLLECTION = 'dead_letters';
const FAILURES = 'event_failures';
const MOST_LISTED = 100;
/** Failures are stored for as long as the bus stores an event. */
const FAILURES_KEPT_DAYS = 30;

export async function createDeadLetters(db: Db, clock: Clock = systemClock): Promise<DeadLetters> {
  await ensureIndexes(db, {
    [COLLECTION]: [
      { key: { accountId: 1, consumer: 1, eventId: 1 }, unique: true, name: 'one_per_event' },
      { key: { failedAt: -1 }, name: 'newest' },
      { key: { accountId: 1, failedAt: -1 }, name: 'newest_of_account' },
      keptDays('failedAt', HISTORY_DAYS),
    ],
    [FAILURES]: [
      { key: { accountId: 1, consumer: 1, eventId: 1 }, unique: true, name: 'one_per_event' },
      keptDays('lastAt', FAILURES_KEPT_DAYS),
    ],
  });
  const collection = db.collection<DeadLetterDocument>(COLLECTION);
  const failures = db.collection<FailuresDocument>(FAILURES);
  const handlers = new Map<string, Handler>();
  return {
    countFailure: async (consumer, { accountId, eventId }) => {
      const counted = await failures.findOneAndUpdate(
        { accountId, consumer, eventId },
        { $inc: { failures: 1 }, $set: { lastAt: clock.now() } },
        { upsert: true, returnDocument: 'after' },
      );
      return counted?.failures ?? 1;
    },
    add: async (consumer, { eventId, type, accountId, occurredAt, payload }, attempts, reason) => {
      const failedAt = clock.now();
      await collection.updateOne(
        { accountId, consumer, eventId },
        { $set: { type, occurredAt, failedAt, attempts, reason, payload: new Binary(payload) } },
        { upsert: true },
      );
    },
    list: (accountId) =>
      collection
        .find(accountId === 0 ? {} : { accountId }, { projection: { _id: 0, payload: 0 } })
        .sort({ failedAt: -1 })
        .limit(MOST_LISTED)
        .toArray(),
    page: async (accountId, after) => {
      const found = await collection
        .find(
          {
            ...(accountId === 0 ? {} : { accountId }),
            ...(after === '' ? {} : { _id: { $gt: new ObjectId(after) } }),
          },
          { projection: { payload: 0 } },
        )
        .sort({ _id: 1 })
        .limit(MOST_LISTED)
        .toArray();
      const next = found.length < MOST_LISTED ? undefined : found.at(-1)?._id.toHexString();
      return { deadLetters: found.map(({ _id, ...letter }) => letter), next };
    },
    count: () => collection.estimatedDocumentCount(),
    replay: async (key) => {
      const letter = await collection.findOne(key);
      const { eventId, consumer } = key;
      if (!letter) throw new DomainError('not_found', 'no_dead_letter', { eventId, consumer });
      const handle = handlers.get(consumer);
      if (!handle) throw new DomainError('failed_precondition', 'consumer_not_here', { consumer });
      const { type, accountId, occurredAt } = letter;
      try {
        await handle({ eventId, type, accountId, occurredAt, payload: letter.payload.value() });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const params = { eventId, cause: reason };
        throw new DomainError('failed_precondition', 'event_failed_again', params, { cause: error });
      }
      await collection.deleteOne({ ...key, failedAt: letter.failedAt });
    },
    register: (consumer, handle) => {
      handlers.set(consumer, handle);
      return () => {
        if (handlers.get(consumer) === handle) handlers.delete(consumer);
      };
    },
  };
}

/**
 * Creates the RPCs with which operators list and replay dead letters. Every service that consumes events has these
 * RPCs.
 */
export const createDeadLetterHandlers = (deadLetters: Pick<DeadLetters, 'list' | 'page' | 'replay'>) => ({
  listDeadLetters: async ({ accountId, after }: ListDeadLettersRequest): Promise<ListDeadLettersResponse> => {
    if (after === undefined) return { deadLetters: await deadLetters.list(accountId), nextAfter: '' };
    const { deadLetters: page, next = '' } = await deadLetters.page(accountId, after);
    return { deadLetters: page, nextAfter: next };
  },
  replayDeadLetter: async ({ accountId, consumer, eventId }: DeadLetterRef): Promise<Empty> => {
    await deadLetters.replay({ accountId, consumer, eventId });
    return {};
  },
});
