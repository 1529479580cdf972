import { randomInt } from 'node:crypto';
import type { OrderStatus } from '../../domain/order-status';
import type { Figures } from '../../domain/report-figures';

/** Totals of one account's orders. */
export interface CountersDocument {
  /** The account's id. */
  _id: number;
  accountId: number;
  /**
   * Grows with every change that lists or reports show. An answer read at one revision is valid until the next
   * revision.
   */
  revision: number;
  /** How many orders are in each status. */
  counts: Partial<Record<OrderStatus, number>>;
  /** The time zone of the days; absent: the default zone. */
  timeZone?: string;
}

/**
 * Figures of reports for one account and day. They are stored in the collection of the counters, so that one command
 * changes both.
 */
export interface DayDocument {
  /** `<account>:<day>` */
  _id: string;
  accountId: number;
  day: string;
  /** The time zone of the day. It is the time zone of the account's counters. */
  timeZone: string;
  figures: Figures;
}

/**
 * A random step, because a failover or a restored backup may undo a revision. Its number must not be used again for
 * another state.
 */
export const revisionStep = () => randomInt(1, 2 ** 20);
