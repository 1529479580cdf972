interface Spend {
  readonly labels: number;
  readonly postage: number;
  readonly fees: number;
  readonly insurance: number;
  readonly refunds: number;
  readonly adjustments: number;
  readonly net: number;
  readonly average_cost: number | null;
}

interface Refunds {
  readonly count: number;
  readonly amount: number;
}

/** The answer of `get_shipping_report`. */
export interface SpendReport {
  readonly period: { readonly from: string; readonly to: string };
  readonly totals: Spend;
  readonly pending_refunds: Refunds;
  readonly months: readonly (Spend & { readonly month: string })[];
}

interface Volume {
  readonly labels: number;
  readonly cost: number;
  readonly refunds: number;
  readonly net: number;
}

/** The answer of `get_shipping_analytics`. */
export interface VolumeReport {
  readonly period: { readonly from: string; readonly to: string };
  readonly totals: Volume & { readonly deliveries: number };
  readonly pending_refunds: Refunds;
  readonly by_carrier: readonly (Volume & { readonly carrier: string })[];
  readonly by_service: readonly (Volume & { readonly method: string })[];
  readonly by_destination_state: readonly (Volume & { readonly state: string | null })[];
  readonly by_day: readonly (Volume & { readonly date: string })[];
  readonly average_delivery_days: number | null;
  readonly on_time_rate: number | null;
}
