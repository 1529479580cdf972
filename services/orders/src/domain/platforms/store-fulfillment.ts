import type { Failure } from '@parcelyard/contracts/common';

export type StoreFulfillmentState =
  /** The store has not been told yet. */
  | 'pending'
  | 'waiting_for_print'
  | 'fulfilled'
  /** The store's order had no lines that were still to be sent. */
  | 'not_needed'
  /** The label was voided, and the store has not been told yet. */
  | 'withdrawing'
  | 'withdrawn'
  /** The store refused our message, for the reason in `failure`. We may send the message again. */
  | 'failed';

/** Whether an order's store was told about its label. Stored on the order. */
export interface StoreFulfillment {
  state: StoreFulfillmentState;
  purchaseId: string;
  at: Date;
  failure?: Failure | undefined;
}

/**
 * True when the store may show the order as sent because of our message. We have sent the message, have tried to, or
 * soon will. Or the label was voided, and the store does not know that yet.
 */
export const isFulfilledByUs = ({
  storeFulfillment,
}: {
  storeFulfillment?: StoreFulfillment | undefined;
}): boolean => storeFulfillment !== undefined && OURS.has(storeFulfillment.state);

const OURS: ReadonlySet<StoreFulfillmentState> = new Set(['pending', 'fulfilled', 'withdrawing', 'failed']);
