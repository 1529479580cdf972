import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Collection, Db } from 'mongodb';
import { type AddressDocument, addressId, findAddresses } from './find-addresses';

interface SuppressionDocument extends AddressDocument {
  at: Date;
}

export type Suppressions = ReturnType<typeof createSuppressions>;

/**
 * Stores addresses (in lower case) that want no marketing e-mail from an account. An address stays here when its record
 * in the address book is removed.
 */
export function createSuppressions(db: Db) {
  const suppressions: Collection<SuppressionDocument> = db.collection('suppressions');
  return {
    has: async (accountId: number, address: string): Promise<boolean> =>
      (await suppressions.findOne({ _id: addressId(accountId, address), accountId })) !== null,
    /** Returns the given addresses that are on the list. */
    among: (accountId: number, addresses: readonly string[]): Promise<Set<string>> =>
      findAddresses(suppressions, accountId, addresses),
    add: async (accountId: number, address: string, at: Date): Promise<void> => {
      await unlessDuplicate(
        suppressions.insertOne({ _id: addressId(accountId, address), accountId, address, at }),
      );
    },
  };
}
