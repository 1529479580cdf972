import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Db, IndexDescription } from 'mongodb';
import type { Approvals } from '../../ports';

/** An authorization request whose approval page is open; `_id` is the hash of the handle in its form. */
interface ApprovalDocument {
  _id: string;
  v: 1;
  accountId: AccountId;
  authorizationRequest: string;
  expiresAt: Date;
}

const COLLECTION = 'approvals';

export const approvalIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

export function createApprovalStore(db: Db): Approvals {
  const collection = db.collection<ApprovalDocument>(COLLECTION);
  return {
    keep: async (accountId, handleHash, authorizationRequest, expiresAt) => {
      await collection.insertOne({ _id: handleHash, v: 1, accountId, authorizationRequest, expiresAt });
    },
    take: async (accountId, handleHash, now) => {
      const taken = await collection.findOneAndDelete({
        _id: handleHash,
        accountId,
        expiresAt: { $gt: now },
      });
      return taken?.authorizationRequest;
    },
  };
}
