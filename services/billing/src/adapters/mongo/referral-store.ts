import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription } from 'mongodb';
import type { Referral, ReferralStatus } from '../../domain/referral';
import type { Referrals } from '../../ports';

/** Owned by the referrer. The referred account is `_id`: nobody is referred twice. */
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

export function createReferralStore(db: Db): Referrals {
  const collection = db.collection<ReferralDocument>(COLLECTION);
  return {
    insert: async ({ referredAccountId, ...referral }) => {
      try {
        await collection.insertOne({ _id: referredAccountId, v: 1, ...referral });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    // Whoever buys knows only itself, so this one look-up is by the referred account alone.
    findJoined: async (referredAccountId) => {
      const document = await collection.findOne({ _id: referredAccountId, status: 'joined' });
      return document ? toReferral(document) : undefined;
    },
    credit: async ({ accountId, referredAccountId }, credit) => {
      await collection.updateOne(
        { _id: referredAccountId, accountId, status: 'joined' },
        { $set: { status: 'credited', credit } },
      );
    },
    list: async (accountId, limit) => {
      const newestFirst = { joinedAt: -1, _id: -1 } as const;
      return (await collection.find({ accountId }).sort(newestFirst).limit(limit).toArray()).map(toReferral);
    },
  };
}

const toReferral = ({ _id, v: _, ...referral }: ReferralDocument): Referral => ({
  referredAccountId: _id,
  ...referral,
});
