declare const brand: unique symbol;
/** A month such as `2026-03`. */
export type MonthKey = string & { readonly [brand]: 'MonthKey' };

/**
 * The calendar month in UTC. The monthly limits of all plans count per calendar month, so a change of plan does not set
 * the count to 0.
 */
export interface BillingMonth {
  readonly key: MonthKey;
  readonly start: Date;
  readonly end: Date;
  /** The day of `end`, such as `2026-04-01`. */
  readonly renewsOn: string;
}

export function billingMonth(now: Date): BillingMonth {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const renewsOn = end.toISOString().slice(0, 10);
  return { key: start.toISOString().slice(0, 7) as MonthKey, start, end, renewsOn };
}
