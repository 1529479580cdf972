import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure, toFailure } from '@parcelyard/service-kit/failure';
import {
  type Batch,
  type BatchItem,
  type BatchOffer,
  belongsTo,
  type ItemOutcome,
  termsOf,
} from '../../domain/batch/batch';
import { bought, isTemporary, outcomeOf } from '../../domain/batch/item-outcome';
import type { BatchPorts } from '../../ports';
import { purchaseLabel } from '../purchase/purchase-label';

/** Buys the label of an item. Returns undefined while the outcome is unknown. */
export async function buyItem(
  ports: BatchPorts,
  batch: Batch,
  item: BatchItem,
): Promise<ItemOutcome | undefined> {
  const { accountId } = batch;
  const { orderId, labelGeneration } = item;
  try {
    const terms = termsOf(batch, item.offer as BatchOffer);
    const { purchase } = await purchaseLabel(ports, { accountId, orderId, labelGeneration, terms });
    return belongsTo(purchase, batch) ? bought(purchase) : boughtOutsideBatch(orderId);
  } catch (error) {
    const definite = error instanceof DomainError && error.code !== 'unresolved' && !isTemporary(error);
    if (definite) return { status: 'failed', error: toFailure(error) };
    ports.logger.warn({ batchId: batch.id, orderId, err: error }, 'label of a batch is open');
    return outcomeOfEarlierAttempt(ports, batch, item);
  }
}

async function outcomeOfEarlierAttempt(
  { purchases, clock }: BatchPorts,
  batch: Batch,
  { orderId }: BatchItem,
): Promise<ItemOutcome | undefined> {
  const latest = await purchases.latestOfOrders(batch.accountId, [orderId]);
  const outcome = outcomeOf(batch, latest.get(orderId), clock.now());
  return outcome === 'untried' ? undefined : outcome;
}

const boughtOutsideBatch = (orderId: number): ItemOutcome => ({
  status: 'failed',
  error: failure('already_exists', 'labelled_outside_batch', { orderId }),
});
