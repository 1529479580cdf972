import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Db } from 'mongodb';

/** One a month and account, of versions before the ledger counted shipments; nothing writes it any more. */
interface UsageDocument {
  _id: string;
  accountId: AccountId;
  shipments: number;
  /** Purchases that were counted and neither captured nor given up. */
  open: string[];
}

export type OldUsage = Pick<UsageDocument, 'shipments' | 'open'>;

export type OldUsageStore = ReturnType<typeof createOldUsageStore>;

export const createOldUsageStore = (db: Db) => ({
  /** What a month was used for. */
  find: async (accountId: AccountId, month: string): Promise<OldUsage> => {
    const filter = { _id: `${accountId}:${month}`, accountId };
    const found = await db.collection<UsageDocument>('usage').findOne(filter);
    return found ?? { shipments: 0, open: [] };
  },
});
