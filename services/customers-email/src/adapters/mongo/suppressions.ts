import { unlessTaken } from '@parcelyard/service-kit/mongo/unless-taken';
import type { Collection, Db } from 'mongodb';

interface SuppressionDocument {
  /** Account and address. */
  _id: string;
  accountId: number;
  address: string;
  at: Date;
}

const CHUNK = 1_000;

export type Suppressions = ReturnType<typeof createSuppressions>;

/**
 * Addresses (in lower case) that want no marketing e-mail of an account. They stay when the address-book record is
 * gone.
 */
export function createSuppressions(db: Db) {
  const suppressions: Collection<SuppressionDocument> = db.collection('suppressions');
  const idOf = (accountId: number, address: string) => `${accountId}:${address}`;
  return {
    has: async (accountId: number, address: string): Promise<boolean> =>
      (await suppressions.findOne({ _id: idOf(accountId, address), accountId })) !== null,
    /** The given addresses that are on the list. */
    among: async (accountId: number, addresses: readonly string[]): Promise<Set<string>> => {
      const found = new Set<string>();
      for (let start = 0; start < addresses.length; start += CHUNK) {
        const ids = addresses.slice(start, start + CHUNK).map((address) => idOf(accountId, address));
        const documents = await suppressions.find({ _id: { $in: ids }, accountId }).toArray();
        for (const { address } of documents) found.add(address);
      }
      return found;
    },
    add: async (accountId: number, address: string, at: Date): Promise<void> => {
      await unlessTaken(suppressions.insertOne({ _id: idOf(accountId, address), accountId, address, at }));
    },
  };
}
