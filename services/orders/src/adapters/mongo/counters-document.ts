import type { OrderStatus } from '../../domain/order-status';

/** How many orders of one account are in each status. */
export interface CountersDocument {
  /** The account's id. */
  _id: number;
  accountId: number;
  /** Raised by whoever takes over changes that were left behind; owners of an older epoch can apply nothing more. */
  epoch: number;
  /** Grows with every applied change: what was read at one revision holds until the next. */
  revision: number;
  counts: Partial<Record<OrderStatus, number>>;
  /** Ids of applied changes that may still stand in their orders. Short. */
  applied: string[];
}
