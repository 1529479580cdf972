import type { AccountId } from '@parcelyard/service-kit/ids';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, IndexDescription } from 'mongodb';
import type { AllowanceEntry, AllowancePosition } from '../../domain/allowance';
import type { MonthKey } from '../../domain/billing-month';

/** Inserted once and never changed. */
type EntryDocument = Omit<AllowanceEntry, 'id'> & { _id: string; v: 1 };

const COLLECTION = 'marketing_allowance';

/**
 * The unique `_id` refuses an entry that is inserted a second time. This index refuses a second entry with the same
 * position.
 */
export const allowanceIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { accountId: 1, seq: 1 }, unique: true }],
};

const NEVER = { seq: 0, month: '' as MonthKey, used: 0 };

export type AllowanceStore = ReturnType<typeof createAllowanceStore>;

/** Stores how many marketing e-mails each campaign took from the plan's monthly allowance. */
export function createAllowanceStore(db: Db) {
  const collection = db.collection<EntryDocument>(COLLECTION);
  return {
    position: async (accountId: AccountId): Promise<AllowancePosition> => {
      const last = await collection.findOne(
        { accountId },
        { sort: { seq: -1 }, projection: { seq: 1, month: 1, used: 1 } },
      );
      return last ? { seq: last.seq, month: last.month, used: last.used } : NEVER;
    },
    has: async (accountId: AccountId, id: string): Promise<boolean> =>
      (await collection.findOne({ _id: id, accountId }, { projection: { _id: 1 } })) !== null,
    /** Returns false, with nothing saved, when the entry's id or position is already used. */
    insert: async ({ id, ...entry }: AllowanceEntry): Promise<boolean> =>
      unlessDuplicate(collection.insertOne({ _id: id, v: 1, ...entry })),
  };
}
