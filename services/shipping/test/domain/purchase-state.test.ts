import {
  assertMove,
  canBeCompensated,
  canMove,
  isUnfinished,
  ownsOrder,
  PURCHASE_STATES,
  type PurchaseState,
  TRANSITIONS,
} from '@parcelyard/shipping/domain/purchase-state';

/**
 * The allowed moves between states, written a second time by hand. So nobody can change the product's table by mistake
 * without a failing test.
 */
const ALLOWED: readonly (readonly [PurchaseState, PurchaseState])[] = [
  ['created', 'carrier_sent'],
  ['created', 'failed'],
  ['carrier_sent', 'labelled'],
  ['carrier_sent', 'unknown'],
  ['carrier_sent', 'failed'],
  ['unknown', 'labelled'],
  ['unknown', 'failed'],
  ['labelled', 'done'],
  ['done', 'void_requested'],
  ['void_requested', 'refund_due'],
  ['void_requested', 'done'],
  ['refund_due', 'refunded'],
];

const isAllowed = (from: PurchaseState, to: PurchaseState) =>
  ALLOWED.some(([a, b]) => a === from && b === to);

const REFUSED = PURCHASE_STATES.flatMap((from) =>
  PURCHASE_STATES.filter((to) => !isAllowed(from, to)).map((to) => [from, to] as const),
);

test.each(ALLOWED)('a purchase can go from %s to %s', (from, to) => {
  expect(canMove(from, to)).toBe(true);
  expect(() => assertMove(from, to)).not.toThrow();
});

test.each(REFUSED)('a purchase cannot go from %s to %s', (from, to) => {
  expect(canMove(from, to)).toBe(false);
  expect(() => assertMove(from, to)).toThrow(`A purchase cannot go from ${from} to ${to}.`);
});

test('every state can be reached from created', () => {
  const reached = new Set<PurchaseState>(['created']);
  for (const state of reached) for (const next of TRANSITIONS[state]) reached.add(next);
  expect([...reached].sort()).toEqual([...PURCHASE_STATES].sort());
});

test('a purchase with a label is never compensated after a failure', () => {
  const givable = PURCHASE_STATES.filter(canBeCompensated);
  expect(givable).toEqual(['created', 'carrier_sent', 'unknown']);
});

test('an order can have another purchase only after a failure or a void of its label', () => {
  expect(PURCHASE_STATES.filter((state) => !ownsOrder(state))).toEqual(['refund_due', 'refunded', 'failed']);
});

test('a purchase is finished only when it is done, failed or refunded', () => {
  expect(PURCHASE_STATES.filter((state) => !isUnfinished(state))).toEqual(['done', 'refunded', 'failed']);
});
