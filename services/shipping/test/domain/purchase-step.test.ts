import { failure as refusal } from '@parcelyard/service-kit/failure';
import { purchaseId } from '@parcelyard/service-kit/ids';
import type { Purchase } from '@parcelyard/shipping/domain/purchase';
import { PURCHASE_STATES, type PurchaseState } from '@parcelyard/shipping/domain/purchase-state';
import {
  CARRIER_SETTLES_MS,
  canTrustLookUp,
  isStale,
  nextPause,
  nextStep,
  RESUME_WINDOW_MS,
  voidPause,
} from '@parcelyard/shipping/domain/purchase-step';
import { someTerms } from '../support/some-terms';

const begun = new Date('2026-03-02T15:00:00Z');
const after = (ms: number) => new Date(begun.getTime() + ms);

const aPurchase = (state: PurchaseState, rest: Partial<Purchase> = {}): Purchase => ({
  id: purchaseId(7, 1, '5eed'),
  accountId: 1,
  orderId: 7,
  generation: 1,
  carrierReference: 'pur_7_1_a1_0',
  state,
  fence: 1,
  terms: someTerms,
  createdAt: begun,
  updatedAt: begun,
  ...rest,
});

const STEPS: readonly (readonly [PurchaseState, string | undefined])[] = [
  ['created', 'buy'],
  ['carrier_sent', 'look_up'],
  ['unknown', 'look_up'],
  ['labelled', 'complete'],
  ['done', undefined],
  ['failed', undefined],
  ['void_requested', 'void'],
  ['refund_due', 'refund'],
  ['refunded', undefined],
];

test.each(STEPS)('after state %s the next step is %s', (state, step) => {
  expect(nextStep(aPurchase(state))).toBe(step);
});

test('every state has a next step', () => {
  expect(STEPS.map(([state]) => state).sort()).toEqual([...PURCHASE_STATES].sort());
});

const failure = refusal('carrier_refused', 'carrier_refused', { words: 'No.' });

test.each(['created', 'carrier_sent', 'unknown'] as const)(
  'a purchase that failed in state %s is compensated',
  (state) => {
    expect(nextStep(aPurchase(state, { failure }))).toBe('compensate');
  },
);

test('a purchase with a label is never compensated', () => {
  expect(nextStep(aPurchase('labelled', { failure }))).not.toBe('compensate');
});

test('a purchase is stale after its resume window', () => {
  const purchase = aPurchase('created');
  expect(isStale(purchase, after(RESUME_WINDOW_MS))).toBe(false);
  expect(isStale(purchase, after(RESUME_WINDOW_MS + 1))).toBe(true);
});

test("a carrier's answer that it has no label counts only after its settling time", () => {
  const purchase = aPurchase('unknown', { sentAt: begun });
  expect(canTrustLookUp(purchase, after(CARRIER_SETTLES_MS - 1))).toBe(false);
  expect(canTrustLookUp(purchase, after(CARRIER_SETTLES_MS))).toBe(true);
  expect(canTrustLookUp(aPurchase('unknown'), after(CARRIER_SETTLES_MS))).toBe(false);
});

test('a carrier that does not answer and sold nothing is given up within 45 seconds, look-ups included', () => {
  let now = begun;
  while (!canTrustLookUp(aPurchase('unknown', { sentAt: begun }), now)) {
    now = new Date(now.getTime() + nextPause(begun, now));
  }
  expect(now.getTime() - begun.getTime()).toBeLessThan(35_000);
});

test('pauses grow from one second to ten seconds', () => {
  expect([0, 1_000, 4_000, 16_000, 600_000].map((ms) => nextPause(begun, after(ms)))).toEqual([
    1_000, 1_000, 2_000, 8_000, 10_000,
  ]);
});

test.each([
  [0, 1_000],
  [1_000, 1_000],
  [60_000, 30_000],
  [86_400_000, 3_600_000],
])('a carrier that has not answered a void for %i ms is asked again after %i ms', (taken, pause) => {
  expect(voidPause(begun, after(taken))).toBe(pause);
});
