import { batchQueued } from '@parcelyard/events/batch-queued';
import { createOutboxEntry } from '@parcelyard/events/outbox-entry';
import type { Clock } from '@parcelyard/service-kit/clock';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { Db, Filter, UpdateFilter, UpdateOptions } from 'mongodb';
import { type Batch, isActive } from '../../domain/batch/batch';
import { type BatchStore, FencedOut } from '../../ports';
import { BATCHES, type BatchDocument, toBatch } from './batch-document';

/** Milliseconds that a driver has a batch for itself without a sign of life; it gives one every third of that. */
export const BATCH_LEASE_MS = 12_000;

interface Dependencies {
  db: Db;
  clock: Clock;
  /** Called after a batch was queued with its event. */
  wakeRelay(): void;
}

export function createBatchStore({ db, clock, wakeRelay }: Dependencies): BatchStore {
  const collection = db.collection<BatchDocument>(BATCHES);
  const ids = createSequence(db, BATCHES, FIRST_ID);
  const one = (document: BatchDocument | null) => (document ? toBatch(document) : undefined);
  const mine = ({ id, accountId, fence }: Batch): Filter<BatchDocument> => ({ _id: id, accountId, fence });
  const lease = () => ({ leaseUntil: new Date(clock.now().getTime() + BATCH_LEASE_MS) });

  const write = async (
    batch: Batch,
    update: UpdateFilter<BatchDocument>,
    options: UpdateOptions = {},
  ): Promise<void> => {
    const { matchedCount } = await collection.updateOne(mine(batch), update, options);
    if (matchedCount === 0) throw new FencedOut(`Batch ${batch.id}`);
  };

  return {
    queue: async ({ accountId, createdAt, ...batch }) => {
      const id = await ids.next();
      const event = { eventId: `batch_queued:${id}`, accountId, occurredAt: createdAt };
      const document: BatchDocument = {
        _id: id,
        v: 1,
        accountId,
        status: 'queued',
        active: true,
        ...batch,
        fence: 0,
        createdAt,
        dueAt: createdAt,
        outbox: [createOutboxEntry(batchQueued, event, { accountId, batchId: id })],
      };
      try {
        await collection.insertOne(document);
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
      wakeRelay();
      return toBatch(document);
    },

    findActive: async (accountId) => one(await collection.findOne({ accountId, active: true })),
    find: async (accountId, id) => one(await collection.findOne({ _id: id, accountId })),
    findLatest: async (accountId) => one(await collection.findOne({ accountId }, { sort: { _id: -1 } })),

    begin: async (batch) => {
      const startedAt = clock.now();
      await write(batch, { $set: { status: 'purchasing', startedAt, ...lease() } });
      return { ...batch, status: 'purchasing', startedAt };
    },

    settleItem: async (batch, position, outcome) => {
      const item = `items.${position}`;
      const fields = Object.entries(outcome).map(([field, value]) => [`${item}.${field}`, value]);
      const { matchedCount } = await collection.updateOne(
        { ...mine(batch), [`${item}.status`]: { $in: ['queued', 'purchasing'] } } as Filter<BatchDocument>,
        { $set: { ...Object.fromEntries(fields), ...lease() } },
      );
      if (matchedCount === 0) throw new FencedOut(`Batch ${batch.id}`);
    },

    keep: (batch) => write(batch, { $set: lease() }),

    putOff: async (batch, pauseMs) => {
      const dueAt = new Date(clock.now().getTime() + pauseMs);
      await collection.updateOne(mine(batch), { $set: { dueAt }, $unset: { leaseUntil: '' } });
    },

    finish: (batch, status) =>
      write(batch, {
        $set: { status, active: isActive({ status }), finishedAt: clock.now() },
        $unset: { dueAt: '', leaseUntil: '' },
      }),

    fail: (batch, error) =>
      write(
        batch,
        {
          $set: {
            status: 'failed',
            active: false,
            finishedAt: clock.now(),
            'items.$[open].status': 'failed',
            'items.$[open].error': error,
          },
          $unset: { dueAt: '', leaseUntil: '' },
        },
        // Before it began, exactly the items with an offer are open.
        { arrayFilters: [{ 'open.offer': { $exists: true } }] },
      ),
  };
}

const FIRST_ID = 301;
