import type { Figures } from '../../domain/report-figures';

/** Figures of one account and UTC day: the sum of what its orders add to it. */
export interface ReportDayDocument {
  /** `<account>:<day>` */
  _id: string;
  v: 1;
  accountId: number;
  day: string;
  figures: Figures;
  /** Changes that are added up here and may still stand in their order. */
  applied: string[];
  /** Grows with every change of the figures. */
  revision: number;
}
