export interface ShipmentCount {
  /** A `MonthKey`; empty before the first shipment. */
  readonly month: string;
  readonly used: number;
}

export const NO_SHIPMENTS: ShipmentCount = { month: '', used: 0 };

/**
 * Returns the count of `month`, which is 0 when the month is new. When `month` is before the stored month, because a
 * clock was wrong, returns the count of the stored month.
 */
export const countIn = (count: ShipmentCount, month: string): ShipmentCount =>
  count.month >= month ? count : { month, used: 0 };

interface Counted {
  readonly kind: string;
  readonly charge?: { readonly month: string } | undefined;
  readonly month?: string | undefined;
}

/**
 * Returns the count after a transfer. A hold adds a shipment. If the hold is released in the same month, the shipment
 * is subtracted. Other transfers do not change the count.
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
