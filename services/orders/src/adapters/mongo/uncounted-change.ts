import type { Order } from '../../domain/order';
import type { OrderStatus } from '../../domain/order-status';
import { addTo, type DayFigures, difference, type Figures, figuresOf } from '../../domain/report-figures';

/**
 * A change of an order that its account's counters do not count yet. It is written into the order by the very update
 * that makes the change, and removed some time after the counters have it (docs/counters-and-reports.md).
 */
export interface UncountedChange {
  /** Of its one present owner; claiming it gives it a new id. Orders that were changed together share it. */
  id: string;
  /** The account's epoch at which the owner may count it. */
  epoch: number;
  /** Absent: the order is new. The same as `to`: it changed otherwise. */
  from?: OrderStatus;
  to: OrderStatus;
  /** What it adds to the account's reports; absent when it adds nothing. */
  days?: DayChange[];
  at: Date;
}

interface DayChange {
  day: string;
  add: Figures;
}

/** One order and a change that it carries. */
export interface CarriedChange {
  orderId: number;
  change: UncountedChange;
}

/** What the change of an order adds to reports; nothing when it adds nothing. */
export function reportDays(
  before: Order | undefined,
  after: Order,
): Pick<UncountedChange, 'days'> | undefined {
  const days = difference(before ? figuresOf(before) : new Map(), figuresOf(after));
  return days.size === 0 ? undefined : { days: [...days].map(([day, add]) => ({ day, add })) };
}

/** What these changes add to the counters' document, by path. */
export function incrementsOf(carried: readonly CarriedChange[]): Record<string, number> {
  const sum: Record<string, number> = {};
  const days: DayFigures = new Map();
  const add = (path: string, number: number) => {
    sum[path] = (sum[path] ?? 0) + number;
  };
  for (const { change } of carried) {
    if (change.from !== change.to) {
      add(`counts.${change.to}`, 1);
      if (change.from) add(`counts.${change.from}`, -1);
    }
    for (const { day, add: figures } of change.days ?? []) addTo(days, day, figures);
    if (change.days) add('waiting', 1);
  }
  return { ...sum, ...figureIncrements(days) };
}

export const figureIncrements = (days: DayFigures): Record<string, number> =>
  Object.fromEntries(
    [...days].flatMap(([day, figures]) =>
      Object.entries(figures).map(([key, number]) => [`figures.${day}.${key}`, number]),
    ),
  );
