import type { Figures } from '../../domain/report-figures';

/** What a change of an order adds to days; it stands in the order until every day has it. */
export interface ReportChange {
  id: string;
  at: Date;
  days: { day: string; add: Figures }[];
}
