import type { Failure } from '@parcelyard/contracts/common';

export type StoreFulfillmentState =
  /** The store will be notified next. */
  | 'pending'
  | 'waiting_for_print'
  | 'fulfilled'
  /** The store had no open part to fulfill. */
  | 'not_needed'
  /** The label was voided. The store's fulfillment will be withdrawn next. */
  | 'withdrawing'
  | 'withdrawn'
  /** The store refused, for the reason in `failure`; the write-back can be repeated. */
  | 'failed';

/** What was sent to an order's store about its label. Stored on the order. */
export interface StoreFulfillment {
  state: StoreFulfillmentState;
  purchaseId: string;
  at: Date;
  failure?: Failure | undefined;
}

/**
 * Returns whether a store shows the order as fulfilled because of us: we reported the fulfillment, or our withdrawal
 * has not arrived yet.
 */
export const isFulfilledByUs = ({
  storeFulfillment,
}: {
  storeFulfillment?: StoreFulfillment | undefined;
}): boolean => storeFulfillment !== undefined && OURS.has(storeFulfillment.state);

const OURS: ReadonlySet<StoreFulfillmentState> = new Set(['pending', 'fulfilled', 'withdrawing', 'failed']);
