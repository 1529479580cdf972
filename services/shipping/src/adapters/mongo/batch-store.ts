import { batchQueued } from '@parcelyard/events/batch-queued';
import { LeasedCollection } from '@parcelyard/events/leased-collection';
import { createOutboxEntry } from '@parcelyard/events/outbox-entry';
import type { Clock } from '@parcelyard/service-kit/clock';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { Db, Filter } from 'mongodb';
import { type Batch, isActive } from '../../domain/batch/batch';
import type { BatchStore } from '../../ports';
import { BATCHES, type BatchDocument, toBatch } from './batch-document';

export const leasedBatches = (db: Db, clock: Clock) =>
  new LeasedCollection<BatchDocument>({ collection: db.collection(BATCHES), clock, leaseMs: 12_000 });

interface Dependencies {
  db: Db;
  clock: Clock;
  /** Called after a batch was queued with its event. */
  wakeRelay(): void;
}

export function createBatchStore({ db, clock, wakeRelay }: Dependencies): BatchStore {
  const leased = leasedBatches(db, clock);
  const { collection } = leased;
  const ids = createSequence(db, BATCHES, FIRST_ID);
  const one = (document: BatchDocument | null) => (document ? toBatch(document) : undefined);
  const held = ({ id, accountId, fence }: Batch): Filter<BatchDocument> => ({ _id: id, accountId, fence });

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
      await leased.write(held(batch), { $set: { status: 'purchasing', startedAt, ...leased.newLease() } });
      return { ...batch, status: 'purchasing', startedAt };
    },

    settleItem: async (batch, position, outcome) => {
      const item = `items.${position}`;
      const fields = Object.entries(outcome).map(([field, value]) => [`${item}.${field}`, value]);
      await leased.write(
        { ...held(batch), [`${item}.status`]: { $in: ['queued', 'purchasing'] } } as Filter<BatchDocument>,
        { $set: { ...Object.fromEntries(fields), ...leased.newLease() } },
      );
    },

    defer: async (batch, pauseMs) => {
      await leased.defer(held(batch), pauseMs);
    },

    finish: (batch, status) =>
      leased.finish(held(batch), {
        $set: { status, active: isActive({ status }), finishedAt: clock.now() },
      }),

    fail: (batch, error) =>
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
        // Before it began, exactly the items with an offer are open.
        { arrayFilters: [{ 'open.offer': { $exists: true } }] },
      ),
  };
}

const FIRST_ID = 301;
