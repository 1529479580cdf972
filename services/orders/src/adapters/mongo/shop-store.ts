import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Db } from 'mongodb';
import { SHOPS } from './platform-indexes';

interface ShopDocument {
  shop: string;
  accountId: number;
  v: 1;
  connectedAt: Date;
  /** When it was disconnected or the app removed; its orders from before then are its own. */
  leftAt?: Date;
}

export interface ShopOwner {
  accountId: AccountId;
  connectedAt: Date;
  leftAt?: Date | undefined;
}

/** Whose a Shopify shop is. Kept after it has left: Shopify asks for its data's removal two days later. */
export function createShopStore(db: Db) {
  const collection = db.collection<ShopDocument>(SHOPS);
  return {
    noteConnected: async (shop: string, accountId: AccountId, connectedAt: Date): Promise<void> => {
      await collection.updateOne(
        { shop, accountId },
        { $setOnInsert: { v: 1, connectedAt }, $unset: { leftAt: '' } },
        { upsert: true },
      );
    },
    noteLeft: async (shop: string, accountId: AccountId, now: Date): Promise<void> => {
      await collection.updateOne({ shop, accountId }, { $set: { leftAt: now } });
    },
    owners: async (shop: string): Promise<ShopOwner[]> =>
      (await collection.find({ shop }).toArray()).map(({ accountId, connectedAt, leftAt }) => ({
        ...{ accountId: toAccountId(accountId), connectedAt, leftAt },
      })),
  };
}

export type ShopStore = ReturnType<typeof createShopStore>;
