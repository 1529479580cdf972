import { failure } from '@parcelyard/service-kit/failure';
import { purchaseId } from '@parcelyard/service-kit/ids';
import type { Batch } from '@parcelyard/shipping/domain/batch/batch';
import { outcomeOf } from '@parcelyard/shipping/domain/batch/item-outcome';
import type { Purchase } from '@parcelyard/shipping/domain/purchase';
import { PURCHASE_STATES, type PurchaseState } from '@parcelyard/shipping/domain/purchase-state';
import { OUT_OF_TIME } from '@parcelyard/shipping/domain/purchase-step';

const batch = { id: 301, createdAt: new Date(0) } as Batch;
const SOON = new Date(60_000);
const LATE = new Date(660_000);
const id = purchaseId(1, 1, '5eed');
const purchase = (state: PurchaseState, changes: object = {}) =>
  ({ id, state, terms: { batchId: 301 }, label: { trackingNumber: '9400' }, ...changes }) as Purchase;

describe('an item of a batch is', () => {
  const EXPECTED: Readonly<Record<PurchaseState, string>> = {
    created: 'purchasing',
    carrier_sent: 'purchasing',
    unknown: 'purchasing',
    labelled: 'purchasing',
    done: 'purchased',
    failed: 'failed',
    void_requested: 'purchased',
    refund_due: 'purchased',
    refunded: 'purchased',
  };

  it.each(PURCHASE_STATES)('decided by its purchase in state %s', (state) => {
    const error = failure('carrier_refused', 'carrier_refused', { words: 'No.' });
    const outcome = outcomeOf(batch, purchase(state, { failure: error }), SOON);
    expect(outcome).toMatchObject({ status: EXPECTED[state], purchaseId: id });
    if (state === 'failed') expect(outcome).toMatchObject({ error });
    if (state === 'done') expect(outcome).toMatchObject({ trackingNumber: '9400' });
  });

  it('tried for ten minutes while it has no purchase, or only purchases outside the batch', () => {
    for (const latest of [undefined, purchase('failed', { terms: {} }), purchase('done', { terms: {} })]) {
      expect(outcomeOf(batch, latest, SOON)).toBe('untried');
      expect(outcomeOf(batch, latest, LATE)).toMatchObject({
        status: 'failed',
        error: { reason: 'batch_label_not_begun' },
      });
    }
  });

  it('tried again for ten minutes when it stopped before its carrier was called', () => {
    const cut = purchase('failed', { failure: OUT_OF_TIME });
    expect(outcomeOf(batch, cut, SOON)).toBe('untried');
    expect(outcomeOf(batch, cut, LATE)).toMatchObject({ status: 'failed', error: OUT_OF_TIME });
  });
});
