import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db } from 'mongodb';
import type { MonthKey } from '../../domain/billing-month';

/** One a month and account. */
interface UsageDocument {
  _id: string;
  accountId: AccountId;
  month: MonthKey;
  shipments: number;
  /** Purchases under way, whose slot may still be released. */
  open: string[];
  /** The latest purchases whose slot is final: a late hold of one of them takes no second slot. */
  kept?: string[];
}

/** A call is late by seconds at most, so that its purchase is among these. */
const MAX_KEPT_PURCHASES = 200;

export type UsageStore = ReturnType<typeof createUsageStore>;

export function createUsageStore(db: Db) {
  const collection = db.collection<UsageDocument>('usage');
  const key = (accountId: AccountId, month: MonthKey) => ({ _id: `${accountId}:${month}`, accountId });

  return {
    /** Shipments counted in a month. */
    shipments: async (accountId: AccountId, month: MonthKey): Promise<number> => {
      const document = await collection.findOne(key(accountId, month), { projection: { shipments: 1 } });
      return document?.shipments ?? 0;
    },
    /** Counts one shipment unless `limit` are counted (null: no limit), once for each purchase; false at the limit. */
    claimSlot: async (
      accountId: AccountId,
      month: MonthKey,
      purchaseId: string,
      limit: number | null,
    ): Promise<boolean> => {
      if (limit !== null && limit <= 0) return false;
      const room = limit === null ? {} : { shipments: { $lt: limit } };
      for (;;) {
        try {
          await collection.updateOne(
            { ...key(accountId, month), open: { $ne: purchaseId }, kept: { $ne: purchaseId }, ...room },
            { $inc: { shipments: 1 }, $push: { open: purchaseId }, $setOnInsert: { month } },
            { upsert: true },
          );
          return true;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        // The month's document exists and did not match: claimed before, full, or inserted at this moment.
        const present = await collection.findOne(key(accountId, month));
        if (present?.open.includes(purchaseId) || present?.kept?.includes(purchaseId)) return true;
        if (limit !== null && present && present.shipments >= limit) return false;
      }
    },
    /** Uncounts a claimed slot; no effect on one that was released or kept. */
    releaseSlot: async (accountId: AccountId, month: MonthKey, purchaseId: string): Promise<void> => {
      await collection.updateOne(
        { ...key(accountId, month), open: purchaseId },
        { $inc: { shipments: -1 }, $pull: { open: purchaseId } },
      );
    },
    /** Makes a claimed slot final. */
    keepSlot: async (accountId: AccountId, month: MonthKey, purchaseId: string): Promise<void> => {
      await collection.updateOne(
        { ...key(accountId, month), open: purchaseId },
        {
          $pull: { open: purchaseId },
          $push: { kept: { $each: [purchaseId], $slice: -MAX_KEPT_PURCHASES } },
        },
      );
    },
  };
}
