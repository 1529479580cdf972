import type { OrderStatus } from '../../domain/order-status';

/**
 * A change of what lists show that the account's counters do not count yet. It is written into the order by the very
 * update that makes the change, and removed once the counters have it (docs/counters-and-reports.md).
 */
export interface PendingChange {
  /** Of its one present owner; claiming it gives it a new id. */
  id: string;
  /** The account's epoch at which the owner may apply it. */
  epoch: number;
  /** Absent: the order is new. The same as `to`: it changed otherwise. */
  from?: OrderStatus;
  to: OrderStatus;
  at: Date;
}

/** How often each status goes up or down when `times` orders make this change. */
export function countDelta({ from, to }: PendingChange, times: number): Record<string, number> {
  if (from === to) return {};
  return { [`counts.${to}`]: times, ...(from ? { [`counts.${from}`]: -times } : {}) };
}
