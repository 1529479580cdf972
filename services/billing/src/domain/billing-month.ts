declare const brand: unique symbol;
/** `2026-03`. */
export type MonthKey = string & { readonly [brand]: 'MonthKey' };

/** The calendar month in UTC that monthly limits count in, for every plan, so that usage survives a plan change. */
export interface BillingMonth {
  readonly key: MonthKey;
  readonly start: Date;
  /** The first instant of the next one. */
  readonly end: Date;
}

export function billingMonth(now: Date): BillingMonth {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return { key: start.toISOString().slice(0, 7) as MonthKey, start, end };
}
