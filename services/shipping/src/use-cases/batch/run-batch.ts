import pMap from 'p-map';
import { type Batch, type BatchItem, endOf, type ItemOutcome, isDecided } from '../../domain/batch/batch';
import { outcomeOf } from '../../domain/batch/item-outcome';
import type { BatchPorts } from '../../ports';
import { endBatchReservation, withdrawBatch } from './admit-batch';
import { buyItem } from './buy-item';
import { rechargeForBatch } from './recharge-for-batch';
import { createOutcomeWriter } from './write-outcomes';

/**
 * Maximum labels bought at the same time, unless a carrier of the batch allows fewer. The labels begin in the batch's
 * order. Up to about this number, labels bought together share database commits, so each label costs less. Above this
 * number, labels only wait for the CPU and delay the account's other purchases in the ledger.
 */
const CONCURRENCY = 12;

/** Milliseconds until labels with an unknown outcome are checked again. */
const LOOK_AGAIN_MS = 1_500;

/**
 * Runs a batch to its end: one recharge before the first label, then ordinary purchases of the open items. A failed
 * item does not stop the rest. Outcomes are saved several times a second, and all of them before the batch ends. A
 * resumed batch first reads the purchases.
 * @param isStopping true when the process is about to end; then no further label is begun, and another process
 * continues
 * @throws LeaseLostError when another process has taken over
 */
export async function runBatch(ports: BatchPorts, taken: Batch, isStopping: () => boolean): Promise<void> {
  const { batches, logger } = ports;
  if (taken.admission === 'refused') return withdrawBatch(ports, taken);
  const resumed = taken.status === 'purchasing';
  const batch = resumed ? taken : await rechargeForBatch(ports, taken);
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
 * Starts merging the labels after the batch has ended, without delaying the end. If the link is opened earlier, the
 * request waits for the file or starts the merge.
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

/**
 * Reads the outcomes of open items from their purchases. A crashed process may not have saved these outcomes in the
 * batch.
 */
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
