import type { Clock } from '@parcelyard/service-kit/clock';
import { systemClock } from '@parcelyard/service-kit/clock';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Db } from 'mongodb';

interface InboxDocument {
  accountId: number;
  consumer: string;
  eventId: string;
  /** Absent while a handler works on it. */
  doneAt?: Date;
  leaseUntil: Date;
}

interface Event {
  readonly accountId: number;
  readonly eventId: string;
}

/** Which events a consumer has handled, for ever: the bus itself forgets after two minutes. */
export interface Inbox {
  /**
   * Runs `work` unless this consumer has done it before; remembers it when `work` resolves.
   * @returns false when it had been done before
   * @throws InboxBusy when another delivery of the same event is being handled right now
   */
  once(event: Event, work: () => Promise<void>): Promise<boolean>;
}

/** The same event is under way elsewhere; it comes again later. */
export class InboxBusy extends Error {
  constructor(eventId: string) {
    super(`Event ${eventId} is being handled by another delivery.`);
    this.name = 'InboxBusy';
  }
}

interface Options {
  clock?: Clock;
  /** Milliseconds after which an event whose handler vanished may be tried again. */
  leaseMs?: number;
}

const COLLECTION = 'inbox';

/**
 * An inbox for one consumer. A handler that is killed half-way runs again after the lease, so its own writes must bear
 * repetition; everything short of a crash runs exactly once.
 */
export async function createInbox(db: Db, consumer: string, options: Options = {}): Promise<Inbox> {
  const { clock = systemClock, leaseMs = 30_000 } = options;
  await ensureIndexes(db, {
    [COLLECTION]: [{ key: { accountId: 1, consumer: 1, eventId: 1 }, unique: true, name: 'once' }],
  });
  const collection = db.collection<InboxDocument>(COLLECTION);
  return {
    once: async ({ accountId, eventId }, work) => {
      const key = { accountId, consumer, eventId };
      const claimed = await claim(collection, key, clock.now(), leaseMs);
      if (!claimed) return false;
      const held = { ...key, leaseUntil: claimed };
      const renewal = setInterval(async () => {
        const leaseUntil = new Date(clock.now().getTime() + leaseMs);
        const renewed = await collection.updateOne(held, { $set: { leaseUntil } }).catch(() => undefined);
        if (renewed?.matchedCount === 1) held.leaseUntil = leaseUntil;
      }, leaseMs / 3);
      try {
        await work();
      } catch (error) {
        // Best effort: without it the event waits for the lease to expire.
        await collection.deleteOne({ ...held, doneAt: { $exists: false } }).catch(() => undefined);
        throw error;
      } finally {
        clearInterval(renewal);
      }
      await collection.updateOne(key, { $set: { doneAt: clock.now() } });
      return true;
    },
  };
}

type Key = Pick<InboxDocument, 'accountId' | 'consumer' | 'eventId'>;

/** The lease that this delivery now holds, or undefined when the event was handled before. */
async function claim(
  collection: Collection<InboxDocument>,
  key: Key,
  now: Date,
  leaseMs: number,
): Promise<Date | undefined> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  try {
    await collection.insertOne({ ...key, leaseUntil });
    return leaseUntil;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const expired = { ...key, doneAt: { $exists: false }, leaseUntil: { $lt: now } };
  if (await collection.findOneAndUpdate(expired, { $set: { leaseUntil } })) return leaseUntil;
  const present = await collection.findOne(key);
  if (present?.doneAt) return undefined;
  throw new InboxBusy(key.eventId);
}
