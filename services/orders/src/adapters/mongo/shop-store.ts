import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db } from 'mongodb';
import { SHOPS } from './platform-indexes';

/** One period in which a Shopify shop belongs to an account. A shop that comes back begins a new period. */
interface StayDocument {
  shop: string;
  accountId: number;
  v: 1;
  connectedAt: Date;
  /** Set while the period lasts. */
  here?: true;
  /** When the shop was disconnected or the app removed. */
  leftAt?: Date;
}

export interface Stay {
  from: Date;
  /** Absent while the period lasts. */
  to?: Date | undefined;
}

export interface ShopOwner {
  accountId: AccountId;
  stays: readonly Stay[];
}

/**
 * Records to which accounts each Shopify shop belongs. The record stays after the merchant has removed our app from the
 * shop, because two days later, Shopify asks us to remove the shop's data.
 */
export function createShopStore(db: Db) {
  const collection = db.collection<StayDocument>(SHOPS);
  const isHere = { here: true } as const;
  const leave = (leftAt: Date) => ({ $set: { leftAt }, $unset: { here: '' } }) as const;
  return {
    /** Begins the shop's period, or continues it. If the account had another shop, that shop's period ends. */
    noteConnected: async (shop: string, accountId: AccountId, connectedAt: Date): Promise<void> => {
      await collection.updateMany({ accountId, ...isHere, shop: { $ne: shop } }, leave(connectedAt));
      // A duplicate key means that another process recorded the period at the same moment.
      await unlessDuplicate(
        collection.updateOne(
          { shop, accountId, ...isHere },
          { $setOnInsert: { v: 1, connectedAt } },
          { upsert: true },
        ),
      );
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
