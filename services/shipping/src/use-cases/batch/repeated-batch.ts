import { type Batch, countsOf, isForOrders, type RatedOrder } from '../../domain/batch/batch';
import { canBuyAny } from '../../domain/batch/batch-refusal';
import type { BatchPorts } from '../../ports';

/** A confirm of the same orders that comes within this time after a batch's own is the same confirm once more. */
const REPEAT_MS = 86_400_000;

/**
 * The batch that a confirm repeats after its end: nothing can be bought, for that batch has bought it.
 */
export async function repeatedBatch(
  { batches, clock }: BatchPorts,
  { accountId, orderIds }: { accountId: number; orderIds: readonly number[] },
  orders: readonly RatedOrder[],
): Promise<Batch | undefined> {
  if (canBuyAny(orders)) return undefined;
  const latest = await batches.findLatest(accountId);
  if (!latest || clock.now().getTime() - latest.createdAt.getTime() > REPEAT_MS) return undefined;
  if (countsOf(latest.items).purchased === 0) return undefined;
  const found = orders.map(({ orderId }) => orderId);
  return isForOrders(latest, orderIds, found) ? latest : undefined;
}
