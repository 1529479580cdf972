/** What everybody may know of a carrier before calling it. */
export interface CarrierDeclaration {
  readonly code: string;
  /** As people write it. */
  readonly name: string;
  readonly services: readonly CarrierService[];
  /** True when the carrier's counters print a label from a scanned QR image. */
  readonly qrLabels: boolean;
  readonly pickup: CarrierPickup;
}

export interface CarrierService {
  readonly code: string;
  readonly name: string;
  readonly international: boolean;
}

export interface CarrierPickup {
  readonly window: PickupWindow;
  /** Days of the week on which a driver comes: 0 is Sunday. */
  readonly weekdays: readonly number[];
}

/** HH:MM, ship-from local time. */
export interface PickupWindow {
  readonly start: string;
  readonly end: string;
}
