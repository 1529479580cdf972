import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Sweeper } from '@parcelyard/events/sweeper';
import type { Db } from 'mongodb';
import type { Batch } from '../../domain/batch/batch';
import type { BatchPorts } from '../../ports';
import { FencedOut } from '../../ports';
import { runBatch } from '../../use-cases/batch/run-batch';
import { BATCHES, type BatchDocument, toBatch } from '../mongo/batch-document';
import { BATCH_LEASE_MS } from '../mongo/batch-store';

/** Batches of different accounts under way at one time. */
const AT_ONE_TIME = 4;
const INTERVAL_MS = 1_000;

/** Buys queued batches and takes up those whose driver has gone. Stopping it begins no further label. */
export function startBatchWorker(db: Db, ports: BatchPorts): Sweeper {
  let stopping = false;
  const worker = startDueWorker<BatchDocument>({
    collection: db.collection<BatchDocument>(BATCHES),
    name: 'batches',
    leaseMs: BATCH_LEASE_MS,
    clock: ports.clock,
    logger: ports.logger,
    batch: AT_ONE_TIME,
    intervalMs: INTERVAL_MS,
    handle: (document) => keepingItsLease(ports, toBatch(document), () => stopping),
  });
  return {
    wake: worker.wake,
    stop: () => {
      stopping = true;
      return worker.stop();
    },
  };
}

/** One label may take longer than the lease, so a heartbeat renews it while anything is under way. */
async function keepingItsLease(ports: BatchPorts, batch: Batch, isStopping: () => boolean): Promise<void> {
  let lost = false;
  const heartbeat = setInterval(() => {
    ports.batches.keep(batch).catch((error: unknown) => {
      if (error instanceof FencedOut) lost = true;
    });
  }, BATCH_LEASE_MS / 3);
  try {
    await runBatch(ports, batch, () => isStopping() || lost);
  } catch (error) {
    // Somebody else goes on with it.
    if (!(error instanceof FencedOut)) throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
