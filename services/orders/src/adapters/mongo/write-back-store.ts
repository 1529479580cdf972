import { type DueDocument, LeasedCollection, requesting } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { repeatIfDuplicate } from '@parcelyard/service-kit/mongo/repeat-if-duplicate';
import type { Db, UpdateFilter, WithId } from 'mongodb';
import type { PlatformName } from '../../domain/platforms/platform-name';
import type { ReportedFulfillment, StoreOrderRef } from '../../domain/platforms/write-back';
import { WRITE_BACKS } from './platform-indexes';

/** What was sent to an order's store about its label, and whether more is to be sent. One document per order. */
export interface WriteBackDocument extends DueDocument {
  _id: number;
  v: 1;
  platform: PlatformName;
  externalId: string;
  told: ReportedFulfillment[];
  /** True when the store refused. Nothing more is sent until somebody requests it again. */
  failed?: boolean;
  /** How many times in a row the store answered that it is busy. */
  busyAnswers?: number;
}

export type WriteBack = WithId<WriteBackDocument>;

export const leasedWriteBacks = (db: Db, clock: Clock) =>
  new LeasedCollection<WriteBackDocument>({
    collection: db.collection(WRITE_BACKS),
    clock,
    leaseMs: 15_000,
    farthestMs: 60_000,
  });

export type WriteBackStore = ReturnType<typeof createWriteBackStore>;

/** @param leased the same object that the worker uses, so that the worker learns of requested work at once */
export function createWriteBackStore(leased: LeasedCollection<WriteBackDocument>) {
  const { collection, clock } = leased;
  const dueNow = (update: UpdateFilter<WriteBackDocument> = {}) =>
    requesting(clock.now(), { ...update, $unset: { failed: '', dueFailures: '', busyAnswers: '' } });

  return {
    /** Makes the order's write-back due. The write-back tells the order's store about the label. */
    request: async (accountId: number, orderId: number, { platform, externalId }: StoreOrderRef) => {
      await repeatIfDuplicate(() =>
        collection.updateOne(
          { _id: orderId, accountId },
          dueNow({ $setOnInsert: { v: 1, platform, externalId, told: [] } }),
          { upsert: true },
        ),
      );
      leased.announce();
    },

    /** Requests again the write-backs that stores refused: for one order, or for all orders of a platform. */
    retry: async (accountId: AccountId, which: { orderId: number } | { platform: string }) => {
      const filter =
        'orderId' in which ? { _id: which.orderId } : { platform: which.platform as PlatformName };
      await collection.updateMany({ ...filter, accountId, failed: true }, dueNow());
      leased.announce();
    },

    countFailed: (accountId: AccountId, platform: PlatformName): Promise<number> =>
      collection.countDocuments({ accountId, platform, failed: true }),

    /**
     * Saves what is about to be sent to the store, or what was sent.
     * @throws LeaseLostError
     */
    saveReported: async (document: WriteBack, told: readonly ReportedFulfillment[]): Promise<WriteBack> => {
      await leased.write(leased.held(document), { $set: { told: [...told], ...leased.newLease() } });
      return { ...document, told: [...told] };
    },

    /** Ends the write-back. If it was requested again while it was running, it is due again at once. */
    finish: async (document: WriteBack, outcome: { failed: boolean }): Promise<void> => {
      const update: UpdateFilter<WriteBackDocument> = {
        ...(outcome.failed ? { $set: { failed: true } } : {}),
        $unset: { dueFailures: '', busyAnswers: '' },
      };
      await leased.endTurn(document, { update, ifRequested: {} });
    },

    /** Repeats the work after the pause, because the store asked us to wait. */
    deferForStore: async (document: WriteBack, pauseMs: number): Promise<void> => {
      await leased.defer(leased.held(document), pauseMs, { $inc: { busyAnswers: 1 } });
    },
  };
}
