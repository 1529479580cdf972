/** A row of `get_rates`. */
export interface Rate {
  readonly rate_id: string;
  readonly method: string;
  readonly service_level: string;
  readonly carrier: string;
  readonly amount: number;
  readonly retail_amount: number;
  readonly billed_by_carrier?: boolean;
  readonly delivery_days: number | null;
  readonly estimated_delivery_date: string | null;
  readonly delivery_date_guaranteed: boolean;
  readonly attributes: readonly string[];
}

/** The answer of `get_rates`. */
export interface Rates {
  readonly order_id: number;
  readonly return?: boolean;
  readonly package_id: string;
  readonly address_check: {
    readonly status: string;
    readonly messages: readonly { message: string }[];
  } | null;
  readonly rates: readonly Rate[];
  readonly left_out?: number;
  readonly errors: readonly { readonly carrier: string; readonly message: string }[];
  readonly insurance?: { readonly amount: number; readonly insured_value: number };
  readonly warnings?: readonly string[];
}

export type Order = 'price' | 'day' | 'carrier';

/** The date of a rate without a known day of arrival, so that such rates come last. */
const NEVER = '9999-12-31';
const dayOf = (rate: Rate) => rate.estimated_delivery_date ?? NEVER;
const byPrice = (a: Rate, b: Rate) => a.amount - b.amount;

const ORDERS: Readonly<Record<Order, (a: Rate, b: Rate) => number>> = {
  price: byPrice,
  day: (a, b) => dayOf(a).localeCompare(dayOf(b)) || byPrice(a, b),
  carrier: (a, b) => a.method.localeCompare(b.method) || byPrice(a, b),
};

export const inOrder = (rates: readonly Rate[], order: Order): Rate[] => [...rates].sort(ORDERS[order]);
