import { type DueDocument, dueIndex, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, Filter, IndexDescription, UpdateFilter } from 'mongodb';
import {
  assertRechargeMove,
  isActive,
  isInDoubt,
  isUnfinished,
  LONGEST_PAUSE_MS,
  type Recharge,
  type RechargeState,
  rechargeSlot,
} from '../../domain/recharge';

/**
 * A recharge is stored before the card is charged. `active` is set until the recharge has ended or was given up; an
 * index allows one such recharge per account. `dueAt` is when a worker checks the recharge.
 */
export type RechargeDocument = Omit<Recharge, 'reference'> &
  DueDocument & {
    /** The reference without its random end. */
    _id: string;
    reference: string;
    accountId: AccountId;
    v: 1;
    active?: true;
  };

const RECHARGES = 'recharges';

/**
 * A worker looks at a recharge after this time, because its call has probably crashed. If the call is only slow, the
 * worker does no harm: it looks up the charge and never sends it.
 */
const TAKE_OVER_AFTER_MS = 15_000;

export const rechargeIndexes: Record<string, readonly IndexDescription[]> = {
  [RECHARGES]: [
    // Allows one active recharge per account.
    { key: { accountId: 1 }, unique: true, partialFilterExpression: { active: true } },
    { key: { accountId: 1 }, name: 'given_up', partialFilterExpression: { state: 'given_up' } },
    { key: { accountId: 1, purposeId: 1, attempt: 1 } },
    dueIndex,
  ],
};

export const leasedRecharges = (db: Db, clock: Clock) =>
  new LeasedCollection<RechargeDocument>({
    collection: db.collection(RECHARGES),
    clock,
    leaseMs: 30_000,
    farthestMs: LONGEST_PAUSE_MS,
  });

export type RechargeStore = ReturnType<typeof createRechargeStore>;

export function createRechargeStore(leased: LeasedCollection<RechargeDocument>) {
  const { collection } = leased;
  const takeOverAt = (now: Date) => new Date(now.getTime() + TAKE_OVER_AFTER_MS);
  /** Matches the recharge only if no other call has sent it again after it was read. */
  const asRead = ({ reference, accountId, sentAt }: Recharge) =>
    ({ _id: rechargeSlot(reference), accountId, sentAt: sentAt ?? null }) as Filter<RechargeDocument>;
  const over = { active: '', dueAt: '', leaseUntil: '', dueFailures: '' } as const;

  return {
    findLatest: async (accountId: AccountId, purposeId: string): Promise<Recharge | undefined> =>
      ifFound(await collection.findOne({ accountId, purposeId }, { sort: { attempt: -1 } }), toRecharge),
    find: async (accountId: AccountId, reference: string): Promise<Recharge | undefined> => {
      const found = ifFound(
        await collection.findOne({ _id: rechargeSlot(reference), accountId }),
        toRecharge,
      );
      return found?.reference === reference ? found : undefined;
    },
    findActive: async (accountId: AccountId): Promise<Recharge | undefined> =>
      ifFound(await collection.findOne({ accountId, active: true }), toRecharge),
    /** Like `findActive`, for several accounts, in the order of the ids. */
    findEachActive: async (accountIds: readonly AccountId[]): Promise<(Recharge | undefined)[]> => {
      const $in = [...new Set(accountIds)];
      const found = await collection.find({ accountId: { $in }, active: true }).toArray();
      const byAccount = new Map(found.map((document) => [document.accountId, toRecharge(document)]));
      return accountIds.map((accountId) => byAccount.get(accountId));
    },
    /**
     * Returns the account's recharges that are in the state `given_up`: their purchase has ended, and nobody knows
     * whether the card was charged.
     */
    listGivenUp: async (accountId: AccountId): Promise<Recharge[]> =>
      (await collection.find({ accountId, state: 'given_up' }).toArray()).map(toRecharge),
    /**
     * For `shipctl ledger verify`: returns those of the references for which it is unknown whether the card was
     * charged.
     */
    pendingAmong: async (references: readonly string[]): Promise<ReadonlySet<string>> => {
      const named = collection.find(
        { _id: { $in: references.map(rechargeSlot) } },
        { projection: { state: 1, reference: 1 } },
      );
      const doubtful = (await named.toArray()).filter(isInDoubt);
      return new Set(doubtful.map(({ reference }) => reference));
    },
    /**
     * Inserts a recharge. Returns false when the account already has an active recharge, or when the reference is
     * already used.
     */
    insert: async ({ reference, ...recharge }: Recharge): Promise<boolean> => {
      const dueAt = takeOverAt(recharge.createdAt);
      const underWay = isActive(recharge) ? ({ active: true, dueAt } as const) : {};
      return unlessDuplicate(
        collection.insertOne({
          _id: rechargeSlot(reference),
          v: 1,
          reference,
          ...recharge,
          ...underWay,
        }),
      );
    },
    /**
     * Changes the recharge to `pending` and stores the present time as the time of sending. Returns undefined when the
     * recharge has changed since it was read.
     */
    send: async (recharge: Recharge, now: Date): Promise<Recharge | undefined> => {
      if (recharge.state !== 'pending') assertRechargeMove(recharge.state, 'pending');
      const sent = await collection.findOneAndUpdate(
        { ...asRead(recharge), state: recharge.state },
        { $set: { state: 'pending', sentAt: now, dueAt: takeOverAt(now) } },
        { returnDocument: 'after' },
      );
      return ifFound(sent, toRecharge);
    },
    /**
     * Stores the present time as the time of sending, in place of an impossible time that a wrong clock stored. Does
     * nothing when the recharge has changed since it was read.
     */
    noteSent: async (recharge: Recharge, now: Date): Promise<void> => {
      await collection.updateOne({ ...asRead(recharge), state: recharge.state }, { $set: { sentAt: now } });
    },
    /** Returns false when the recharge is no longer in state `from`. */
    move: async (
      { reference, accountId }: Recharge,
      from: RechargeState,
      to: RechargeState,
      now: Date,
    ): Promise<boolean> => {
      assertRechargeMove(from, to);
      const next = { state: to };
      const update: UpdateFilter<RechargeDocument> = isActive(next)
        ? { $set: next }
        : isUnfinished(next)
          ? { $set: { ...next, dueAt: now }, $unset: { active: '', leaseUntil: '', dueFailures: '' } }
          : { $set: next, $unset: over };
      const { matchedCount } = await collection.updateOne(
        { _id: rechargeSlot(reference), accountId, state: from },
        update,
      );
      if (to === 'given_up') leased.announce(now);
      return matchedCount > 0;
    },
    /** Ends a recharge that charged nothing. Returns false when the recharge has changed since it was read. */
    withdraw: async (recharge: Recharge): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { ...asRead(recharge), state: { $in: ['claimed', 'pending', 'given_up'] } },
        { $set: { state: 'withdrawn' }, $unset: over },
      );
      return matchedCount > 0;
    },
    /** Sets when the worker checks the recharge again. Does nothing when the recharge has changed since it was read. */
    defer: async (recharge: Recharge, until: Date): Promise<void> => {
      await leased.defer({ ...asRead(recharge), state: recharge.state }, until);
    },
  };
}

export function toRecharge(document: RechargeDocument): Recharge {
  const { reference, accountId, purposeId, attempt, amount, paymentMethod, state } = document;
  const { createdAt, sentAt } = document;
  return { reference, accountId, purposeId, attempt, amount, paymentMethod, state, createdAt, sentAt };
}
