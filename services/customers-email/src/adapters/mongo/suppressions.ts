import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Db } from 'mongodb';
import type { Suppressions } from '../../ports';

interface SuppressionDocument {
  /** Account and address. */
  _id: string;
  accountId: number;
  address: string;
  at: Date;
}

const CHUNK = 1_000;

/** Addresses that want no marketing e-mail of an account. They outlive the records of the address book. */
export function createSuppressions(db: Db): Suppressions {
  const suppressions: Collection<SuppressionDocument> = db.collection('suppressions');
  const idOf = (accountId: number, address: string) => `${accountId}:${address}`;
  const has: Suppressions['has'] = async (accountId, address) =>
    (await suppressions.findOne({ _id: idOf(accountId, address), accountId })) !== null;
  return {
    has,
    among: async (accountId, addresses) => {
      const found = new Set<string>();
      for (let start = 0; start < addresses.length; start += CHUNK) {
        const ids = addresses.slice(start, start + CHUNK).map((address) => idOf(accountId, address));
        const documents = await suppressions.find({ _id: { $in: ids }, accountId }).toArray();
        for (const { address } of documents) found.add(address);
      }
      return found;
    },
    add: async (accountId, address, at) => {
      try {
        await suppressions.insertOne({ _id: idOf(accountId, address), accountId, address, at });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
