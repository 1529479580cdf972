import { failure } from '@parcelyard/service-kit/failure';
import type { Purchase } from '../purchase';
import { CARRIER_BUSY, OUT_OF_TIME } from '../purchase-step';
import { type Batch, belongsTo, type ItemOutcome, isGivenUp } from './batch';

/**
 * Returns an item's result, from the order's last purchase. `untried` means that the batch must still buy the label:
 * the item has no purchase in this batch, or its purchase failed for a temporary reason.
 */
export function outcomeOf(batch: Batch, latest: Purchase | undefined, now: Date): ItemOutcome | 'untried' {
  const givenUp = isGivenUp(batch, now);
  if (!latest || !belongsTo(latest, batch)) return givenUp ? GIVEN_UP : 'untried';
  switch (latest.state) {
    case 'created':
    case 'carrier_sent':
    case 'unknown':
    case 'labelled':
      return { status: 'purchasing', purchaseId: latest.id };
    case 'failed': {
      const error = latest.failure ?? OUT_OF_TIME;
      if (isTemporary(error) && !givenUp) return 'untried';
      return { status: 'failed', purchaseId: latest.id, error };
    }
    default:
      return bought(latest);
  }
}

/**
 * Returns whether the batch should try again to buy the label, because no carrier was asked yet or the carrier was too
 * busy.
 */
export const isTemporary = ({ reason }: { reason: string }): boolean =>
  reason === OUT_OF_TIME.reason || reason === CARRIER_BUSY;

export const bought = ({ id, label }: Purchase): ItemOutcome => ({
  status: 'purchased',
  purchaseId: id,
  ...(label ? { trackingNumber: label.trackingNumber } : {}),
});

const GIVEN_UP: ItemOutcome = {
  status: 'failed',
  error: failure('unavailable', 'batch_label_not_begun', {}),
};
