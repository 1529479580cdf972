/** Where a purchase stands. `failed` and `refunded` are ends; `done` is one unless the label is voided. */
export type PurchaseState = keyof typeof TRANSITIONS;

/**
 * Every move that a purchase can make. Up to `carrier_sent` it can still be given back whole; from `labelled` there is
 * a label at the carrier, so it only goes forward. `unknown`: the carrier gave no answer and the held money waits.
 */
export const TRANSITIONS = {
  created: ['carrier_sent', 'failed'],
  carrier_sent: ['labelled', 'unknown', 'failed'],
  unknown: ['labelled', 'failed'],
  labelled: ['done'],
  done: ['void_requested'],
  /** Back to `done` when the carrier rejects the void. */
  void_requested: ['voided', 'done'],
  voided: ['refund_due'],
  refund_due: ['refunded'],
  refunded: [],
  failed: [],
} as const satisfies Record<string, readonly string[]>;

export const PURCHASE_STATES = Object.keys(TRANSITIONS) as readonly PurchaseState[];

export function canMove(from: PurchaseState, to: PurchaseState): boolean {
  return (TRANSITIONS[from] as readonly PurchaseState[]).includes(to);
}

/** @throws Error for a move that the table does not have: that is a fault of ours, never of a caller's */
export function assertMove(from: PurchaseState, to: PurchaseState): void {
  if (!canMove(from, to)) throw new Error(`A purchase cannot go from ${from} to ${to}.`);
}

/** States in which the purchase owns its order: no other purchase of that order may begin. */
export function ownsOrder(state: PurchaseState): boolean {
  return state !== 'failed' && state !== 'refund_due' && state !== 'refunded';
}

/** States in which somebody must still do something for the purchase to come to rest. */
export function isUnfinished(state: PurchaseState): boolean {
  return state !== 'done' && state !== 'failed' && state !== 'refunded';
}

/** States in which a bought label is on its way back and its order does not know yet. */
export function isVoiding(state: PurchaseState): boolean {
  return state === 'void_requested' || state === 'voided';
}

/** States from a void's request until its money is back. */
export const AWAITING_REFUND: PurchaseState[] = ['void_requested', 'voided', 'refund_due'];

/** States of a label that its carrier has taken back. */
export function isVoided(state: PurchaseState): boolean {
  return state === 'voided' || state === 'refund_due' || state === 'refunded';
}

/** States in which its label was sold and paid, whatever became of it since. */
export function isPaid(state: PurchaseState): boolean {
  return state === 'done' || isVoiding(state) || isVoided(state);
}

/** States in which nothing was bought for certain, so that giving the money back is possible. */
export function canBeCompensated(state: PurchaseState): boolean {
  return canMove(state, 'failed');
}
