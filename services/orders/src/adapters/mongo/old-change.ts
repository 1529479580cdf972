import type { OrderStatus } from '../../domain/order-status';
import type { Figures } from '../../domain/report-figures';

/**
 * How builds before this one kept what their counters and reports did not know yet. Their replicas may run beside this
 * build for some minutes and may die: what they leave behind is finished here. They know nothing of `uncounted`.
 */
export interface OldPendingChange {
  id: string;
  epoch: number;
  from?: OrderStatus;
  to: OrderStatus;
  at: Date;
}

export interface OldReportChange {
  id: string;
  at: Date;
  days: { day: string; add: Figures }[];
}
