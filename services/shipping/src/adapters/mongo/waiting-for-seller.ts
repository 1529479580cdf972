import type { Db } from 'mongodb';
import { isUnfinished, PURCHASE_STATES, type PurchaseState } from '../../domain/purchase-state';
import { PURCHASES, type PurchaseDocument } from './purchase-document';

const NEED_NO_SELLER: readonly PurchaseState[] = ['created', 'refund_due'];
const NEED_SELLER = PURCHASE_STATES.filter((state) => isUnfinished(state) && !NEED_NO_SELLER.includes(state));

/** The most purchases that are read. If there are more, the metric is too low, but an alert is then on anyway. */
const SAMPLE = 2_000;

/** Counts the unfinished purchases whose seller is no longer configured, by seller. */
export async function waitingForSeller(
  db: Db,
  configured: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const waiting = await db
    .collection<PurchaseDocument>(PURCHASES)
    .find(
      { dueAt: { $gt: new Date(0) }, state: { $in: NEED_SELLER } },
      { projection: { 'terms.seller': 1 }, limit: SAMPLE },
    )
    .toArray();
  const counts = new Map<string, number>();
  for (const { terms } of waiting) {
    if (configured.includes(terms.seller)) continue;
    counts.set(terms.seller, (counts.get(terms.seller) ?? 0) + 1);
  }
  return counts;
}
