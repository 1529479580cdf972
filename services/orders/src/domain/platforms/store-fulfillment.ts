import type { Failure } from '@parcelyard/contracts/common';

export type StoreFulfillmentState =
  /** The store is about to be told. */
  | 'pending'
  | 'waiting_for_print'
  | 'fulfilled'
  /** Nothing was open there. */
  | 'not_needed'
  /** The label was voided: the store's fulfillment is about to be canceled. */
  | 'withdrawing'
  | 'withdrawn'
  /** The store refused it, for the reason in the other field; it can be repeated. */
  | 'failed';

/** What an order's store has been told of its label; kept on the order. */
export interface StoreFulfillment {
  state: StoreFulfillmentState;
  purchaseId: string;
  at: Date;
  failure?: Failure | undefined;
}

/** Whether a store that calls the order fulfilled says so because we did it, or because it has not taken it back yet. */
export const isFulfilledByUs = ({
  storeFulfillment,
}: {
  storeFulfillment?: StoreFulfillment | undefined;
}): boolean => storeFulfillment !== undefined && OURS.has(storeFulfillment.state);

const OURS: ReadonlySet<StoreFulfillmentState> = new Set(['pending', 'fulfilled', 'withdrawing', 'failed']);
