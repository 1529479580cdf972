import type { Db, IndexDescription } from 'mongodb';

/** An authorization request whose approval page is open; `_id` is the hash of the handle in its form. */
interface ApprovalDocument {
  _id: string;
  v: 1;
  accountId: number;
  authorizationRequest: string;
  expiresAt: Date;
}

const COLLECTION = 'approvals';

export const approvalIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

export function createApprovalStore(db: Db) {
  const collection = db.collection<ApprovalDocument>(COLLECTION);
  return {
    insert: async (handleHash: string, approval: Omit<ApprovalDocument, '_id' | 'v'>): Promise<void> => {
      await collection.insertOne({ _id: handleHash, v: 1, ...approval });
    },
    /** The request, to one caller only. */
    take: async (accountId: number, handleHash: string, now: Date): Promise<string | undefined> => {
      const filter = { _id: handleHash, accountId, expiresAt: { $gt: now } };
      return (await collection.findOneAndDelete(filter))?.authorizationRequest;
    },
  };
}

export type ApprovalStore = ReturnType<typeof createApprovalStore>;
