import pMap from 'p-map';
import { type Batch, type BatchItem, endOf, type ItemOutcome, isDecided } from '../../domain/batch/batch';
import { outcomeOf } from '../../domain/batch/item-outcome';
import type { BatchPorts } from '../../ports';
import { endBatchReservation, withdrawBatch } from './admit-batch';
import { buyItem } from './buy-item';
import { topUpBatch } from './top-up-batch';
import { createOutcomeWriter } from './write-outcomes';

/**
 * Labels bought at one time, unless a carrier of the batch bears fewer. They are begun in the batch's order. Writes that
 * come together share a commit, so that more at one time cost less each, up to about this many; beyond it they only wait
 * for the processor, and let other purchases of the account wait for the ledger.
 */
const CONCURRENCY = 12;

/** Milliseconds until labels are looked at again of which nobody knows yet whether they were bought. */
const LOOK_AGAIN_MS = 1_500;

/**
 * Takes a batch from where it stands to its end: one top-up before the first label, then ordinary purchases of the items
 * that are open. One item failing never stops the rest. What becomes of items is written down a few times a second, and
 * all of it before the batch ends; a batch that is taken up asks the purchases first.
 * @param isStopping the process is about to end: no further label is begun, and the next process goes on
 * @throws LeaseLostError when another driver has taken over
 */
export async function runBatch(ports: BatchPorts, taken: Batch, isStopping: () => boolean): Promise<void> {
  const { batches, logger } = ports;
  if (taken.admission === 'refused') return withdrawBatch(ports, taken);
  const resumed = taken.status === 'purchasing';
  const batch = resumed ? taken : await topUpBatch(ports, taken);
  if (!batch) return;
  const log = { batchId: batch.id, accountId: batch.accountId };
  if (resumed) logger.info(log, 'taking up a batch');

  const known = resumed ? await knownOutcomes(ports, batch) : new Map<number, ItemOutcome>();
  const writer = createOutcomeWriter(async (outcomes) => {
    await batches.settleItems(batch, outcomes);
    ports.failPoint('batch-2-items-settled');
  });
  const settle = async (item: BatchItem, position: number): Promise<BatchItem> => {
    if (isDecided(item) || isStopping() || writer.hasFailed()) return item;
    const outcome = known.get(item.orderId) ?? (await buyItem(ports, batch, item));
    if (!outcome) return item;
    writer.add(position, outcome);
    return { ...item, ...outcome };
  };
  const items = await pMap(batch.items, settle, { concurrency: salesAtOnce(ports, batch) });
  await writer.end();

  if (isStopping()) return batches.defer(batch, 0);
  if (!items.every(isDecided)) return batches.defer(batch, LOOK_AGAIN_MS);
  await endBatchReservation(ports, batch);
  ports.failPoint('batch-3-reservation-ended');
  await batches.finish(batch, endOf(items));
  logger.info({ ...log, status: endOf(items) }, 'batch finished');
  makeLabelSheets(ports, { ...batch, items, status: endOf(items) });
}

/**
 * Starts after the batch has ended, which does not wait for it. Whoever opens the link earlier waits for it, or makes
 * the file.
 */
function makeLabelSheets({ labelSheets, logger }: BatchPorts, batch: Batch): void {
  labelSheets.make(batch).catch((error: unknown) => {
    const log = { batchId: batch.id, accountId: batch.accountId, err: error };
    logger.warn(log, 'labels of a batch are merged when they are first opened');
  });
}

function salesAtOnce({ carriers }: BatchPorts, { items }: Batch): number {
  const offers = items.flatMap(({ offer }) => offer ?? []);
  const asked = carriers.all.filter(({ seller, code }) =>
    offers.some((offer) => offer.seller === seller && offer.carrier === code),
  );
  return Math.min(CONCURRENCY, ...asked.map(({ declaration }) => declaration.salesAtOnce ?? CONCURRENCY));
}

/** What the purchases say of open items that somebody bought, or tried to, perhaps without writing it down. */
async function knownOutcomes(
  { purchases, clock }: BatchPorts,
  batch: Batch,
): Promise<Map<number, ItemOutcome>> {
  const open = batch.items.filter((item) => !isDecided(item)).map(({ orderId }) => orderId);
  const latest = await purchases.latestOfOrders(batch.accountId, open);
  const outcomes = open.flatMap((orderId) => {
    const outcome = outcomeOf(batch, latest.get(orderId), clock.now());
    return outcome === 'untried' ? [] : [[orderId, outcome] as const];
  });
  return new Map(outcomes);
}
