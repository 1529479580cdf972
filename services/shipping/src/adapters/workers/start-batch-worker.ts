import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Sweeper } from '@parcelyard/events/sweeper';
import type { Db } from 'mongodb';
import type { BatchPorts } from '../../ports';
import { runBatch } from '../../use-cases/batch/run-batch';
import { toBatch } from '../mongo/batch-document';
import { leasedBatches } from '../mongo/batch-store';

/** Batches of different accounts in work at one time. */
const CONCURRENCY = 4;

/** Buys queued batches and resumes those whose process has gone. Stopping it begins no further label. */
export function startBatchWorker(db: Db, ports: BatchPorts): Sweeper {
  let stopping = false;
  const worker = startDueWorker({
    leased: leasedBatches(db, ports.clock),
    // One label may take longer than the lease.
    renews: true,
    name: 'batches',
    logger: ports.logger,
    concurrency: CONCURRENCY,
    handle: (document, lease) => runBatch(ports, toBatch(document), () => stopping || lease.isLost()),
  });
  return {
    wake: worker.wake,
    stop: () => {
      stopping = true;
      return worker.stop();
    },
  };
}
