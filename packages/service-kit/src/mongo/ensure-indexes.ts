import type { Db, IndexDescription } from 'mongodb';
import { rememberIndex } from './index-keys';

const DAY_S = 86_400;

/**
 * Returns an index that removes each document `days` days after the time in `field`. A document without the field is
 * never removed. docs/operations.md lists all such indexes.
 */
export const keptDays = (field: string, days: number): IndexDescription => ({
  key: { [field]: 1 },
  name: 'kept',
  expireAfterSeconds: days * DAY_S,
});

/** Data that people may ask for later is stored for this many days, about thirteen months. */
export const HISTORY_DAYS = 400;

/** The indexes of one service by collection. The service creates missing indexes when it starts. */
export type IndexPlan = Readonly<Record<string, readonly IndexDescription[]>>;

export async function ensureIndexes(db: Db, plan: IndexPlan): Promise<void> {
  for (const [collection, indexes] of Object.entries(plan)) {
    for (const index of indexes) rememberIndex(collection, index);
    if (indexes.length > 0) await db.collection(collection).createIndexes([...indexes]);
  }
}
