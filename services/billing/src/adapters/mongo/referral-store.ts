import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, IndexDescription } from 'mongodb';
import type { Referral, ReferralStatus } from '../../domain/referral';

/**
 * An account that joined with another account's code. `accountId` is the account that gave the code. `_id` is the new
 * account, so an account joins with one code only.
 */
interface ReferralDocument {
  _id: AccountId;
  accountId: AccountId;
  v: 1;
  name: string;
  status: ReferralStatus;
  credit: Cents;
  joinedAt: Date;
}

const COLLECTION = 'referrals';

export const referralIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { accountId: 1, joinedAt: -1, _id: -1 } }],
};

export type ReferralStore = ReturnType<typeof createReferralStore>;

export function createReferralStore(db: Db) {
  const collection = db.collection<ReferralDocument>(COLLECTION);
  return {
    /** Does nothing when the new account already has a referral. */
    insert: async ({ referredAccountId, ...referral }: Referral): Promise<void> => {
      await unlessDuplicate(collection.insertOne({ _id: referredAccountId, v: 1, ...referral }));
    },
    /** Returns the new account's referral while the referral has not yet earned credit; undefined afterwards. */
    findJoined: async (referredAccountId: AccountId): Promise<Referral | undefined> =>
      ifFound(await collection.findOne({ _id: referredAccountId, status: 'joined' }), toReferral),
    credit: async ({ accountId, referredAccountId }: Referral, credit: Cents): Promise<void> => {
      await collection.updateOne(
        { _id: referredAccountId, accountId, status: 'joined' },
        { $set: { status: 'credited', credit } },
      );
    },
    /** Newest first. */
    list: async (accountId: AccountId, limit: number): Promise<Referral[]> => {
      const newestFirst = { joinedAt: -1, _id: -1 } as const;
      return (await collection.find({ accountId }).sort(newestFirst).limit(limit).toArray()).map(toReferral);
    },
  };
}

const toReferral = ({ _id, v: _, ...referral }: ReferralDocument): Referral => ({
  referredAccountId: _id,
  ...referral,
});
