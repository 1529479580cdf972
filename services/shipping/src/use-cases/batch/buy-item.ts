import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure, toFailure } from '@parcelyard/service-kit/failure';
import { purchaseId } from '@parcelyard/service-kit/ids';
import {
  type Batch,
  type BatchItem,
  type BatchOffer,
  belongsTo,
  type ItemOutcome,
  isGivenUp,
  termsOf,
} from '../../domain/batch/batch';
import type { Purchase } from '../../domain/purchase';
import { OUT_OF_TIME } from '../../domain/purchase-step';
import type { BatchPorts } from '../../ports';
import { purchaseLabel } from '../purchase/purchase-label';

/**
 * Buys the label of an item, or finds out what became of it; undefined when that is still open.
 * @param resumed somebody may have bought, or tried to, without writing it down
 */
export async function buyItem(
  ports: BatchPorts,
  batch: Batch,
  item: BatchItem,
  resumed: boolean,
): Promise<ItemOutcome | undefined> {
  const { accountId } = batch;
  const { orderId, labelGeneration } = item;
  try {
    const before = resumed ? await standing(ports, batch, item) : 'untried';
    if (before !== 'untried') return before;
    const terms = termsOf(batch, item.offer as BatchOffer);
    const { purchase } = await purchaseLabel(ports, { accountId, orderId, labelGeneration, terms });
    return belongsTo(purchase, batch) ? bought(purchase) : boughtElsewhere(orderId);
  } catch (error) {
    return afterError(ports, batch, item, error);
  }
}

async function afterError(
  ports: BatchPorts,
  batch: Batch,
  item: BatchItem,
  error: unknown,
): Promise<ItemOutcome | undefined> {
  const definite = error instanceof DomainError && error.code !== 'unresolved' && !isOutOfTime(error);
  if (definite) return { status: 'failed', error: toFailure(error) };
  ports.logger.warn({ batchId: batch.id, orderId: item.orderId, err: error }, 'label of a batch is open');
  const now = await standing(ports, batch, item);
  return now === 'untried' ? undefined : now;
}

/** What the order's latest purchase says of the item; `untried` when the batch has to buy, or to buy once more. */
async function standing(
  { purchases, clock }: BatchPorts,
  batch: Batch,
  { orderId }: BatchItem,
): Promise<ItemOutcome | 'untried'> {
  const { accountId } = batch;
  const generation = await purchases.lastGeneration(accountId, orderId);
  const latest = generation > 0 && (await purchases.find(accountId, purchaseId(orderId, generation)));
  const givenUp = isGivenUp(batch, clock.now());
  if (!latest || !belongsTo(latest, batch)) return givenUp ? GIVEN_UP : 'untried';
  switch (latest.state) {
    case 'created':
    case 'held':
    case 'carrier_sent':
    case 'unknown':
    case 'labelled':
    case 'captured':
      return { status: 'purchasing', purchaseId: latest.id };
    case 'failed': {
      const error = latest.failure ?? OUT_OF_TIME;
      // Cut short before its carrier was asked: the batch still wants it.
      if (isOutOfTime(error) && !givenUp) return 'untried';
      return { status: 'failed', purchaseId: latest.id, error };
    }
    default:
      return bought(latest);
  }
}

const isOutOfTime = ({ reason }: { reason: string }): boolean => reason === OUT_OF_TIME.reason;

const bought = ({ id, label }: Purchase): ItemOutcome => ({
  status: 'purchased',
  purchaseId: id,
  ...(label ? { trackingNumber: label.trackingNumber } : {}),
});

const boughtElsewhere = (orderId: number): ItemOutcome => ({
  status: 'failed',
  error: failure('already_exists', 'labelled_outside_batch', { orderId }),
});

const GIVEN_UP: ItemOutcome = {
  status: 'failed',
  error: failure('unavailable', 'batch_label_not_begun', {}),
};
