import type { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Worker } from '@parcelyard/due-work/worker';
import type { Logger } from '@parcelyard/service-kit/logger';
import {
  type RunWriteBackDependencies,
  runWriteBack,
} from '../../use-cases/platforms/write-back/run-write-back';
import type { WriteBackDocument } from '../mongo/write-back-store';

interface Dependencies extends RunWriteBackDependencies {
  leased: LeasedCollection<WriteBackDocument>;
  logger: Logger;
}

/** How many stores are notified at one time. */
const CONCURRENCY = 8;

/** Tells stores about labels, and continues the work of crashed processes. */
export const startWriteBackWorker = ({ leased, logger, ...dependencies }: Dependencies): Worker =>
  startDueWorker({
    leased,
    logger,
    name: 'write-backs',
    concurrency: CONCURRENCY,
    // A store may take longer to answer than the lease.
    renews: true,
    handle: (document) => runWriteBack(dependencies, document),
  });
