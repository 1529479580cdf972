/** The parts of Shippo's objects that we read. A field may be null until Shippo sets it. */
export interface ShippoShipment {
  readonly object_id: string;
  readonly metadata?: string | null;
  readonly address_to?: ShippoAddress | null;
  readonly rates?: readonly ShippoRate[] | null;
  readonly messages?: readonly ShippoMessage[] | null;
  readonly extra?: { readonly insurance?: { readonly amount?: string | null } | null } | null;
}

export interface ShippoRate {
  readonly object_id: string;
  /** Dollars as text, including the price of the insurance. */
  readonly amount: string;
  readonly currency: string;
  /** Absent when the parcel is not insured. */
  readonly included_insurance_price?: string | null;
  /** For example `USPS` or `FedEx`. */
  readonly provider: string;
  readonly carrier_account?: string | null;
  readonly estimated_days?: number | null;
  readonly servicelevel: {
    readonly name?: string | null;
    /** For example `usps_priority`. */
    readonly token?: string | null;
  };
  readonly zone?: string | null;
}

export interface ShippoMessage {
  /** For example `UPS` or `Shippo`. */
  readonly source?: string | null;
  readonly code?: string | null;
  readonly text?: string | null;
}

export interface ShippoTransaction {
  readonly object_id: string;
  readonly object_created?: string | null;
  /** `WAITING`, `QUEUED`, `SUCCESS`, `ERROR`, `REFUNDED`, `REFUNDPENDING` or `REFUNDREJECTED`. */
  readonly status?: string | null;
  readonly metadata?: string | null;
  readonly messages?: readonly ShippoMessage[] | null;
  /** The rate's id. An object only for a label that was bought without a rate. */
  readonly rate?: string | { readonly object_id?: string | null } | null;
  readonly tracking_number?: string | null;
  readonly tracking_url_provider?: string | null;
  readonly label_url?: string | null;
  readonly commercial_invoice_url?: string | null;
  readonly qr_code_url?: string | null;
}

export interface ShippoPage<Item> {
  /** Address of the next page; null on the last page. */
  readonly next?: string | null;
  readonly results?: readonly Item[] | null;
}

export interface ShippoRefund {
  readonly object_id?: string | null;
  /** `QUEUED`, `PENDING`, `SUCCESS` or `ERROR`. */
  readonly status?: string | null;
}

export interface ShippoTrack {
  readonly tracking_number?: string | null;
  readonly tracking_history?: readonly ShippoScan[] | null;
}

export interface ShippoScan {
  /** `UNKNOWN`, `PRE_TRANSIT`, `TRANSIT`, `DELIVERED`, `RETURNED` or `FAILURE`. */
  readonly status?: string | null;
  readonly status_date?: string | null;
  readonly status_details?: string | null;
  readonly location?: {
    readonly city?: string | null;
    readonly state?: string | null;
    readonly country?: string | null;
  } | null;
}

export interface ShippoPickup {
  readonly object_id?: string | null;
  /** `PENDING`, `CONFIRMED`, `ERROR` or `CANCELLED`. */
  readonly status?: string | null;
  readonly confirmation_code?: string | null;
  readonly messages?: readonly string[] | null;
}

export interface ShippoAddress {
  readonly street1?: string | null;
  readonly street2?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zip?: string | null;
  readonly country?: string | null;
  readonly is_residential?: boolean | null;
  readonly validation_results?: {
    readonly is_valid?: boolean | null;
    readonly messages?: readonly (ShippoMessage & { readonly type?: string | null })[] | null;
  } | null;
}

export interface ShippoInvoiceItem {
  readonly object_id: string;
  readonly object_created?: string | null;
  /** For example `LABEL_PAYMENT` or `LABEL_SURCHARGE`. */
  readonly type?: string | null;
  readonly description?: string | null;
  readonly amount?: string | null;
  readonly currency?: string | null;
  readonly transaction?: string | null;
}

export type Parameters = Record<string, unknown>;
