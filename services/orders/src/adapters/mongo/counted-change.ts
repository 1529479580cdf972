import type { Order } from '../../domain/order';
import type { OrderStatus } from '../../domain/order-status';
import { type DayFigures, daysOf, difference, figuresOf } from '../../domain/report-figures';

/** The effect of a write on the lists and reports of an account. */
export interface CountedChange {
  /** Absent for a new order. Equal to `to` when the status stays and another part of the order's list row changed. */
  from?: OrderStatus;
  to: OrderStatus;
  /** The number of orders; 1 when absent. */
  orders?: number;
  /** Returns the figures that the change adds to reports, by day in the given time zone. */
  figuresIn?: (timeZone: string) => DayFigures;
}

/** Returns the change of one order, for lists and reports. */
export const changeOf = (before: Order | undefined, after: Order): CountedChange => ({
  ...(before && { from: before.status }),
  to: after.status,
  figuresIn: (timeZone) => differenceBy(daysOf(timeZone), before, after),
});

/**
 * Returns whether the change may affect reports. A figure that moves to another instant may move to another day in the
 * time zone.
 */
export const changesReports = (before: Order, after: Order, timeZone: string): boolean =>
  differenceBy((at) => at.toISOString(), before, after).size > 0 ||
  differenceBy(daysOf(timeZone), before, after).size > 0;

const differenceBy = (dayOf: (at: Date) => string, before: Order | undefined, after: Order): DayFigures =>
  difference(before ? figuresOf(before, dayOf) : new Map(), figuresOf(after, dayOf));
