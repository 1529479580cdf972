import { type Cents, cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, Filter, UpdateFilter } from 'mongodb';
import { type BillingAccount, defaultAccount } from '../../domain/account';
import type { Accounts } from '../../ports';

/** Made by the first setting; what is absent has its default. */
interface AccountDocument {
  _id: AccountId;
  plan?: string;
  planSince?: Date;
  autoRecharge?: Cents;
  paymentMethod?: string;
  /** Credits from before they had a collection of their own, where they do not lengthen what every hold reads. */
  referralCredits?: { name: string; cents: Cents }[];
}

interface ReferralCreditDocument {
  accountId: AccountId;
  name: string;
  cents: Cents;
}

const CREDITS = 'referral_credits';

/** Its name keeps a credit from being added twice. */
export const accountIndexes: IndexPlan = {
  [CREDITS]: [{ key: { accountId: 1, name: 1 }, name: 'once', unique: true }],
};

export function createAccountStore(db: Db): Accounts {
  const collection = db.collection<AccountDocument>('accounts');
  const credits = db.collection<ReferralCreditDocument>(CREDITS);

  /** The condition keeps what is there already from being written again; then the upsert meets the account's own key. */
  const upsertUnless = async (
    filter: Filter<AccountDocument> & { _id: AccountId },
    update: UpdateFilter<AccountDocument>,
  ) => {
    try {
      await collection.updateOne(filter, update, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  return {
    find: async (accountId) =>
      toAccount(
        accountId,
        await collection.findOne({ _id: accountId }, { projection: { referralCredits: 0 } }),
      ),
    setPlan: async (accountId, plan, now) => {
      await untilSettled(
        () => upsertUnless({ _id: accountId, plan: { $ne: plan } }, { $set: { plan, planSince: now } }),
        async () => (await collection.countDocuments({ _id: accountId, plan })) > 0,
      );
    },
    set: async (accountId, settings) => {
      await collection.updateOne({ _id: accountId }, { $set: settings }, { upsert: true });
    },
    addReferralCredit: async (accountId, name, amount) => {
      if ((await collection.countDocuments({ _id: accountId, 'referralCredits.name': name })) > 0) return;
      try {
        await credits.insertOne({ accountId, name, cents: amount });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    referralEarned: async (accountId) => {
      const [account, rows] = await Promise.all([
        collection.findOne({ _id: accountId }, { projection: { referralCredits: 1 } }),
        credits.find({ accountId }, { projection: { cents: 1 } }).toArray(),
      ]);
      const earned = [...(account?.referralCredits ?? []), ...rows];
      return sumCents(...earned.map((credit) => cents(credit.cents)));
    },
  };
}

/** A refused upsert means "there already", or that somebody else inserted the account meanwhile. */
async function untilSettled(write: () => Promise<boolean>, isThere: () => Promise<boolean>): Promise<void> {
  while (!(await write())) if (await isThere()) return;
}

function toAccount(accountId: AccountId, document: AccountDocument | null): BillingAccount {
  if (!document) return defaultAccount(accountId);
  const { _id, referralCredits, ...settings } = document;
  return { ...defaultAccount(accountId), ...settings };
}
