import { unlessTaken } from '@parcelyard/service-kit/mongo/unless-taken';
import type { Db, Filter, IndexDescription } from 'mongodb';
import {
  type ActivityBeginning,
  type ActivityEnd,
  type ActivityEntry,
  type Actor,
  KEPT_DAYS,
  placeOf,
} from '../../domain/activity';

interface ActivityDocument extends ActivityEntry {
  /** `<account>:<request id>`: one request is one action. */
  _id: string;
  v: 1;
  place: string;
}

/** The search filter; at most one of actor and action. */
export interface ActivityQuery {
  actor?: Actor | undefined;
  action?: string | undefined;
  /** The page starts after this place, towards older entries; absent: at the newest. */
  before?: string | undefined;
  limit: number;
}

const COLLECTION = 'activity';

export const activityIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    // One index per filter, so that a page costs only its own rows.
    { key: { accountId: 1, place: 1 } },
    { key: { accountId: 1, actor: 1, place: 1 } },
    { key: { accountId: 1, action: 1, place: 1 } },
    { key: { at: 1 }, expireAfterSeconds: KEPT_DAYS * 86_400 },
  ],
};

/** Entries wait for a majority and the journal: an action without a trace is worse than a refused one. */
export function createActivityStore(db: Db) {
  const collection = db.collection<ActivityDocument>(COLLECTION);
  const key = (accountId: number, requestId: string) => ({ _id: `${accountId}:${requestId}`, accountId });
  return {
    /** Keeps an existing beginning unchanged. */
    begin: async (beginning: ActivityBeginning): Promise<void> => {
      const { accountId, requestId } = beginning;
      const place = placeOf(beginning);
      await unlessTaken(collection.insertOne({ ...key(accountId, requestId), v: 1, ...beginning, place }), [
        '_id',
      ]);
    },
    /** The first end counts. */
    end: async (accountId: number, requestId: string, { subject, ...end }: ActivityEnd): Promise<void> => {
      const about = Object.entries(subject).map(([name, value]) => [`subject.${name}`, value]);
      await collection.updateOne(
        { ...key(accountId, requestId), outcome: { $exists: false } },
        { $set: { ...end, ...Object.fromEntries(about) } },
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

export type ActivityStore = ReturnType<typeof createActivityStore>;
