import { type Cents, cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { CONNECTION_KINDS, type ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, Filter, UpdateFilter } from 'mongodb';
import { type BillingAccount, defaultAccount } from '../../domain/account';
import type { SavedCard } from '../../domain/card';
import { type KindLimits, LIMITS, type SpendingLimits } from '../../domain/spending-limits';

/** The document is inserted when a first setting is saved. An absent field has its default. */
interface AccountDocument {
  _id: AccountId;
  plan?: string;
  planSince?: Date;
  autoRecharge?: Cents;
  paymentMethod?: string;
  /** The account's customer id at the payment gateway. */
  customer?: string;
  card?: SavedCard;
  newestCardAt?: Date;
  unconfirmed?: string;
  limits?: { [kind in ConnectionKind]?: KindLimits };
}

interface ReferralCreditDocument {
  accountId: AccountId;
  name: string;
  cents: Cents;
}

/** The name of a payment method that no payment gateway has. */
const NO_CARD = 'none';

const ACCOUNTS = 'accounts';
const CREDITS = 'referral_credits';

/** The index `once` allows one credit per name. The index `card_month` finds all cards that expire in a month. */
export const accountIndexes: IndexPlan = {
  [ACCOUNTS]: [
    {
      key: { 'card.expYear': 1, 'card.expMonth': 1 },
      name: 'card_month',
      partialFilterExpression: { card: { $exists: true } },
    },
  ],
  [CREDITS]: [{ key: { accountId: 1, name: 1 }, name: 'once', unique: true }],
};

export type AccountStore = ReturnType<typeof createAccountStore>;

export function createAccountStore(db: Db) {
  const collection = db.collection<AccountDocument>(ACCOUNTS);
  const credits = db.collection<ReferralCreditDocument>(CREDITS);

  /**
   * Updates or inserts. Returns false when the document exists but does not match the filter: the insert then fails,
   * because the `_id` is already used.
   */
  const upsertUnless = async (
    filter: Filter<AccountDocument> & { _id: AccountId },
    update: UpdateFilter<AccountDocument>,
  ) => unlessDuplicate(collection.updateOne(filter, update, { upsert: true }));

  return {
    /** Returns the account. A setting that was never saved has its default. */
    find: async (accountId: AccountId): Promise<BillingAccount> =>
      toAccount(accountId, await collection.findOne({ _id: accountId })),
    /** Like `find`, for several accounts, in the order of the ids. */
    findEach: async (accountIds: readonly AccountId[]): Promise<BillingAccount[]> => {
      const found = await collection.find({ _id: { $in: [...new Set(accountIds)] } }).toArray();
      const byId = new Map(found.map((document) => [document._id, document]));
      return accountIds.map((accountId) => toAccount(accountId, byId.get(accountId)));
    },
    /** Yields accounts whose card expires in one of the months. */
    withCardsOf: async function* (months: readonly { expYear: number; expMonth: number }[]) {
      for (const { expYear, expMonth } of months) {
        const ofMonth = { card: { $exists: true }, 'card.expYear': expYear, 'card.expMonth': expMonth };
        for await (const { _id, card } of collection.find(ofMonth, { projection: { card: 1 } })) {
          if (card) yield { accountId: _id, card };
        }
      }
    },
    /** Changes the plan. If the account is already on this plan, the plan's start date does not change. */
    setPlan: async (accountId: AccountId, plan: string, now: Date): Promise<void> => {
      await untilSettled(
        () => upsertUnless({ _id: accountId, plan: { $ne: plan } }, { $set: { plan, planSince: now } }),
        async () => (await collection.countDocuments({ _id: accountId, plan })) > 0,
      );
    },
    /** Sets the plan of an account that never had a plan. */
    setFirstPlan: async (accountId: AccountId, plan: string, now: Date): Promise<void> => {
      const never = { _id: accountId, plan: { $exists: false } };
      await untilSettled(
        () => upsertUnless(never, { $set: { plan, planSince: now } }),
        async () => (await collection.countDocuments({ _id: accountId, plan: { $exists: true } })) > 0,
      );
    },
    set: async (
      accountId: AccountId,
      settings: Pick<AccountDocument, 'autoRecharge' | 'paymentMethod'>,
    ): Promise<void> => {
      // For a payment method that is set by its name, no card details are known. So the old card's details are removed.
      const other = settings.paymentMethod === undefined ? {} : { $unset: { card: '' as const } };
      await collection.updateOne({ _id: accountId }, { $set: settings, ...other }, { upsert: true });
    },
    /**
     * Saves the account's customer id at the payment gateway. If another call has saved an id first, returns the id of
     * that call.
     * @param former the id that the new id replaces; absent when the account has no id yet
     */
    claimCustomer: async (accountId: AccountId, customer: string, former?: string): Promise<string> => {
      const before = former ?? { $exists: false };
      await upsertUnless({ _id: accountId, customer: before }, { $set: { customer } });
      const account = await collection.findOne({ _id: accountId }, { projection: { customer: 1 } });
      return account?.customer ?? customer;
    },
    /**
     * Saves the card to which recharges are charged. Without a new card, removes the saved card.
     * @returns false when the account's card has changed since the account was read
     */
    replaceCard: async (
      { accountId, card: before }: Pick<BillingAccount, 'accountId' | 'card'>,
      card: SavedCard | undefined,
    ): Promise<boolean> => {
      const present = before?.paymentMethod ?? { $exists: false };
      return upsertUnless({ _id: accountId, 'card.paymentMethod': present }, cardUpdate(card));
    },
    /** Records whether the card's bank refuses to pay until the owner confirms the payment. */
    setUnconfirmed: async (accountId: AccountId, paymentMethod: string, wanted: boolean): Promise<void> => {
      if (wanted) await collection.updateOne({ _id: accountId }, { $set: { unconfirmed: paymentMethod } });
      else
        await collection.updateOne(
          { _id: accountId, unconfirmed: paymentMethod },
          { $unset: { unconfirmed: '' } },
        );
    },
    /**
     * Changes only the limits that are given. 0 turns a limit off.
     * @param seen if given, the limits are changed only if they are these now. An absent limit is off
     * @returns false when the limits are not `seen`
     */
    setLimits: async (
      accountId: AccountId,
      changes: SpendingLimits,
      seen?: SpendingLimits,
    ): Promise<boolean> => {
      const fields = CONNECTION_KINDS.flatMap((kind) =>
        Object.entries(changes[kind]).map(([limit, amount]) => [`limits.${kind}.${limit}`, amount] as const),
      ).filter(([, amount]) => amount !== undefined);
      const set = Object.fromEntries(fields.filter(([, amount]) => amount !== 0));
      const removed = Object.fromEntries(
        fields.filter(([, amount]) => amount === 0).map(([path]) => [path, '']),
      );
      if (fields.length === 0) return true;
      const update: UpdateFilter<AccountDocument> = {
        ...(Object.keys(set).length > 0 ? { $set: set } : {}),
        ...(Object.keys(removed).length > 0 ? { $unset: removed as Record<string, ''> } : {}),
      };
      if (!seen) return upsertUnless({ _id: accountId }, update);
      const expected = CONNECTION_KINDS.flatMap((kind) =>
        LIMITS.map((limit) => [`limits.${kind}.${limit}`, seen[kind][limit] ?? { $exists: false }] as const),
      );
      return upsertUnless({ _id: accountId, ...Object.fromEntries(expected) }, update);
    },
    /** Adds the credit once: a second credit with the same name changes nothing. */
    addReferralCredit: async (accountId: AccountId, name: string, amount: Cents): Promise<void> => {
      await unlessDuplicate(credits.insertOne({ accountId, name, cents: amount }));
    },
    /** Returns all referral credit that the account has earned. The ledger shows how much of it was used. */
    referralEarned: async (accountId: AccountId): Promise<Cents> => {
      const earned = await credits.find({ accountId }, { projection: { cents: 1 } }).toArray();
      return sumCents(...earned.map((credit) => cents(credit.cents)));
    },
  };
}

function cardUpdate(card: SavedCard | undefined): UpdateFilter<AccountDocument> {
  if (!card) return { $set: { paymentMethod: NO_CARD }, $unset: { card: '' } };
  const newest = card.enteredAt ? { $max: { newestCardAt: card.enteredAt } } : {};
  return { $set: { card, paymentMethod: card.paymentMethod }, ...newest };
}

/**
 * Repeats a write until it succeeds, or until `isThere` finds that the wanted value is already saved. A repeat is
 * needed when the write failed only because another process inserted the account at the same moment.
 */
async function untilSettled(write: () => Promise<boolean>, isThere: () => Promise<boolean>): Promise<void> {
  while (!(await write())) if (await isThere()) return;
}

function toAccount(accountId: AccountId, document: AccountDocument | null | undefined): BillingAccount {
  if (!document) return defaultAccount(accountId);
  const { _id, limits, ...settings } = document;
  const account = defaultAccount(accountId);
  return { ...account, ...settings, limits: { ...account.limits, ...limits } };
}
