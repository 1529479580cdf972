import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Sweeper } from '@parcelyard/events/sweeper';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Db } from 'mongodb';
import { type RunImportDependencies, runImport } from '../../use-cases/platforms/run-import';
import { leasedImportJobs, toImportJob } from '../mongo/import-job-store';

interface Dependencies extends RunImportDependencies {
  db: Db;
  logger: Logger;
}

/** Imports of different stores in work at one time. */
const CONCURRENCY = 4;

/** Runs queued imports and resumes those whose process has gone. Stopping it begins no further page. */
export function startImportWorker({ db, logger, ...dependencies }: Dependencies): Sweeper {
  let stopping = false;
  const worker = startDueWorker({
    leased: leasedImportJobs(db, dependencies.clock),
    // One page may take longer than the lease.
    renews: true,
    name: 'imports',
    logger,
    concurrency: CONCURRENCY,
    handle: (document, lease) =>
      runImport(dependencies, toImportJob(document), () => stopping || lease.isLost()),
  });
  return {
    wake: worker.wake,
    stop: () => {
      stopping = true;
      return worker.stop();
    },
  };
}
