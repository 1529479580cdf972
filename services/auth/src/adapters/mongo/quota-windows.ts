import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Db, Filter, IndexDescription } from 'mongodb';

interface Use {
  id: string;
  at: Date;
}

/**
 * The newest uses of one quota by one network or account; `_id` is a hash of quota and network or account. Small,
 * short-lived, unsharded.
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
  // The index only removes old documents. Whether a use counts depends on its own time.
  [COLLECTION]: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/**
 * A sliding window: it stores the time of each use. With fixed minutes, twice the limit could be used around the end of
 * a minute. The limit is exact across processes: each use is one conditional update, and a refused use writes nothing.
 * Like token counts, the writes do not wait for a majority, so a crash can lose a few uses.
 */
export function createQuotaWindows(db: Db) {
  const collection = db.collection<WindowDocument>(COLLECTION, { writeConcern: { w: 1, j: false } });

  const findFull = async (key: string, limit: number, since: Date, latest: Date) => {
    const document = await collection.findOne({ _id: key }, { projection: { uses: 1 } });
    const counted = (document?.uses ?? []).filter(({ at }) => at > since && at <= latest);
    // After the quota was lowered, a window can hold more uses than the limit.
    return counted.at(counted.length - limit);
  };

  return {
    /** Counts one use if there is room, in one atomic operation. Otherwise returns when there will be room. */
    use: async (
      key: string,
      { limit, seconds }: { limit: number; seconds: number },
      now: Date,
    ): Promise<{ counted: true; id: string } | { counted: false; roomAt: Date }> => {
      const since = new Date(now.getTime() - seconds * 1_000);
      // A use in the future was written by a wrong clock and does not count.
      const latest = latestPossible(now, 0);
      const use: Use = { id: randomBytes(9).toString('base64url'), at: now };
      const room = {
        $or: [
          { [`uses.${limit - 1}`]: { $exists: false } },
          { 'uses.0.at': { $lte: since } },
          { 'uses.at': { $gt: latest } },
        ],
      } as Filter<WindowDocument>;
      for (;;) {
        try {
          await collection.updateOne({ _id: key, ...room }, adding(use, { since, latest }, seconds), {
            upsert: true,
          });
          return { counted: true, id: use.id };
        } catch (error) {
          // The document exists and does not match. Either the window is full, or another first use has just created
          // it.
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

/** Removes the uses that no longer count and adds this one. */
function adding(use: Use, { since, latest }: { since: Date; latest: Date }, seconds: number) {
  const counts = { $and: [{ $gt: ['$$this.at', since] }, { $not: [{ $gt: ['$$this.at', latest] }] }] };
  const counted = { $filter: { input: { $ifNull: ['$uses', []] }, cond: counts } };
  return [
    {
      $set: {
        v: 1,
        uses: { $concatArrays: [counted, [{ $literal: use }]] },
        expiresAt: new Date(use.at.getTime() + seconds * 1_000),
      },
    },
  ];
}
