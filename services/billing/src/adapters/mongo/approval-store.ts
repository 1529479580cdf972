import type { AccountId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, Filter, FindCursor, WithId } from 'mongodb';
import { type Approval, latestExpiry } from '../../domain/approval';

/** `number` counts the approval requests for one purchase, from 1. */
type ApprovalDocument = Omit<Approval, 'id'> & { _id: string; v: 1; number: number };

const COLLECTION = 'approvals';
/** The owner can look up an approval for 30 days after it has expired. Then the approval is deleted. */
const KEPT_SECONDS = 30 * 86_400;

/**
 * The index `requested_once` refuses a second approval request with the same number. So when two calls ask about one
 * purchase at once, only one request is stored.
 */
export const approvalIndexes: IndexPlan = {
  [COLLECTION]: [
    { key: { accountId: 1, subject: 1, number: -1 }, name: 'requested_once', unique: true },
    { key: { accountId: 1, decision: 1, expiresAt: 1, _id: 1 }, name: 'waiting' },
    { key: { accountId: 1, askedAt: -1, _id: -1 }, name: 'newest' },
    { key: { expiresAt: 1 }, expireAfterSeconds: KEPT_SECONDS },
  ],
};

export type RequestedApproval = Approval & { readonly number: number };

export type ApprovalStore = ReturnType<typeof createApprovalStore>;

export function createApprovalStore(db: Db) {
  const collection = db.collection<ApprovalDocument>(COLLECTION);
  return {
    find: async (accountId: AccountId, id: string): Promise<Approval | undefined> =>
      ifFound(await collection.findOne({ _id: id, accountId }), toRequested),
    latest: async (accountId: AccountId, subject: string): Promise<RequestedApproval | undefined> =>
      ifFound(await collection.findOne({ accountId, subject }, { sort: { number: -1 } }), toRequested),
    /** Approvals that wait for the owner's decision, earliest expiry first. */
    waiting: async (accountId: AccountId, now: Date, page: PageOf): Promise<Approval[]> =>
      read(collection.find(waitingFor(accountId, now)).sort({ expiresAt: 1, _id: 1 }), page),
    countWaiting: (accountId: AccountId, now: Date): Promise<number> =>
      collection.countDocuments(waitingFor(accountId, now)),
    /** Decided or expired approvals, newest first. */
    past: async (accountId: AccountId, now: Date, page: PageOf): Promise<Approval[]> =>
      read(collection.find(pastOf(accountId, now)).sort({ askedAt: -1, _id: -1 }), page),
    count: (accountId: AccountId): Promise<number> => collection.countDocuments({ accountId }),
    /**
     * Inserts an approval request. Returns false when another call has just inserted a request with the same number for
     * the same purchase.
     */
    insert: async ({ id, ...approval }: RequestedApproval): Promise<boolean> =>
      unlessDuplicate(collection.insertOne({ _id: id, v: 1, ...approval })),
    /** Saves the owner's decision. Returns false when the approval is already decided or has expired. */
    decide: async (accountId: AccountId, id: string, allow: boolean, now: Date): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, accountId, decision: 'pending', expiresAt: { $gt: now } },
        { $set: { decision: allow ? 'allowed' : 'denied', decidedAt: now } },
      );
      return matchedCount > 0;
    },
  };
}

interface PageOf {
  readonly skip: number;
  readonly limit: number;
}

const waitingFor = (accountId: AccountId, now: Date): Filter<ApprovalDocument> => ({
  accountId,
  decision: 'pending',
  expiresAt: { $gt: now, $lte: latestExpiry(now) },
});

const pastOf = (accountId: AccountId, now: Date): Filter<ApprovalDocument> => ({
  accountId,
  $or: [
    { decision: { $in: ['allowed', 'denied'] } },
    { expiresAt: { $lte: now } },
    { expiresAt: { $gt: latestExpiry(now) } },
  ],
});

const read = async (
  found: FindCursor<WithId<ApprovalDocument>>,
  { skip, limit }: PageOf,
): Promise<Approval[]> => (await found.skip(skip).limit(limit).toArray()).map(toRequested);

const toRequested = ({ _id, v: _, ...approval }: ApprovalDocument): RequestedApproval => ({
  id: _id,
  ...approval,
});
