import pMap from 'p-map';
import { type Batch, type BatchItem, endOf, isDecided } from '../../domain/batch/batch';
import type { BatchPorts } from '../../ports';
import { buyItem } from './buy-item';
import { topUpBatch } from './top-up-batch';

/**
 * Labels bought at one time. They are begun in the batch's order; more would gain little, for the ledger takes an
 * account's holds one after another, and would let other purchases of the account wait.
 */
const CONCURRENCY = 6;

/** Milliseconds until labels are looked at again of which nobody knows yet whether they were bought. */
const LOOK_AGAIN_MS = 1_500;

/**
 * Takes a batch from where it stands to its end: one top-up before the first label, then ordinary purchases from the
 * first unfinished item on. One item failing never stops the rest; each result is one conditional write.
 * @param isStopping the process is about to end: no further label is begun, and the next process goes on
 * @throws LeaseLostError when another driver has taken over
 */
export async function runBatch(ports: BatchPorts, taken: Batch, isStopping: () => boolean): Promise<void> {
  const { batches, logger } = ports;
  const resumed = taken.status === 'purchasing';
  const batch = resumed ? taken : await topUpBatch(ports, taken);
  if (!batch) return;
  const log = { batchId: batch.id, accountId: batch.accountId };
  if (resumed) logger.info(log, 'taking up a batch');

  let leaseLost: unknown;
  const settle = async (item: BatchItem, position: number): Promise<BatchItem> => {
    if (isDecided(item) || isStopping() || leaseLost) return item;
    const outcome = await buyItem(ports, batch, item, resumed);
    if (!outcome) return item;
    try {
      await batches.settleItem(batch, position, outcome);
    } catch (error) {
      leaseLost = error;
      throw error;
    }
    ports.failPoint('batch-2-item-settled');
    return { ...item, ...outcome };
  };
  const items = await pMap(batch.items, settle, { concurrency: CONCURRENCY });

  if (isStopping()) return batches.defer(batch, 0);
  if (!items.every(isDecided)) return batches.defer(batch, LOOK_AGAIN_MS);
  await makeLabelSheets(ports, { ...batch, items });
  await batches.finish(batch, endOf(items));
  logger.info({ ...log, status: endOf(items) }, 'batch finished');
}

/** A batch ends also without its file, which is then made when it is first asked for. */
async function makeLabelSheets({ labelSheets, logger }: BatchPorts, batch: Batch): Promise<void> {
  try {
    await labelSheets.make(batch);
  } catch (error) {
    logger.error(
      { batchId: batch.id, accountId: batch.accountId, err: error },
      'labels of a batch not merged',
    );
  }
}
