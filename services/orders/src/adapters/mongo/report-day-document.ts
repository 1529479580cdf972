import type { Figures } from '../../domain/report-figures';

/** Figures of one account and UTC day: the sum of what its orders add to it. */
export interface ReportDayDocument {
  /** `<account>:<day>` */
  _id: string;
  v: 1;
  accountId: number;
  day: string;
  figures: Figures;
  /** The last of the account's moves that has brought figures; absent before the first. */
  move?: number;
  /** Grows with every change of the figures. */
  revision: number;
}
