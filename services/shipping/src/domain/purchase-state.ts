/** The state of a purchase. `failed` and `refunded` are final; `done` is final unless the label is voided. */
export type PurchaseState = keyof typeof TRANSITIONS;

/**
 * All allowed moves of a purchase. Up to `carrier_sent`, all its money can be released. From `labelled` on, the carrier
 * has sold a label, so the purchase only moves forward. In `unknown`, the carrier did not answer and the money is still
 * held.
 */
export const TRANSITIONS = {
  created: ['carrier_sent', 'failed'],
  carrier_sent: ['labelled', 'unknown', 'failed'],
  unknown: ['labelled', 'failed'],
  labelled: ['done'],
  done: ['void_requested'],
  /**
   * The carrier is asked to void the label; then the order loses the label. If the carrier refuses the void, the state
   * is `done` again.
   */
  void_requested: ['refund_due', 'done'],
  refund_due: ['refunded'],
  refunded: [],
  failed: [],
} as const satisfies Record<string, readonly string[]>;

export const PURCHASE_STATES = Object.keys(TRANSITIONS) as readonly PurchaseState[];

export function canMove(from: PurchaseState, to: PurchaseState): boolean {
  return (TRANSITIONS[from] as readonly PurchaseState[]).includes(to);
}

/** @throws Error for a move that is not in the table. This is a bug, never the caller's error. */
export function assertMove(from: PurchaseState, to: PurchaseState): void {
  if (!canMove(from, to)) throw new Error(`A purchase cannot go from ${from} to ${to}.`);
}

/** States in which the purchase owns its order: no other purchase of the order may begin. */
export function ownsOrder(state: PurchaseState): boolean {
  return state !== 'failed' && state !== 'refund_due' && state !== 'refunded';
}

/** States in which the purchase still needs a step. */
export function isUnfinished(state: PurchaseState): boolean {
  return state !== 'done' && state !== 'failed' && state !== 'refunded';
}

/** States from the void request until the refund. */
export const AWAITING_REFUND: PurchaseState[] = ['void_requested', 'refund_due'];

/** States after the carrier has voided the label and the order no longer has it. */
export function isVoided(state: PurchaseState): boolean {
  return state === 'refund_due' || state === 'refunded';
}

/** States in which the label was sold and paid, even if it was voided later. */
export function isPaid(state: PurchaseState): boolean {
  return state === 'done' || state === 'void_requested' || isVoided(state);
}

/** States in which no sale is confirmed. The money can still be released. */
export function canBeCompensated(state: PurchaseState): boolean {
  return canMove(state, 'failed');
}
