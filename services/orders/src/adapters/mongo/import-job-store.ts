import { syncRequested } from '@parcelyard/events/event-type';
import { type DueDocument, LeasedCollection } from '@parcelyard/events/leased-collection';
import { createOutboxEntry, type OutboxDocument } from '@parcelyard/events/outbox-entry';
import type { Clock } from '@parcelyard/service-kit/clock';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { Db, Filter } from 'mongodb';
import { type ImportJob, NO_COUNTS } from '../../domain/platforms/import-job';
import type { ImportJobStore } from '../../ports';
import { IMPORT_JOBS } from './platform-indexes';

export interface ImportJobDocument extends DueDocument, OutboxDocument, Omit<ImportJob, 'id' | 'accountId'> {
  _id: number;
  accountId: number;
  v: 1;
  fence: number;
  dueFailures?: number;
  /** True until the job ends. */
  active: boolean;
}

export const leasedImportJobs = (db: Db, clock: Clock) =>
  new LeasedCollection<ImportJobDocument>({ collection: db.collection(IMPORT_JOBS), clock, leaseMs: 12_000 });

const FIRST_ID = 401;

interface Dependencies {
  db: Db;
  clock: Clock;
  /** Called after a job was queued with its event. */
  wakeRelay(): void;
}

export function createImportJobStore({ db, clock, wakeRelay }: Dependencies): ImportJobStore {
  const leased = leasedImportJobs(db, clock);
  const { collection } = leased;
  const ids = createSequence(db, IMPORT_JOBS, FIRST_ID);
  const one = (document: ImportJobDocument | null) => (document ? toImportJob(document) : undefined);
  const held = ({ id, accountId, fence }: ImportJob): Filter<ImportJobDocument> => ({
    _id: id,
    accountId,
    fence,
  });

  return {
    queue: async ({ accountId, createdAt, ...job }) => {
      const id = await ids.next();
      const event = { eventId: `sync_requested:${id}`, accountId, occurredAt: createdAt };
      const document: ImportJobDocument = {
        _id: id,
        v: 1,
        accountId,
        ...job,
        status: 'queued',
        active: true,
        fetchedAll: false,
        counts: NO_COUNTS,
        errors: [],
        fence: 0,
        createdAt,
        dueAt: createdAt,
        outbox: [createOutboxEntry(syncRequested, event, { accountId, jobId: id })],
      };
      try {
        await collection.insertOne(document);
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
      wakeRelay();
      return toImportJob(document);
    },

    findActive: async (accountId, platform) =>
      one(await collection.findOne({ accountId, platform, active: true })),
    find: async (accountId, id) => one(await collection.findOne({ _id: id, accountId })),
    findLatest: async (accountId, platform) =>
      one(await collection.findOne({ accountId, platform }, { sort: { _id: -1 } })),

    begin: async (job) => {
      const begun = { status: 'running', startedAt: clock.now() } as const;
      await leased.write(held(job), { $set: { ...begun, ...leased.newLease() } });
      return { ...job, ...begun };
    },
    savePage: async (job, { cursor, ...page }) => {
      await leased.write(held(job), {
        $set: { ...page, ...(cursor === undefined ? {} : { cursor }), ...leased.newLease() },
        $unset: { dueFailures: '', busyAnswers: '' },
      });
      return { ...job, ...page, cursor, dueFailures: undefined, busyAnswers: undefined };
    },
    defer: async (job) => {
      await leased.defer(held(job), 0);
    },
    deferForStore: async (job, pauseMs) => {
      await leased.defer(held(job), pauseMs, { $inc: { busyAnswers: 1 } });
    },
    finish: (job, status, error) =>
      leased.finish(held(job), {
        $set: { status, active: false, finishedAt: clock.now() },
        ...(error ? { $push: { errors: error } } : {}),
      }),
  };
}

export function toImportJob({
  _id,
  v,
  active,
  outbox,
  dueAt,
  leaseUntil,
  ...rest
}: ImportJobDocument): ImportJob {
  return { ...rest, id: _id, accountId: toAccountId(rest.accountId) };
}
