export const KINDS = [
  'create_order',
  'list_orders',
  'get_order',
  'get_rates',
  'buy_label',
  'batch_label',
  'label_file',
  'mark_printed',
  'scan',
] as const;
export type Kind = (typeof KINDS)[number];
export type PerKind<T = number> = Record<Kind, T>;

export const perKind = <T>(value: (kind: Kind) => T): PerKind<T> =>
  Object.fromEntries(KINDS.map((kind) => [kind, value(kind)])) as PerKind<T>;

/** How many labels one request for a batch buys. */
export const BATCH = 10;

/**
 * The assumed number of calls of each kind that an average merchant makes in a day. Every label causes a webhook, and
 * every printed label causes a mail.
 */
export const MERCHANT_DAY: PerKind = {
  create_order: 10,
  list_orders: 20,
  get_order: 20,
  get_rates: 10,
  buy_label: 6,
  batch_label: 3,
  label_file: 9,
  mark_printed: 9,
  scan: 36,
};

/**
 * The assumed share of a day's calls in the busiest of eight working hours. On Black Friday, this hour has five times
 * as many orders.
 */
export const BUSIEST_HOUR = 0.12;
export const BLACK_FRIDAY_HOUR = 5 * BUSIEST_HOUR;

/**
 * Returns how many calls of each kind this many merchants make in a second, in an hour that has this share of their
 * day's calls.
 */
export const ratesOf = (merchants: number, share: number): PerKind =>
  perKind((kind) => (merchants * MERCHANT_DAY[kind] * share) / 3_600);
