import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db } from 'mongodb';
import type { MonthKey } from '../../domain/billing-month';
import type { Usage } from '../../ports';

/** One a month and account. */
interface UsageDocument {
  _id: string;
  accountId: AccountId;
  month: MonthKey;
  shipments: number;
  /** Purchases whose slot may still be given back: as many as are under way, not as many as were made. */
  open: string[];
  /** The latest purchases whose slot is final: a hold of one of them that arrives late takes no other. */
  kept?: string[];
}

/** A call lives for seconds: a late one is among these. */
const REMEMBERED_PURCHASES = 200;

export function createUsageStore(db: Db): Usage {
  const collection = db.collection<UsageDocument>('usage');
  const key = (accountId: AccountId, month: MonthKey) => ({ _id: `${accountId}:${month}`, accountId });

  return {
    shipments: async (accountId, month) => {
      const document = await collection.findOne(key(accountId, month), { projection: { shipments: 1 } });
      return document?.shipments ?? 0;
    },
    claimSlot: async (accountId, month, purchaseId, limit) => {
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
        // The month's document is there and did not match: claimed before, full, or it appeared this very moment.
        const present = await collection.findOne(key(accountId, month));
        if (present?.open.includes(purchaseId) || present?.kept?.includes(purchaseId)) return true;
        if (limit !== null && present && present.shipments >= limit) return false;
      }
    },
    giveSlotBack: async (accountId, month, purchaseId) => {
      await collection.updateOne(
        { ...key(accountId, month), open: purchaseId },
        { $inc: { shipments: -1 }, $pull: { open: purchaseId } },
      );
    },
    keepSlot: async (accountId, month, purchaseId) => {
      await collection.updateOne(
        { ...key(accountId, month), open: purchaseId },
        {
          $pull: { open: purchaseId },
          $push: { kept: { $each: [purchaseId], $slice: -REMEMBERED_PURCHASES } },
        },
      );
    },
  };
}
