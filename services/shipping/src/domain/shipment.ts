/** What one parcel weighs and measures: ounces and inches; all three lengths or none. */
export interface Parcel {
  readonly weightOz: number;
  readonly length?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** What was asked for beside carriage. */
export interface ShipmentOptions {
  readonly signatureRequired: boolean;
  readonly saturdayDelivery: boolean;
}
