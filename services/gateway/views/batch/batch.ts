interface Problem {
  readonly code: string;
  readonly message: string;
}

/** The preview of `trigger_batch_purchase`. */
export interface BatchPreview {
  readonly preview: true;
  readonly note: string;
  readonly total_cost: number;
  readonly insurance: number;
  readonly total_charge: number;
  readonly current_balance: number;
  readonly balance_after: number;
  readonly auto_recharge_would_fire: boolean;
  readonly recharge_amount?: number;
  readonly left_out?: readonly LeftOut[];
  readonly left_out_count?: number;
  readonly orders: readonly PreviewedOrder[];
}

export interface PreviewedOrder {
  readonly order_id: number;
  readonly order_number: string | null;
  readonly name: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly address_check: { readonly status: string } | null;
  readonly method: string | null;
  readonly price: number | null;
  readonly error: Problem | null;
}

export interface LeftOut {
  readonly order_id: number;
  readonly order_number: string | null;
  readonly reason: string | null;
}

/** The answer of a confirmed `trigger_batch_purchase`. */
export interface Queued {
  readonly batch_id: number;
  readonly orders_queued: number;
  readonly total_charge: number;
  readonly note: string;
}

/** The answer of `get_batch_status`. */
export interface Batch {
  readonly batch_id: number;
  readonly status: string;
  readonly counts: {
    readonly total: number;
    readonly queued: number;
    readonly purchased: number;
    readonly failed: number;
    readonly voided: number;
  };
  readonly total_charge: number;
  readonly labels_url: string | null;
  readonly finished_at: string | null;
  readonly problems: readonly { order_id: number; order_number: string | null; error: Problem | null }[];
  readonly items: readonly BatchItem[];
}

export interface BatchItem {
  readonly order_id: number;
  readonly order_number: string | null;
  readonly status: string;
  readonly price: number | null;
  readonly tracking_number: string | null;
  readonly label_url: string | null;
}

/** Returns the name that people see for an order: its number, or its id when it has no number. */
export const orderName = ({
  order_id,
  order_number,
}: {
  readonly order_id: number;
  readonly order_number: string | null;
}): string => order_number ?? `#${order_id}`;
