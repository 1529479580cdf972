import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, Filter, IndexDescription } from 'mongodb';
import type { BudgetWindows } from '../../ports';

interface Use {
  id: string;
  at: Date;
}

/** The newest uses of one budget by one network or account; `_id` is a hash of which. Small, short-lived, unsharded. */
interface WindowDocument {
  _id: string;
  v: 1;
  /** Oldest first, as many as the budget has at most. */
  uses: Use[];
  expiresAt: Date;
}

const COLLECTION = 'budget_windows';

export const budgetWindowIndexes: Record<string, readonly IndexDescription[]> = {
  // Only tidies up; whether a use counts is decided by its time.
  [COLLECTION]: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/**
 * A window slides: it holds the times of its uses, so that there is no seam at which twice as many would pass. As many
 * are counted as there is room for, and no more, however many processes count: one conditional update a use. A refused
 * one writes nothing. Like the counts of tokens these wait for no majority: all that a crash can lose is a few uses.
 */
export function createBudgetWindows(db: Db): BudgetWindows {
  const collection = db.collection<WindowDocument>(COLLECTION, { writeConcern: { w: 1, j: false } });

  const findFull = async (key: string, limit: number, since: Date) => {
    const document = await collection.findOne({ _id: key }, { projection: { uses: 1 } });
    const counted = (document?.uses ?? []).filter(({ at }) => at > since);
    // Of more than fit, because the budget was larger before, so many have to go until there is room.
    return counted.at(counted.length - limit);
  };

  return {
    use: async (key, { limit, seconds }, now) => {
      const since = new Date(now.getTime() - seconds * 1_000);
      const use: Use = { id: randomBytes(9).toString('base64url'), at: now };
      const room = {
        $or: [{ [`uses.${limit - 1}`]: { $exists: false } }, { 'uses.0.at': { $lte: since } }],
      } as Filter<WindowDocument>;
      for (;;) {
        try {
          await collection.updateOne({ _id: key, ...room }, adding(use, since, seconds), { upsert: true });
          return { counted: true, id: use.id };
        } catch (error) {
          // The document is there and does not match: the window is full, unless another first use made it meanwhile.
          if (!isDuplicateKey(error, ['_id'])) throw error;
        }
        const oldest = await findFull(key, limit, since);
        if (oldest) return { counted: false, roomAt: new Date(oldest.at.getTime() + seconds * 1_000) };
      }
    },
    giveBack: async (key, id) => {
      await collection.updateOne({ _id: key }, { $pull: { uses: { id } } });
    },
    forget: async (key) => {
      await collection.deleteOne({ _id: key });
    },
  };
}

/** Forgets what no longer counts, then adds the use. */
function adding(use: Use, since: Date, seconds: number) {
  const counted = { $filter: { input: { $ifNull: ['$uses', []] }, cond: { $gt: ['$$this.at', since] } } };
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
