import { type Batch, countsOf, isForOrders, type RatedOrder } from '../../domain/batch/batch';
import { canBuyAny } from '../../domain/batch/batch-refusal';
import type { BatchPorts } from '../../ports';

/** Within this time, a request for the same orders is taken as a repetition. */
const REPEAT_MS = 86_400_000;

/**
 * Returns the account's last batch if this request only repeats the request that began this batch. This is assumed when
 * the batch is not older than a day, is for the same orders and has bought labels, and when no label can be bought for
 * these orders now.
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
