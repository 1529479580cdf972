import type { Order } from '../../domain/order';
import type { OrderStatus } from '../../domain/order-status';
import { type DayFigures, daysOf, difference, figuresOf } from '../../domain/report-figures';

/** What a write changes in the totals and reports of an account. */
export interface CountedChange {
  /** The status before the change. Absent for a new order; equal to `to` when the change keeps the status. */
  from?: OrderStatus;
  to: OrderStatus;
  /** How many orders change; 1 when absent. */
  orders?: number;
  /** Returns the figures that the change adds to reports, by day in the given time zone. */
  figuresIn?: (timeZone: string) => DayFigures;
}

/** Returns what a change of one order changes in totals and reports. */
export const changeOf = (before: Order | undefined, after: Order): CountedChange => ({
  ...(before && { from: before.status }),
  to: after.status,
  figuresIn: (timeZone) => differenceBy(daysOf(timeZone), before, after),
});

/**
 * Returns whether the change may affect reports. Even if a figure only moves to another time of the same day, the
 * result is true, because in another time zone the two times may be on different days.
 */
export const changesReports = (before: Order, after: Order, timeZone: string): boolean =>
  differenceBy((at) => at.toISOString(), before, after).size > 0 ||
  differenceBy(daysOf(timeZone), before, after).size > 0;

const differenceBy = (dayOf: (at: Date) => string, before: Order | undefined, after: Order): DayFigures =>
  difference(before ? figuresOf(before, dayOf) : new Map(), figuresOf(after, dayOf));
