import { ZERO } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db } from 'mongodb';
import { billingMonth } from '../../domain/billing-month';
import type { PurchaseCharge } from '../../domain/purchase-charge';

/** `charging` is the reference of the last recharge that was sent for the purchase. */
type PurchaseChargeDocument = Omit<PurchaseCharge, 'id'> & {
  _id: string;
  v: 1;
  openedAt: Date;
  charging?: string;
};

export interface PurchasesOf {
  readonly accountId: AccountId;
  readonly ids: readonly string[];
}

export type PurchaseChargeStore = ReturnType<typeof createPurchaseChargeStore>;

/**
 * Stores billing's records of purchases. Every filter also has the account, so no account can read another account's
 * purchase.
 */
export function createPurchaseChargeStore(db: Db) {
  const collection = db.collection<PurchaseChargeDocument>('purchase_charges');
  return {
    find: async (accountId: AccountId, id: string): Promise<PurchaseCharge | undefined> =>
      ifFound(await collection.findOne({ _id: id, accountId }), toPurchase),
    findAll: async (accountId: AccountId, ids: readonly string[]): Promise<PurchaseCharge[]> =>
      (await collection.find({ _id: { $in: [...ids] }, accountId }).toArray()).map(toPurchase),
    /** Like `findAll`, for several accounts, in the order of `wanted`. */
    findAllOfEach: async (wanted: readonly PurchasesOf[]): Promise<PurchaseCharge[][]> => {
      const $in = wanted.flatMap(({ ids }) => ids);
      const accountIds = [...new Set(wanted.map(({ accountId }) => accountId))];
      const found = await collection.find({ _id: { $in }, accountId: { $in: accountIds } }).toArray();
      const all = found.map(toPurchase);
      return wanted.map(({ accountId, ids }) =>
        all.filter((one) => one.accountId === accountId && ids.includes(one.id)),
      );
    },
    /** Returns false when a record with this id exists. */
    insert: async ({ id, ...purchase }: PurchaseCharge, now: Date): Promise<boolean> =>
      unlessDuplicate(collection.insertOne({ _id: id, v: 1, ...purchase, openedAt: now })),
    /**
     * Replaces the record of a refused purchase. Returns false when the purchase is no longer in the state `refused`.
     */
    replaceRefused: async ({ id, accountId, ...purchase }: PurchaseCharge): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, accountId, state: 'refused' },
        { $set: purchase },
      );
      return matchedCount > 0;
    },
    refuse: async (accountId: AccountId, id: string): Promise<void> => {
      await collection.updateOne({ _id: id, accountId, state: 'open' }, { $set: { state: 'refused' } });
    },
    /**
     * Must be called before a recharge is sent. Returns false when the purchase is not open; then nothing may be
     * charged. `letCharge` and `giveUp` change the same document, so MongoDB runs one after the other, and the second
     * sees what the first has changed.
     */
    letCharge: async (accountId: AccountId, id: string, reference: string): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, accountId, state: 'open' },
        { $set: { charging: reference } },
      );
      return matchedCount > 0;
    },
    /**
     * Changes a purchase in any state to `released`. If there is no such purchase, inserts a record in the state
     * `released`, so that the purchase can never be opened. Returns undefined when the purchase belongs to another
     * account.
     */
    giveUp: async (accountId: AccountId, id: string, now: Date): Promise<PurchaseCharge | undefined> => {
      const nothing = {
        postage: ZERO,
        insurance: ZERO,
        fee: ZERO,
        batch: false,
        month: billingMonth(now).key,
      };
      for (let attempt = 1; attempt <= MAX_GIVE_UP_ATTEMPTS; attempt += 1) {
        try {
          const given = await collection.findOneAndUpdate(
            { _id: id, accountId },
            {
              $set: { state: 'released' },
              $setOnInsert: { v: 1, ...nothing, openedAt: now },
            },
            { upsert: true, returnDocument: 'after' },
          );
          if (given) return toPurchase(given);
        } catch (error) {
          // The insert failed because another process has just opened the purchase, or because the purchase belongs to
          // another account.
          if (!isDuplicateKey(error)) throw error;
        }
      }
      return undefined;
    },
  };
}

/** If the first attempt's insert fails, the document exists and the second attempt finds it. */
const MAX_GIVE_UP_ATTEMPTS = 2;

function toPurchase({
  _id,
  v: _,
  openedAt: __,
  charging: ___,
  ...purchase
}: PurchaseChargeDocument): PurchaseCharge {
  return { id: _id, ...purchase };
}
