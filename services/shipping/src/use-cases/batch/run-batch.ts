import pMap from 'p-map';
import { type Batch, type BatchItem, endOf, type ItemOutcome, isDecided } from '../../domain/batch/batch';
import { outcomeOf } from '../../domain/batch/item-outcome';
import type { BatchPorts } from '../../ports';
import { endBatchReservation, withdrawBatch } from './admit-batch';
import { buyItem } from './buy-item';
import { rechargeForBatch } from './recharge-for-batch';
import { createOutcomeWriter } from './write-outcomes';

/**
 * The most labels that are bought at the same time, unless a carrier allows fewer. Up to about this number, purchases
 * at the same time share database commits and so cost less. More purchases would only wait for the CPU and delay the
 * account's other purchases.
 */
const CONCURRENCY = 12;

/** The pause before labels with an unknown outcome are checked again. */
const LOOK_AGAIN_MS = 1_500;

/**
 * Runs a batch to its end: charges the card once, then buys the labels. A label that fails does not stop the others.
 * Results are saved several times a second, and all of them before the batch ends. After a crash, the next process
 * first reads what was bought.
 * @param isStopping true when the process is about to end; then no further label is bought, and another process
 * continues
 * @throws LeaseLostError when another process runs the batch
 */
export async function runBatch(ports: BatchPorts, taken: Batch, isStopping: () => boolean): Promise<void> {
  const { batches, logger } = ports;
  if (taken.admission === 'refused') return withdrawBatch(ports, taken);
  const resumed = taken.status === 'purchasing';
  const batch = resumed ? taken : await rechargeForBatch(ports, taken);
  if (!batch) return;
  const log = { batchId: batch.id, accountId: batch.accountId };
  if (resumed) logger.info(log, 'continuing a batch');

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
 * Starts to make the PDF of the labels when the batch has ended. If somebody opens the PDF's link before the PDF is
 * finished, that request waits for the file or makes it.
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

/** Reads the results of items from their purchases. A process that crashed may not have saved them in the batch. */
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
