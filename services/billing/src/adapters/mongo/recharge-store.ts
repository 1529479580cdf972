import { type DueDocument, dueIndex } from '@parcelyard/events/start-due-worker';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Db, IndexDescription } from 'mongodb';
import { isActive, type Recharge, rechargeSlot } from '../../domain/recharge';
import type { Recharges } from '../../ports';

/**
 * While the recharge is active it says so, for the index that lets one be active in an account, and `dueAt` says when
 * the sweeper takes over from a process that did not come back.
 */
export type RechargeDocument = Omit<Recharge, 'reference'> &
  DueDocument & {
    /** What is unique of the reference. */
    _id: string;
    /** Absent: the id, which older references were. */
    reference?: string;
    accountId: AccountId;
    v: 1;
    createdAt: Date;
    active?: true;
  };

const COLLECTION = 'recharges';

/** Longer than a hold waits for the gateway, short enough that an account settles within a minute of a crash. */
const TAKE_OVER_AFTER_MS = 15_000;

export const rechargeIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    // One recharge at a time in an account.
    { key: { accountId: 1 }, unique: true, partialFilterExpression: { active: true } },
    { key: { accountId: 1, purchaseId: 1, attempt: 1 } },
    dueIndex,
  ],
};

export const rechargeCollection = (db: Db): Collection<RechargeDocument> => db.collection(COLLECTION);

export function createRechargeStore(db: Db): Recharges {
  const collection = rechargeCollection(db);
  return {
    findLatest: async (accountId, purchaseId) =>
      toRecharge(await collection.findOne({ accountId, purchaseId }, { sort: { attempt: -1 } })),
    findActive: async (accountId) => toRecharge(await collection.findOne({ accountId, active: true })),
    pendingAmong: async (references) => {
      const named = collection.find(
        { _id: { $in: references.map(rechargeSlot) } },
        { projection: { state: 1, reference: 1 } },
      );
      const pending = (await named.toArray()).filter(({ state }) => state === 'pending');
      return new Set(pending.map(({ _id, reference = _id }) => reference));
    },
    insert: async ({ reference, ...recharge }, now) => {
      const dueAt = new Date(now.getTime() + TAKE_OVER_AFTER_MS);
      const underWay = isActive(recharge) ? ({ active: true, dueAt } as const) : {};
      try {
        await collection.insertOne({
          _id: rechargeSlot(reference),
          v: 1,
          reference,
          ...recharge,
          createdAt: now,
          ...underWay,
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    move: async ({ reference, accountId }, from, to) => {
      await collection.updateOne(
        { _id: rechargeSlot(reference), accountId, state: from },
        isActive({ state: to })
          ? { $set: { state: to } }
          : { $set: { state: to }, $unset: { active: '', dueAt: '', leaseUntil: '' } },
      );
    },
  };
}

export function toRecharge(document: RechargeDocument): Recharge;
export function toRecharge(document: RechargeDocument | null): Recharge | undefined;
export function toRecharge(document: RechargeDocument | null): Recharge | undefined {
  if (!document) return undefined;
  const { _id, reference = _id, accountId, purchaseId, attempt, amount, paymentMethod, state } = document;
  return { reference, accountId, purchaseId, attempt, amount, paymentMethod, state };
}
