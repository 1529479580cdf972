import type { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Running } from '@parcelyard/service-kit/run-program';
import { type RunImportDependencies, runImport } from '../../use-cases/platforms/run-import';
import { type ImportJobDocument, toImportJob } from '../mongo/import-job-store';

interface Dependencies extends RunImportDependencies {
  leased: LeasedCollection<ImportJobDocument>;
  logger: Logger;
}

const CONCURRENCY = 4;

/**
 * Runs queued imports and continues imports of crashed processes. When the process is to stop, its imports read no
 * further page.
 */
export function startImportWorker({ leased, logger, ...dependencies }: Dependencies): Running {
  return startDueWorker({
    leased,
    // Reading one page may take longer than the lease.
    renews: true,
    name: 'imports',
    logger,
    concurrency: CONCURRENCY,
    handle: (document, { mustEnd }) => runImport(dependencies, toImportJob(document), mustEnd),
  });
}
