/** A row of `list_orders`. */
export interface OrderRow {
  readonly order_id: number;
  readonly order_number: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly total: number;
  readonly date: string | null;
  readonly status: string;
  readonly tracking_number: string | null;
  readonly address_status: string | null;
  readonly void_pending?: boolean;
}

/** The answer of `list_orders`. */
export interface Orders {
  readonly orders: readonly OrderRow[];
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
  /** null means every status. */
  readonly status: string | null;
}

export const isReady = ({ status, void_pending }: OrderRow): boolean =>
  status === 'Ready to ship' && !void_pending;
