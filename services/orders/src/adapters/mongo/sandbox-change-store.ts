import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Db } from 'mongodb';
import type { SandboxChange } from '../../domain/platforms/sandbox-store';
import { SANDBOX_CHANGES } from './platform-indexes';

interface ChangeDocument extends SandboxChange {
  accountId: number;
  v: 1;
}

/**
 * Stores what people changed in orders of sandbox stores. Everything else in such an order is computed from the account
 * and the order's number.
 */
export function createSandboxChangeStore(db: Db) {
  const collection = db.collection<ChangeDocument>(SANDBOX_CHANGES);
  return {
    change: async (
      accountId: AccountId,
      number: number,
      { changedAt, ...change }: Partial<SandboxChange> & { changedAt: Date },
    ): Promise<void> => {
      const kept = { state: 'open' as const, ...change };
      const fresh = Object.fromEntries(Object.entries(kept).filter(([name]) => !(name in change)));
      await collection.updateOne(
        { accountId, number },
        { $set: { ...change, changedAt }, $setOnInsert: { v: 1, ...fresh } },
        { upsert: true },
      );
    },
    find: (accountId: AccountId, number: number): Promise<SandboxChange | null> =>
      collection.findOne({ accountId, number }),
    /** Returns the changes that were made after `since`, up to and including `until`. */
    list: (accountId: AccountId, { since, until }: { since: Date; until: Date }): Promise<SandboxChange[]> =>
      collection.find({ accountId, changedAt: { $gt: since, $lte: until } }).toArray(),
  };
}

export type SandboxChangeStore = ReturnType<typeof createSandboxChangeStore>;
