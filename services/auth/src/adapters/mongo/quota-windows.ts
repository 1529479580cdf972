import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Db, Filter, IndexDescription } from 'mongodb';

interface Use {
  id: string;
  at: Date;
}

/**
 * The times at which one network or account last used one quota. `_id` is a hash of the quota and the network or
 * account.
 */
interface WindowDocument {
  _id: string;
  v: 1;
  /** Oldest first; at most the quota's limit. */
  uses: Use[];
  expiresAt: Date;
}

const COLLECTION = 'quota_windows';

export const quotaWindowIndexes: Record<string, readonly IndexDescription[]> = {
  // MongoDB removes expired documents with a delay. Until then, the old uses in a document are not counted, because
  // each use is stored with its time.
  [COLLECTION]: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/**
 * Stores the time of each use of a quota. A counter that starts again every hour would be simpler, but a caller could
 * use the whole limit just before the hour and again just after it. Each use is one conditional update, so the limit is
 * exact for any number of processes. The writes do not wait for a majority, so a crash can lose a few uses.
 */
export function createQuotaWindows(db: Db) {
  const collection = db.collection<WindowDocument>(COLLECTION, { writeConcern: { w: 1, j: false } });

  const findFull = async (key: string, limit: number, since: Date, latest: Date) => {
    const document = await collection.findOne({ _id: key }, { projection: { uses: 1 } });
    const counted = (document?.uses ?? []).filter(({ at }) => at > since && at <= latest);
    // Returns the use at position `limit` from the end: when it is too old to count, the next use is allowed. The
    // window may have more uses than the limit if the operator has reduced the quota.
    return counted[counted.length - limit];
  };

  return {
    /**
     * Counts one use if the limit allows it, in one atomic operation. Otherwise returns when the next use is allowed.
     */
    use: async (
      key: string,
      { limit, seconds }: { limit: number; seconds: number },
      now: Date,
    ): Promise<{ counted: true; id: string } | { counted: false; roomAt: Date }> => {
      const since = new Date(now.getTime() - seconds * 1_000);
      // A use in the future was written by a wrong clock and is not counted.
      const latest = latestPossible(now, 0);
      const use: Use = { id: randomBytes(9).toString('base64url'), at: now };
      const room = {
        $or: [
          { [`uses.${limit - 1}`]: { $exists: false } },
          { 'uses.at': { $lte: since } },
          { 'uses.at': { $gt: latest } },
        ],
      } as Filter<WindowDocument>;
      for (;;) {
        try {
          const update = adding(use, { since, latest }, { limit, seconds });
          await collection.updateOne({ _id: key, ...room }, update, { upsert: true });
          return { counted: true, id: use.id };
        } catch (error) {
          // A document exists, but the update's filter did not match it. Either the limit is reached, or another
          // process has just stored the first use.
          if (!isDuplicateKey(error, ['_id'])) throw error;
        }
        const oldest = await findFull(key, limit, since, latest);
        if (oldest) return { counted: false, roomAt: new Date(oldest.at.getTime() + seconds * 1_000) };
      }
    },
    release: async (key: string, id: string): Promise<void> => {
      await collection.updateOne({ _id: key }, { $pull: { uses: { id } } });
    },
    forget: async (key: string): Promise<void> => {
      await collection.deleteOne({ _id: key });
    },
  };
}

export type QuotaWindows = ReturnType<typeof createQuotaWindows>;

/**
 * Removes the uses that no longer count, and adds this use. If the operator has reduced the quota, only the newest uses
 * up to the new limit are kept.
 */
function adding(
  use: Use,
  { since, latest }: { since: Date; latest: Date },
  { limit, seconds }: { limit: number; seconds: number },
) {
  const counts = { $and: [{ $gt: ['$$this.at', since] }, { $not: [{ $gt: ['$$this.at', latest] }] }] };
  const counted = { $filter: { input: { $ifNull: ['$uses', []] }, cond: counts } };
  return [
    {
      $set: {
        v: 1,
        uses: { $slice: [{ $concatArrays: [counted, [{ $literal: use }]] }, -limit] },
        expiresAt: new Date(use.at.getTime() + seconds * 1_000),
      },
    },
  ];
}
