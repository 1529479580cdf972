import type { Db, IndexDescription } from 'mongodb';

/** The indexes of one service by collection; created at start by the owner, a no-op when they exist. */
export type IndexPlan = Readonly<Record<string, readonly IndexDescription[]>>;

export async function ensureIndexes(db: Db, plan: IndexPlan): Promise<void> {
  for (const [collection, indexes] of Object.entries(plan)) {
    if (indexes.length > 0) await db.collection(collection).createIndexes([...indexes]);
  }
}
