import { randomInt } from 'node:crypto';
import type { OrderStatus } from '../../domain/order-status';
import type { Figures } from '../../domain/report-figures';

/** Totals of one account's orders. */
export interface CountersDocument {
  _id: number;
  accountId: number;
  /**
   * Increases with every change that a list or report shows. While it stays the same, a cached answer is still right.
   */
  revision: number;
  counts: Partial<Record<OrderStatus, number>>;
  /** The time zone in which the days of reports begin; absent for the default zone. */
  timeZone?: string;
}

/**
 * Figures of one account on one day, from which reports are summed. They are in the same collection as the totals, so
 * that one command can change both.
 */
export interface DayDocument {
  /** `<account>:<day>` */
  _id: string;
  accountId: number;
  day: string;
  /** The time zone in which the day begins. */
  timeZone: string;
  figures: Figures;
}

/**
 * Returns by how much a revision increases. The step is random, so that after a failover or a restored backup, the same
 * revision does not come a second time for other data.
 */
export const revisionStep = () => randomInt(1, 2 ** 20);
