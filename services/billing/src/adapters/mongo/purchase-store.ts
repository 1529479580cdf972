import { ZERO } from '@parcelyard/money/cents';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db } from 'mongodb';
import { billingMonth } from '../../domain/billing-month';
import type { Purchase } from '../../domain/purchase';
import type { Purchases } from '../../ports';

/** `charging` is the recharge that was last sent for it. */
type PurchaseDocument = Omit<Purchase, 'id'> & { _id: string; v: 1; openedAt: Date; charging?: string };

/** Found by `_id` alone; the account is in every filter so that nobody reaches another one's purchase. */
export function createPurchaseStore(db: Db): Purchases {
  const collection = db.collection<PurchaseDocument>('purchases');
  return {
    find: async (accountId, id) => {
      const document = await collection.findOne({ _id: id, accountId });
      return document ? toPurchase(document) : undefined;
    },
    insert: async ({ id, ...purchase }, now) => {
      try {
        await collection.insertOne({ _id: id, v: 1, ...purchase, openedAt: now });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    replaceRefused: async ({ id, accountId, ...purchase }) => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, accountId, state: 'refused' },
        { $set: purchase },
      );
      return matchedCount > 0;
    },
    refuse: async (accountId, id) => {
      await collection.updateOne({ _id: id, accountId, state: 'open' }, { $set: { state: 'refused' } });
    },
    letCharge: async (accountId, id, reference) => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, accountId, state: 'open' },
        { $set: { charging: reference } },
      );
      return matchedCount > 0;
    },
    giveUp: async (accountId, id, now) => {
      const nothing = {
        postage: ZERO,
        insurance: ZERO,
        fee: ZERO,
        batch: false,
        month: billingMonth(now).key,
      };
      for (let attempt = 1; attempt <= GIVE_UP_ATTEMPTS; attempt += 1) {
        try {
          const given = await collection.findOneAndUpdate(
            { _id: id, accountId },
            {
              $set: { state: 'released' },
              $setOnInsert: { v: 1, ...nothing, neverOpened: true, openedAt: now },
            },
            { upsert: true, returnDocument: 'after' },
          );
          if (given) return toPurchase(given);
        } catch (error) {
          // Opened by somebody else this very moment, or there for another account.
          if (!isDuplicateKey(error)) throw error;
        }
      }
      return undefined;
    },
  };
}

/** It exists once it was in the way, so that the second attempt finds it. */
const GIVE_UP_ATTEMPTS = 2;

function toPurchase({ _id, v: _, openedAt: __, charging: ___, ...purchase }: PurchaseDocument): Purchase {
  return { id: _id, ...purchase };
}
