import { purchaseId } from '@parcelyard/service-kit/ids';
import type { Purchase } from '@parcelyard/shipping/domain/purchase';
import { PURCHASE_STATES, type PurchaseState } from '@parcelyard/shipping/domain/purchase-state';
import { refusesVoid } from '@parcelyard/shipping/domain/voiding';
import { someTerms } from '../support/some-terms';

const at = new Date('2026-03-02T15:00:00Z');
const aPurchase = (state: PurchaseState): Purchase => ({
  id: purchaseId(7, 1, '5eed'),
  accountId: 1,
  orderId: 7,
  generation: 1,
  carrierReference: 'pur_7_1_a1_0',
  state,
  fence: 1,
  terms: someTerms,
  createdAt: at,
  updatedAt: at,
});
const labelled = { orderId: 7, status: 'PrintLabel', hasLabel: true };
const bare = { orderId: 7, status: 'ChooseShipping', hasLabel: false };

test.each(['PrintLabel', 'LabelPrinted', 'WaitingForPickup', 'Deleted'])(
  'the label of an order in %s can be voided',
  (status) => {
    expect(refusesVoid({ ...labelled, status }, aPurchase('done'))).toBeUndefined();
  },
);

test.each(['InTransit', 'DeliveryFailure', 'Delivered', 'ReturnedToSender', 'ReturnComplete'])(
  'the label of an order in %s cannot be voided: its parcel was scanned',
  (status) => {
    expect(refusesVoid({ ...labelled, status }, aPurchase('done'))).toBe('parcel_scanned');
  },
);

test.each(PURCHASE_STATES.filter((state) => state !== 'done' && state !== 'void_requested'))(
  'a purchase in %s has no label that can be voided',
  (state) => {
    expect(refusesVoid(labelled, aPurchase(state))).toBe('label_being_bought');
  },
);

test('a running void can be requested again', () => {
  expect(refusesVoid(labelled, aPurchase('void_requested'))).toBeUndefined();
});

test('an order without a label has another reason than one whose label was voided', () => {
  expect(refusesVoid(bare, undefined)).toBe('no_label_to_void');
  expect(refusesVoid(bare, aPurchase('failed'))).toBe('no_label_to_void');
  for (const state of ['refund_due', 'refunded'] as const) {
    expect(refusesVoid(bare, aPurchase(state))).toBe('label_voided');
  }
});
