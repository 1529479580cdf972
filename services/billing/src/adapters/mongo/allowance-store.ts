import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription } from 'mongodb';
import type { AllowanceEntry } from '../../domain/allowance';
import type { MonthKey } from '../../domain/billing-month';
import type { Allowance } from '../../ports';

/** Inserted once and never touched again. */
type EntryDocument = Omit<AllowanceEntry, 'id'> & { _id: string; v: 1 };

const COLLECTION = 'marketing_allowance';

/** An entry happens once (`_id`), after a position that is still the last (`accountId, seq`). */
export const allowanceIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { accountId: 1, seq: 1 }, unique: true }],
};

const NEVER = { seq: 0, month: '' as MonthKey, used: 0 };

export function createAllowanceStore(db: Db): Allowance {
  const collection = db.collection<EntryDocument>(COLLECTION);
  return {
    position: async (accountId: AccountId) => {
      const last = await collection.findOne(
        { accountId },
        { sort: { seq: -1 }, projection: { seq: 1, month: 1, used: 1 } },
      );
      return last ? { seq: last.seq, month: last.month, used: last.used } : NEVER;
    },
    find: async (accountId, id) => {
      const document = await collection.findOne({ _id: id, accountId });
      if (!document) return undefined;
      const { _id, v: _, ...entry } = document;
      return { id: _id, ...entry };
    },
    insert: async ({ id, ...entry }) => {
      try {
        await collection.insertOne({ _id: id, v: 1, ...entry });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
