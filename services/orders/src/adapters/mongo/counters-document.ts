import type { OrderStatus } from '../../domain/order-status';
import type { Figures } from '../../domain/report-figures';

/** What the orders of one account add up to. */
export interface CountersDocument {
  /** The account's id. */
  _id: number;
  accountId: number;
  /** Raised by whoever takes over changes that were left behind; owners of an older epoch can count nothing more. */
  epoch: number;
  /** Grows with every update that counts: what was read at one revision holds until the next. */
  revision: number;
  /** How many orders are in each status. */
  counts: Partial<Record<OrderStatus, number>>;
  /** What the account's writers have counted, by `<epoch>-<writer>`. */
  counted?: Record<string, CountedByWriter>;
  /** Figures of reports by UTC day that are in no day document yet. */
  figures?: Record<string, Figures>;
  /** How many changes are added up in `figures`. */
  waiting?: number;
  /** How often figures have left for the day documents, and those that left last. */
  moves?: number;
  moving?: Record<string, Figures>;
}

/** Written by one process alone, one update after the other. */
export interface CountedByWriter {
  /** Number of the writer's last update: none takes place twice, however late it arrives. */
  n: number;
  /** Changes that are counted and may still stand in their orders. */
  ids: string[];
}
