import type { Order } from '../../domain/order';
import type { OrderStatus } from '../../domain/order-status';
import { type DayFigures, difference, figuresOf } from '../../domain/report-figures';

/** What a write changes of the lists and reports of an account. */
export interface CountedChange {
  /** Absent: the order is new. The same as `to`: a row of lists changed otherwise. */
  from?: OrderStatus;
  to: OrderStatus;
  /** How many orders; 1 when absent. */
  orders?: number;
  /** What it adds to reports, by day. */
  figures?: DayFigures;
}

/** The change of one order. */
export const changeOf = (before: Order | undefined, after: Order): CountedChange => ({
  ...(before && { from: before.status }),
  to: after.status,
  figures: difference(before ? figuresOf(before) : new Map(), figuresOf(after)),
});
