import type { Db, IndexDescription } from 'mongodb';

/**
 * An app's authorization request, while the owner sees the consent page. `_id` is the hash of the handle in the page's
 * form.
 */
interface ConsentDocument {
  _id: string;
  v: 1;
  accountId: number;
  authorizationRequest: string;
  expiresAt: Date;
}

const COLLECTION = 'consents';

export const consentIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

export function createConsentStore(db: Db) {
  const collection = db.collection<ConsentDocument>(COLLECTION);
  return {
    insert: async (handleHash: string, consent: Omit<ConsentDocument, '_id' | 'v'>): Promise<void> => {
      await collection.insertOne({ _id: handleHash, v: 1, ...consent });
    },
    /** Removes and returns the request. If two callers take it at once, only one gets it. */
    take: async (accountId: number, handleHash: string, now: Date): Promise<string | undefined> => {
      const filter = { _id: handleHash, accountId, expiresAt: { $gt: now } };
      return (await collection.findOneAndDelete(filter))?.authorizationRequest;
    },
  };
}

export type ConsentStore = ReturnType<typeof createConsentStore>;
