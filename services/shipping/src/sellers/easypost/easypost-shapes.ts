/** The parts of EasyPost's objects that we read. A field may be null until EasyPost sets it. */
export interface EasypostShipment {
  readonly id: string;
  readonly reference?: string | null;
  readonly created_at: string;
  readonly rates: readonly EasypostRate[];
  readonly messages?: readonly EasypostMessage[] | null;
  readonly selected_rate?: EasypostRate | null;
  readonly postage_label?: EasypostLabel | null;
  readonly tracking_code?: string | null;
  readonly tracker?: EasypostTracker | null;
  readonly forms?: readonly EasypostForm[] | null;
  readonly refund_status?: string | null;
  readonly scan_form?: EasypostScanForm | null;
  /** Dollars as text. */
  readonly insurance?: string | number | null;
  readonly to_address?: EasypostAddress | null;
  /** A number, or a number as text. */
  readonly usps_zone?: number | string | null;
}

export interface EasypostShipmentPage {
  readonly shipments: readonly EasypostShipment[];
  readonly has_more: boolean;
}

export interface EasypostRate {
  readonly id: string;
  /** For example `USPS` or `UPSDAP`. */
  readonly carrier: string;
  /** For example `GroundAdvantage` or `FEDEX_2_DAY`. */
  readonly service: string;
  /** Dollars as text. */
  readonly rate: string;
  readonly currency: string;
  readonly carrier_account_id?: string | null;
  /** `carrier`: the carrier bills the owner of the carrier account. `easypost`: EasyPost bills the owner of the key. */
  readonly billing_type?: string | null;
  readonly retail_rate?: string | null;
  readonly delivery_days?: number | null;
  readonly est_delivery_days?: number | null;
  /** A time in ISO 8601. */
  readonly delivery_date?: string | null;
  readonly delivery_date_guaranteed?: boolean | null;
}

export interface EasypostMessage {
  readonly carrier: string;
  readonly type: string;
  readonly message: string;
}

export interface EasypostLabel {
  readonly label_url?: string | null;
  readonly label_pdf_url?: string | null;
  /** The file itself in base64. */
  readonly label_file?: string | null;
  readonly created_at: string;
}

export interface EasypostForm {
  readonly form_type: string;
  readonly form_url: string;
}

/** Part of a shipment. The shipment has the whole tracker, not only its id. */
export interface EasypostTracker {
  readonly id: string;
  readonly status: string;
  readonly tracking_details?: readonly EasypostScan[] | null;
}

export interface EasypostScan {
  readonly status?: string | null;
  readonly message?: string | null;
  readonly datetime: string;
  readonly tracking_location?: {
    readonly city?: string | null;
    readonly state?: string | null;
    readonly country?: string | null;
  } | null;
}

export interface EasypostPickup {
  readonly id: string;
  readonly status: string;
  readonly confirmation?: string | null;
  readonly messages?: readonly EasypostMessage[] | null;
  readonly pickup_rates?: readonly EasypostPickupRate[] | null;
}

export interface EasypostPickupRate {
  readonly carrier: string;
  readonly service: string;
  readonly rate: string;
}

export interface EasypostBatch {
  readonly id: string;
  /** `creating` until the batch contains its shipments. */
  readonly state: string;
}

export interface EasypostScanForm {
  readonly id: string;
  /** `creating`, `created` or `failed`. */
  readonly status: string;
  readonly message?: string | null;
  readonly form_url?: string | null;
}

export interface EasypostAddress {
  readonly street1?: string | null;
  readonly street2?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zip?: string | null;
  readonly country?: string | null;
  readonly residential?: boolean | null;
  readonly verifications?: { readonly delivery?: EasypostVerification | null } | null;
}

export interface EasypostVerification {
  readonly success: boolean;
  readonly errors?: readonly EasypostFinding[] | null;
}

export interface EasypostFinding {
  readonly code: string;
  readonly field: string;
  readonly message: string;
  readonly suggestion?: string | null;
}

/** A report as a CSV file about a range of days. EasyPost writes the file some time after the report was requested. */
export interface EasypostReport {
  readonly id: string;
  /** `new`, `available`, `empty` or `failed`. */
  readonly status?: string | null;
  /** A date as YYYY-MM-DD, like `end_date`. */
  readonly start_date: string;
  readonly end_date: string;
  /** The link to the file. It works for 30 seconds after the report was read. */
  readonly url?: string | null;
}

export interface EasypostReportPage {
  readonly reports: readonly EasypostReport[];
}

export type Parameters = Record<string, unknown>;
