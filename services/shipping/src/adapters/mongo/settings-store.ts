import { createBatchLoader } from '@parcelyard/service-kit/batch-loader';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, IndexDescription } from 'mongodb';
import type { OwnAccount } from '../../domain/own-account';
import type { Seller } from '../../domain/seller';
import { DEFAULT_SETTINGS, type ShippingSettings } from '../../domain/settings';

export const SETTINGS = 'settings';

interface SettingsDocument extends Partial<ShippingSettings> {
  _id: number;
  v: 1;
  accountId: number;
}

/** The index lets only one merchant use a carrier account. */
export const settingsIndexes: readonly IndexDescription[] = [
  {
    key: { 'ownAccounts.externalId': 1 },
    unique: true,
    partialFilterExpression: { 'ownAccounts.externalId': { $exists: true } },
    name: 'own_account',
  },
];

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Stores settings. An account that never saved settings has no document. */
export function createSettingsStore(db: Db) {
  const collection = db.collection<SettingsDocument>(SETTINGS);
  const read = (document: SettingsDocument | undefined | null): ShippingSettings => ({
    shipFrom: document?.shipFrom ?? DEFAULT_SETTINGS.shipFrom,
    printSetting: document?.printSetting ?? DEFAULT_SETTINGS.printSetting,
    insurance: document?.insurance ?? DEFAULT_SETTINGS.insurance,
    ownAccounts: document?.ownAccounts ?? DEFAULT_SETTINGS.ownAccounts,
  });
  const find = createBatchLoader({
    send: async (accountIds: number[]) => {
      const $in = [...new Set(accountIds)];
      const found = await collection.find({ _id: { $in }, accountId: { $in } }).toArray();
      const byAccount = new Map(found.map((document) => [document._id, document]));
      return accountIds.map((accountId) => byAccount.get(accountId));
    },
    maxBatch: 100,
    maxInFlight: 1,
  });
  return {
    /**
     * Returns the settings, or defaults if none were saved. Calls that come while a query is running wait for its end,
     * and then share one new query.
     */
    get: async (accountId: number) => read(await find(accountId)),

    change: async (accountId: number, changes: Partial<Omit<ShippingSettings, 'ownAccounts'>>) => {
      const filter = { _id: accountId, accountId };
      const changed = await collection.findOneAndUpdate(
        filter,
        { $set: changes, $setOnInsert: { v: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return read(changed);
    },

    /** Saves the merchant's own carrier account. Returns false when another merchant uses it. */
    useOwnAccount: async (accountId: number, own: OwnAccount): Promise<boolean> => {
      const { carrierAccountId } = own;
      const others = {
        $filter: {
          input: { $ifNull: ['$ownAccounts', []] },
          as: 'one',
          cond: { $not: [{ $eq: ['$$one.carrierAccountId', carrierAccountId] }] },
        },
      };
      return unlessDuplicate(
        collection.updateOne(
          { _id: accountId, accountId },
          [
            {
              $set: {
                v: { $ifNull: ['$v', 1] },
                ownAccounts: { $concatArrays: [others, [{ $literal: own }]] },
              },
            },
          ],
          { upsert: true },
        ),
      );
    },

    /** Returns whether any merchant uses a carrier account of their own at this seller. */
    hasOwnAccounts: async (seller: Seller): Promise<boolean> =>
      (await collection.findOne({
        'ownAccounts.externalId': { $exists: true },
        'ownAccounts.seller': seller,
      })) !== null,

    endOwnAccount: async (accountId: number, carrierAccountId: number): Promise<void> => {
      await collection.updateOne(
        { _id: accountId, accountId },
        { $pull: { ownAccounts: { carrierAccountId } } },
      );
    },
  };
}
