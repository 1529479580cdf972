import { type DueDocument, finishing, LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Db, Filter } from 'mongodb';
import {
  type ImportError,
  type ImportJob,
  type ImportJobStatus,
  NO_COUNTS,
} from '../../domain/platforms/import-job';
import type { PlatformName } from '../../domain/platforms/platform-name';
import { IMPORT_JOBS } from './platform-indexes';

export interface ImportJobDocument extends DueDocument, Omit<ImportJob, 'id' | 'accountId'> {
  _id: number;
  accountId: number;
  v: 1;
  fence: number;
  dueFailures?: number;
  /** True until the import has ended. */
  active: boolean;
  /** When a scheduled job was created. Absent when a user requested the job. */
  scheduledAt?: Date;
}

export const leasedImportJobs = (db: Db, clock: Clock) =>
  new LeasedCollection<ImportJobDocument>({
    collection: db.collection(IMPORT_JOBS),
    clock,
    leaseMs: 12_000,
    farthestMs: 60_000,
  });

const FIRST_ID = 401;

interface Dependencies {
  leased: LeasedCollection<ImportJobDocument>;
  sequences: Sequences;
}

export function createImportJobStore({ leased, sequences }: Dependencies) {
  const { collection, clock } = leased;
  const ids = sequences.create(IMPORT_JOBS, FIRST_ID);
  const one = (document: ImportJobDocument | null) => (document ? toImportJob(document) : undefined);
  const held = ({ id, accountId, fence }: ImportJob): Filter<ImportJobDocument> => ({
    _id: id,
    accountId,
    fence,
  });

  return {
    /** Queues an import. Returns undefined while another job of the store is active. */
    queue: async ({
      accountId,
      createdAt,
      scheduled,
      ...job
    }: Pick<ImportJob, 'accountId' | 'platform' | 'store' | 'storeName' | 'window' | 'createdAt'> & {
      /** True when the import was not requested by a person. */
      scheduled: boolean;
    }): Promise<ImportJob | undefined> => {
      const id = await ids.next();
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
        created: [],
        updated: [],
        fence: 0,
        createdAt,
        ...(scheduled ? { scheduledAt: createdAt } : {}),
        dueAt: createdAt,
      };
      if (!(await unlessDuplicate(collection.insertOne(document)))) return undefined;
      leased.announce(createdAt);
      return toImportJob(document);
    },

    findActive: async (accountId: AccountId, platform: PlatformName): Promise<ImportJob | undefined> =>
      one(await collection.findOne({ accountId, platform, active: true })),
    find: async (accountId: AccountId, id: number): Promise<ImportJob | undefined> =>
      one(await collection.findOne({ _id: id, accountId })),
    findLatest: async (accountId: AccountId, platform: PlatformName): Promise<ImportJob | undefined> =>
      one(await collection.findOne({ accountId, platform }, { sort: { _id: -1 } })),

    /** Ends the import of a store that is no longer connected. The process that runs it can save nothing more. */
    endActive: async (accountId: AccountId, platform: PlatformName, error: ImportError): Promise<void> => {
      await collection.updateOne(
        { accountId, platform, active: true },
        finishing<ImportJobDocument>({
          $set: { status: 'failed', active: false, finishedAt: clock.now() },
          $push: { errors: error },
          $inc: { fence: 1 },
        }),
      );
    },

    /** @throws LeaseLostError */
    begin: async (job: ImportJob): Promise<ImportJob> => {
      const begun = { status: 'running', startedAt: clock.now() } as const;
      await leased.write(held(job), { $set: { ...begun, ...leased.newLease() } });
      return { ...job, ...begun };
    },
    /** Saves counts, errors and the position of the next page in one update. @throws LeaseLostError */
    savePage: async (job: ImportJob, { cursor, ...page }: SavedPage): Promise<ImportJob> => {
      await leased.write(held(job), {
        $set: { ...page, ...(cursor === undefined ? {} : { cursor }), ...leased.newLease() },
        $unset: { dueFailures: '', busyAnswers: '' },
      });
      return { ...job, ...page, cursor, dueFailures: undefined, busyAnswers: undefined };
    },
    /** Releases the job, so that another process can run it. */
    defer: async (job: ImportJob): Promise<void> => {
      await leased.defer(held(job), 0);
    },
    /** Postpones the import, because the store asked us to wait, and increases `busyAnswers`. */
    deferForStore: async (job: ImportJob, pauseMs: number): Promise<void> => {
      await leased.defer(held(job), pauseMs, { $inc: { busyAnswers: 1 } });
    },
    /** @throws LeaseLostError */
    finish: (job: ImportJob, status: ImportJobStatus, error?: ImportError): Promise<void> =>
      leased.finish(held(job), {
        $set: { status, active: false, finishedAt: clock.now() },
        ...(error ? { $push: { errors: error } } : {}),
      }),
  };
}

export type ImportJobStore = ReturnType<typeof createImportJobStore>;

type SavedPage = Pick<
  ImportJob,
  'counts' | 'errors' | 'created' | 'updated' | 'cursor' | 'fetchedAll' | 'pages' | 'bytes'
>;

export function toImportJob({
  _id,
  v,
  active,
  dueAt,
  leaseUntil,
  scheduledAt,
  ...rest
}: ImportJobDocument): ImportJob {
  return { ...rest, id: _id, accountId: toAccountId(rest.accountId) };
}
