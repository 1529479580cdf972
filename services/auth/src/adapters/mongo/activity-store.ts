import { createBatchLoader } from '@parcelyard/service-kit/batch-loader';
import { failedWrites } from '@parcelyard/service-kit/mongo/failed-writes';
import type { AnyBulkWriteOperation, Collection, Db, Filter, IndexDescription } from 'mongodb';
import {
  type ActivityBeginning,
  type ActivityEnd,
  type ActivityEntry,
  type Actor,
  KEPT_DAYS,
  placeOf,
} from '../../domain/activity';

interface ActivityDocument extends ActivityEntry {
  /** `<account>:<request id>`, because one request is one action. */
  _id: string;
  v: 1;
  place: string;
}

export interface ActivityQuery {
  actor?: Actor | undefined;
  action?: string | undefined;
  /** The page has the entries before this position. If absent, the page has the newest entries. */
  before?: string | undefined;
  limit: number;
}

const COLLECTION = 'activity';
const MAX_BATCH = 100;

export const activityIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    // One index for each filter, so a page of the log reads only the entries that it shows.
    { key: { accountId: 1, place: 1 } },
    { key: { accountId: 1, actor: 1, place: 1 } },
    { key: { accountId: 1, action: 1, place: 1 } },
    { key: { at: 1 }, expireAfterSeconds: KEPT_DAYS * 86_400 },
  ],
};

/**
 * Stores the activity log. Each write waits for a majority of the database's members. If the write of an action's
 * beginning fails, the action is refused: no action may happen without a log entry.
 */
export function createActivityStore(db: Db) {
  const collection = db.collection<ActivityDocument>(COLLECTION);
  const key = (accountId: number, requestId: string) => ({ _id: `${accountId}:${requestId}`, accountId });
  // An action has two writes: its beginning and its end. Writes that wait at the same time are sent in one command.
  const write = createBatchLoader({ send: writeAll(collection), maxBatch: MAX_BATCH, maxInFlight: 1 });
  return {
    /** Writes the beginning of an action. A beginning that is already stored stays unchanged. */
    begin: async (beginning: ActivityBeginning): Promise<void> => {
      const { accountId: _, ...written } = beginning;
      const $setOnInsert = { v: 1 as const, ...written, place: placeOf(beginning) };
      const filter = key(beginning.accountId, beginning.requestId);
      orThrow(await write({ updateOne: { filter, update: { $setOnInsert }, upsert: true } }));
    },
    /** Writes the end of an action. Only the first end is stored. */
    end: async (accountId: number, requestId: string, { subject, ...end }: ActivityEnd): Promise<void> => {
      const about = Object.entries(subject).map(([name, value]) => [`subject.${name}`, value]);
      const filter = { ...key(accountId, requestId), outcome: { $exists: false } };
      orThrow(
        await write({ updateOne: { filter, update: { $set: { ...end, ...Object.fromEntries(about) } } } }),
      );
    },
    /** Newest first. */
    list: async (accountId: number, { actor, action, before, limit }: ActivityQuery) => {
      const filter: Filter<ActivityDocument> = {
        accountId,
        ...(actor && { actor }),
        ...(action !== undefined && { action }),
        ...(before !== undefined && { place: { $lt: before } }),
      };
      return collection.find(filter).sort({ place: -1 }).limit(limit).toArray();
    },
  };
}

type ActivityWrite = AnyBulkWriteOperation<ActivityDocument>;

/** Writes all entries in one command. Returns one item per entry: its error, or undefined. */
const writeAll =
  (collection: Collection<ActivityDocument>) =>
  async (writes: ActivityWrite[]): Promise<(Error | undefined)[]> => {
    const failures: (Error | undefined)[] = writes.map(() => undefined);
    try {
      await collection.bulkWrite(writes, { ordered: false });
    } catch (error) {
      const failed = failedWrites(error);
      // If the command itself failed, or was not confirmed by a majority, any entry may be lost. So all writes fail.
      if (!failed) throw error;
      // A duplicate key means that the same beginning was written at the same moment, so this is no failure.
      for (const { index, isDuplicate, message } of failed)
        if (!isDuplicate) failures[index] = new Error(message);
    }
    return failures;
  };

function orThrow(failure: Error | undefined): void {
  if (failure) throw failure;
}

export type ActivityStore = ReturnType<typeof createActivityStore>;
