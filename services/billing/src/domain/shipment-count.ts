/** How many shipments an account's plan has counted in a month. */
export interface ShipmentCount {
  /** As `MonthKey`; empty before the first one. */
  readonly month: string;
  readonly used: number;
}

export const NO_SHIPMENTS: ShipmentCount = { month: '', used: 0 };

/** The count that a shipment of `month` adds to. It never goes back to an earlier month, also when clocks differ. */
export const countIn = (count: ShipmentCount, month: string): ShipmentCount =>
  count.month >= month ? count : { month, used: 0 };

/** What of a transfer counts. */
interface Counted {
  readonly kind: string;
  readonly charge?: { readonly month: string } | undefined;
  readonly month?: string | undefined;
}

/**
 * The count after a transfer: a hold adds a shipment, and its release takes that away while its month is still counted.
 * Captures, refunds and releases of nothing change none.
 */
export function countAfter({ kind, charge, month }: Counted, before: ShipmentCount): ShipmentCount {
  if (kind === 'hold' && charge) {
    const count = countIn(before, charge.month);
    return { month: count.month, used: count.used + 1 };
  }
  if (kind === 'release' && month !== undefined && month === before.month) {
    return { month, used: Math.max(0, before.used - 1) };
  }
  return before;
}
