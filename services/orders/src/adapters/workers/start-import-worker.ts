import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Sweeper } from '@parcelyard/events/sweeper';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Db } from 'mongodb';
import type { ImportJob } from '../../domain/platforms/import-job';
import { FencedOut } from '../../ports';
import { type RunImportDependencies, runImport } from '../../use-cases/platforms/run-import';
import { IMPORT_LEASE_MS, type ImportJobDocument, toImportJob } from '../mongo/import-job-store';
import { IMPORT_JOBS } from '../mongo/platform-indexes';

interface Dependencies extends RunImportDependencies {
  db: Db;
  logger: Logger;
}

/** Imports of different stores under way at one time. */
const CONCURRENCY = 4;

/** Does queued imports and takes up those whose driver has gone. Stopping it begins no further page. */
export function startImportWorker({ db, logger, ...dependencies }: Dependencies): Sweeper {
  let stopping = false;
  const worker = startDueWorker<ImportJobDocument>({
    collection: db.collection<ImportJobDocument>(IMPORT_JOBS),
    name: 'imports',
    leaseMs: IMPORT_LEASE_MS,
    clock: dependencies.clock,
    logger,
    batch: CONCURRENCY,
    handle: (document) => keepingItsLease(dependencies, toImportJob(document), () => stopping),
  });
  return {
    wake: worker.wake,
    stop: () => {
      stopping = true;
      return worker.stop();
    },
  };
}

/** One page may take longer than the lease, so a heartbeat renews it while anything is under way. */
async function keepingItsLease(
  dependencies: RunImportDependencies,
  job: ImportJob,
  isStopping: () => boolean,
): Promise<void> {
  let lost = false;
  const heartbeat = setInterval(() => {
    dependencies.jobs.keep(job).catch((error: unknown) => {
      if (error instanceof FencedOut) lost = true;
    });
  }, IMPORT_LEASE_MS / 3);
  try {
    await runImport(dependencies, job, () => isStopping() || lost);
  } catch (error) {
    // Somebody else goes on with it.
    if (!(error instanceof FencedOut)) throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
