import type { OrderStatus } from '../../domain/order-status';
import type { Figures } from '../../domain/report-figures';

/** What the orders of one account add up to. */
export interface CountersDocument {
  /** The account's id. */
  _id: number;
  accountId: number;
  /** Grows with every change that lists or reports show: what was read at one revision holds until the next. */
  revision: number;
  /** How many orders are in each status. */
  counts: Partial<Record<OrderStatus, number>>;
  /** In which the days are counted; absent: the default. */
  timeZone?: string;
}

/** Figures of reports of one account and day. They stand beside the counters so that one command changes both. */
export interface DayDocument {
  /** `<account>:<day>` */
  _id: string;
  accountId: number;
  day: string;
  /** Whose day it is: that of the counters. */
  timeZone: string;
  figures: Figures;
}
