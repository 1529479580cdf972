import type { Failure } from '@parcelyard/contracts/common';

export type StoreFulfillmentState =
  /** The store is to be told next. */
  | 'pending'
  | 'waiting_for_print'
  | 'fulfilled'
  /** Nothing was open in the store. */
  | 'not_needed'
  /** The label was voided; the store's fulfillment is to be canceled next. */
  | 'withdrawing'
  | 'withdrawn'
  /** The store refused it, for the reason in `failure`; it can be repeated. */
  | 'failed';

/** What an order's store was told about its label; stored on the order. */
export interface StoreFulfillment {
  state: StoreFulfillmentState;
  purchaseId: string;
  at: Date;
  failure?: Failure | undefined;
}

/** Whether a store calls the order fulfilled because we told it so, or because our withdrawal has not arrived yet. */
export const isFulfilledByUs = ({
  storeFulfillment,
}: {
  storeFulfillment?: StoreFulfillment | undefined;
}): boolean => storeFulfillment !== undefined && OURS.has(storeFulfillment.state);

const OURS: ReadonlySet<StoreFulfillmentState> = new Set(['pending', 'fulfilled', 'withdrawing', 'failed']);
