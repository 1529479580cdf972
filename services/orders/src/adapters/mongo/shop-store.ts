import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db } from 'mongodb';
import { SHOPS } from './platform-indexes';

/** One stay of a shop with an account; a shop that comes back has another one. */
interface StayDocument {
  shop: string;
  accountId: number;
  v: 1;
  connectedAt: Date;
  /** While it lasts. */
  here?: true;
  /** When it was disconnected or the app removed. */
  leftAt?: Date;
}

export interface Stay {
  from: Date;
  /** Absent while it lasts. */
  to?: Date | undefined;
}

export interface ShopOwner {
  accountId: AccountId;
  stays: readonly Stay[];
}

/** Whose a Shopify shop is. Kept after it has left: Shopify asks for its data's removal two days later. */
export function createShopStore(db: Db) {
  const collection = db.collection<StayDocument>(SHOPS);
  const isHere = { here: true } as const;
  const leave = (leftAt: Date) => ({ $set: { leftAt }, $unset: { here: '' } }) as const;
  return {
    /** A stay begins, or goes on; one of another shop of the account has ended by then, whoever failed to note it. */
    noteConnected: async (shop: string, accountId: AccountId, connectedAt: Date): Promise<void> => {
      await collection.updateMany({ accountId, ...isHere, shop: { $ne: shop } }, leave(connectedAt));
      try {
        await collection.updateOne(
          { shop, accountId, ...isHere },
          { $setOnInsert: { v: 1, connectedAt } },
          { upsert: true },
        );
      } catch (error) {
        // Another process noted it at the same moment.
        if (!isDuplicateKey(error)) throw error;
      }
    },
    noteLeft: async (shop: string, accountId: AccountId, now: Date): Promise<void> => {
      await collection.updateOne({ shop, accountId, ...isHere }, leave(now));
    },
    owners: async (shop: string): Promise<ShopOwner[]> => {
      const stays = new Map<number, Stay[]>();
      for (const { accountId, connectedAt: from, leftAt: to } of await collection.find({ shop }).toArray()) {
        stays.set(accountId, [...(stays.get(accountId) ?? []), { from, to }]);
      }
      return [...stays].map(([accountId, ofAccount]) => ({
        accountId: toAccountId(accountId),
        stays: ofAccount,
      }));
    },
  };
}

export type ShopStore = ReturnType<typeof createShopStore>;
