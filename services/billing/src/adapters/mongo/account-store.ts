import { type Cents, cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
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
  /** One entry a credit; its name keeps it from being added twice. */
  referralCredits?: { name: string; cents: Cents }[];
}

export function createAccountStore(db: Db): Accounts {
  const collection = db.collection<AccountDocument>('accounts');

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
    find: async (accountId) => toAccount(accountId, await collection.findOne({ _id: accountId })),
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
      await untilSettled(
        () =>
          upsertUnless(
            { _id: accountId, 'referralCredits.name': { $ne: name } },
            { $push: { referralCredits: { name, cents: amount } } },
          ),
        async () => (await collection.countDocuments({ _id: accountId, 'referralCredits.name': name })) > 0,
      );
    },
  };
}

/** A refused upsert means "there already", or that somebody else inserted the account meanwhile. */
async function untilSettled(write: () => Promise<boolean>, isThere: () => Promise<boolean>): Promise<void> {
  while (!(await write())) if (await isThere()) return;
}

function toAccount(accountId: AccountId, document: AccountDocument | null): BillingAccount {
  if (!document) return defaultAccount(accountId);
  const { _id, referralCredits = [], ...settings } = document;
  const referralEarned = sumCents(...referralCredits.map((credit) => cents(credit.cents)));
  return { ...defaultAccount(accountId), ...settings, referralEarned };
}
