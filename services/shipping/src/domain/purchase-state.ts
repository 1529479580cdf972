/** The state of a purchase. `failed` and `refunded` are final. `done` is final, too, unless the label is voided. */
export type PurchaseState = keyof typeof TRANSITIONS;

/**
 * All allowed moves between states. Up to `carrier_sent`, the money can be returned. In `unknown`, the carrier did not
 * answer, and the money stays reserved until it is known whether there is a label. From `labelled` on there is a label,
 * so the purchase can only be completed.
 */
export const TRANSITIONS = {
  created: ['carrier_sent', 'failed'],
  carrier_sent: ['labelled', 'unknown', 'failed'],
  unknown: ['labelled', 'failed'],
  labelled: ['done'],
  done: ['void_requested'],
  /**
   * The carrier is asked to void the label. If the carrier agrees, the label is removed from the order. If the carrier
   * refuses, the state is `done` again.
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

/** @throws Error for a move that is not allowed. Only a mistake in our own code can cause such a move. */
export function assertMove(from: PurchaseState, to: PurchaseState): void {
  if (!canMove(from, to)) throw new Error(`A purchase cannot go from ${from} to ${to}.`);
}

/** Returns whether a purchase in this state prevents other purchases of its order. */
export function ownsOrder(state: PurchaseState): boolean {
  return state !== 'failed' && state !== 'refund_due' && state !== 'refunded';
}

export function isUnfinished(state: PurchaseState): boolean {
  return state !== 'done' && state !== 'failed' && state !== 'refunded';
}

/** The states from the request of a void to the refund. */
export const AWAITING_REFUND: PurchaseState[] = ['void_requested', 'refund_due'];

/** Returns whether the carrier has voided the label. A voided label is removed from its order. */
export function isVoided(state: PurchaseState): boolean {
  return state === 'refund_due' || state === 'refunded';
}

/** Returns whether the label was sold and paid, even if it was voided later. */
export function isPaid(state: PurchaseState): boolean {
  return state === 'done' || state === 'void_requested' || isVoided(state);
}

/**
 * Returns whether the purchase may fail and its money be returned. As soon as the carrier has confirmed the sale, this
 * is no longer possible.
 */
export function canBeCompensated(state: PurchaseState): boolean {
  return canMove(state, 'failed');
}
