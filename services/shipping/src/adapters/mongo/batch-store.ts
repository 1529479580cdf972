import type { Failure, Page } from '@parcelyard/contracts/common';
import { type DueDocument, dueIndex, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { readPage } from '@parcelyard/service-kit/mongo/read-page';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, Filter, IndexDescription } from 'mongodb';
import {
  type Batch,
  type BatchItem,
  type BatchStatus,
  type CountedItem,
  type ItemOutcome,
  isActive,
} from '../../domain/batch/batch';

export const BATCHES = 'batches';

export interface BatchDocument extends DueDocument, Omit<Batch, 'id'> {
  accountId: number;
  fence: number;
  _id: number;
  v: 1;
  active: boolean;
}

/** The index `one_active` allows one active batch per account. */
export const batchIndexes: readonly IndexDescription[] = [
  {
    key: { accountId: 1 },
    unique: true,
    partialFilterExpression: { active: true },
    name: 'one_active',
  },
  // Sorted by time and not by id, because each process takes its ids from a block of its own.
  { key: { accountId: 1, createdAt: -1, _id: -1 }, name: 'newest' },
  dueIndex,
];

export function toBatch({ _id, v, active, dueAt, leaseUntil, dueFailures, ...rest }: BatchDocument): Batch {
  return { id: _id, ...rest };
}

/**
 * A batch of an account with spending limits begins only after billing has accepted it. The call that made the batch
 * has this much time to ask billing. After that, a worker asks.
 */
const ADMITTED_WITHIN_MS = 15_000;

export const leasedBatches = (db: Db, clock: Clock) =>
  new LeasedCollection<BatchDocument>({
    collection: db.collection(BATCHES),
    clock,
    leaseMs: 12_000,
    farthestMs: ADMITTED_WITHIN_MS,
  });

interface Dependencies {
  leased: LeasedCollection<BatchDocument>;
  sequences: Sequences;
}

export type BatchStore = ReturnType<typeof createBatchStore>;
type NewBatch = Pick<
  Batch,
  | 'id'
  | 'accountId'
  | 'items'
  | 'tooDear'
  | 'shipFrom'
  | 'printSetting'
  | 'connectionKind'
  | 'timeZone'
  | 'approvalId'
  | 'admission'
  | 'createdAt'
>;

/** A batch with only the fields that a list shows. The offers of its orders are large, so they are left out. */
export interface ListedBatch
  extends Pick<Batch, 'id' | 'accountId' | 'status' | 'createdAt' | 'startedAt' | 'finishedAt'> {
  readonly items: readonly (CountedItem & Pick<BatchItem, 'purchaseId'>)[];
}

const NEWEST = { createdAt: -1, _id: -1 } as const;

const LISTED = {
  accountId: 1,
  status: 1,
  createdAt: 1,
  startedAt: 1,
  finishedAt: 1,
  'items.status': 1,
  'items.purchaseId': 1,
  'items.offer.postage': 1,
  'items.offer.insurance': 1,
  'items.offer.ownAccount': 1,
} as const;

/**
 * Each write checks that this process still runs the batch, and renews its lease.
 * @throws LeaseLostError when another process runs the batch
 */
export function createBatchStore({ leased, sequences }: Dependencies) {
  const { collection, clock } = leased;
  const ids = sequences.create(BATCHES, FIRST_ID);
  const one = (document: BatchDocument | null) => (document ? toBatch(document) : undefined);
  const held = ({ id, accountId, fence }: Batch): Filter<BatchDocument> => ({ _id: id, accountId, fence });

  return {
    nextId: () => ids.next(),

    /** Inserts a batch. Returns undefined when the account has an active batch. */
    queue: async ({ id, accountId, createdAt, ...batch }: NewBatch): Promise<Batch | undefined> => {
      const isPending = batch.admission === 'pending';
      const document: BatchDocument = {
        _id: id,
        v: 1,
        accountId,
        status: 'queued',
        active: true,
        ...batch,
        fence: 0,
        createdAt,
        dueAt: isPending ? new Date(createdAt.getTime() + ADMITTED_WITHIN_MS) : createdAt,
      };
      if (!(await unlessDuplicate(collection.insertOne(document)))) return undefined;
      leased.announce(document.dueAt);
      return toBatch(document);
    },

    /**
     * Lets the batch begin, because billing has agreed. Returns undefined when the batch no longer waits for billing.
     */
    admit: async ({ id, accountId }: Batch): Promise<Batch | undefined> => {
      const now = clock.now();
      const admitted = await collection.findOneAndUpdate(
        { _id: id, accountId, admission: 'pending' },
        { $set: { admission: 'reserved', dueAt: now } },
        { returnDocument: 'after' },
      );
      if (admitted) leased.announce(now);
      return one(admitted as BatchDocument | null);
    },

    /**
     * Ends the batch before it begins, because billing has refused. Returns false when the batch no longer waits for
     * billing, or when a worker has taken it.
     */
    refuse: async ({ id, accountId }: Batch): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { _id: id, accountId, admission: 'pending', fence: 0 },
        { $set: { admission: 'refused', status: 'failed', active: false, dueAt: clock.now() } },
      );
      return matchedCount > 0;
    },
    /** Deletes a refused batch, as if it had never been requested. */
    remove: async ({ id, accountId }: Batch): Promise<void> => {
      await collection.deleteOne({ _id: id, accountId, admission: 'refused' });
    },

    findActive: async (accountId: number) => one(await collection.findOne({ accountId, active: true })),
    find: async (accountId: number, id: number) =>
      one(await collection.findOne({ _id: id, accountId, ...NOT_REFUSED })),
    findLatest: async (accountId: number) =>
      one(await collection.findOne({ accountId, ...NOT_REFUSED }, { sort: NEWEST })),

    /** Returns one page of batches, newest first. */
    list: async (
      accountId: number,
      page: Page,
    ): Promise<{ batches: readonly ListedBatch[]; total: number }> => {
      const filter = { accountId, ...NOT_REFUSED };
      const { documents, total } = await readPage(collection, filter, NEWEST, page, { projection: LISTED });
      return { batches: documents.map(({ _id, ...batch }) => ({ id: _id, ...batch })), total };
    },

    begin: async (batch: Batch): Promise<Batch> => {
      const startedAt = clock.now();
      const { admission } = batch;
      const begun = { status: 'purchasing', startedAt, ...(admission && { admission }) } as const;
      await leased.write(held(batch), { $set: { ...begun, ...leased.newLease() } });
      return { ...batch, ...begun };
    },

    /** Saves the results of these items, by position. Only the process that runs the batch can write them. */
    settleItems: async (batch: Batch, outcomes: ReadonlyMap<number, ItemOutcome>) => {
      const fields = [...outcomes].flatMap(([position, outcome]) =>
        Object.entries(outcome).map(([field, value]) => [`items.${position}.${field}`, value]),
      );
      await leased.write(held(batch), { $set: { ...Object.fromEntries(fields), ...leased.newLease() } });
    },

    /** Makes the batch due again after the pause. Does nothing when another process runs the batch. */
    defer: async (batch: Batch, pauseMs: number) => {
      await leased.defer(held(batch), pauseMs);
    },

    finish: (batch: Batch, status: BatchStatus) =>
      leased.finish(held(batch), {
        $set: { status, active: isActive({ status }), finishedAt: clock.now() },
      }),

    /** Ends a batch that never began. Each item that waits for its label gets this error. */
    fail: (batch: Batch, error: Failure) =>
      leased.finish(
        held(batch),
        {
          $set: {
            status: 'failed',
            active: false,
            finishedAt: clock.now(),
            'items.$[open].status': 'failed',
            'items.$[open].error': error,
          },
        },
        // Items with an offer wait for their label. The others have failed already.
        { arrayFilters: [{ 'open.offer': { $exists: true } }] },
      ),
  };
}

const FIRST_ID = 301;

/** A batch that billing refused is never shown. */
const NOT_REFUSED = { admission: { $ne: 'refused' } } as const;
