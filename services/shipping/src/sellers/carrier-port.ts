/** Longer than 250 lines, because it is the whole interface that every seller implements. */

import type { Parcel } from '@parcelyard/contracts/common';
import type { AddToCarrierPickupRequest, BookPickupRequest, RateError } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../domain/address/postal-address';
import type { CustomsItem } from '../domain/customs/customs-item';
import type { OwnAccount } from '../domain/own-account';
import type { ShipmentOptions } from '../domain/parcel';
import type { Seller } from '../domain/seller';

/**
 * The interface to a carrier. Every call can be repeated: `buy` and `bookPickup` with the same reference, `void` and
 * `cancelPickup` for the same label or pickup. After `CarrierRefused` and `CarrierUnavailable` (the operator must do
 * something), the carrier has done nothing. After any other error, such as `CarrierNoAnswer`, the outcome is unknown,
 * so look it up before you ask again.
 */
export interface Carrier {
  readonly seller: Seller;
  readonly code: string;
  readonly declaration: CarrierDeclaration;
  /**
   * Returns the rates of a shipment. When some or all rates fail, the method does not throw; its result says why they
   * failed.
   */
  rate(request: ShipmentRequest): Promise<CarrierRates>;
  buy(request: BuyRequest): Promise<BoughtLabel>;
  /**
   * Returns the label that was bought under this reference, also when it was voided. Undefined when the carrier does
   * not know the reference.
   */
  findByReference(accountId: number, reference: string): Promise<BoughtLabel | undefined>;
  /**
   * Closes the reference, so that no label can be sold under it any more. Call this method before the money of a
   * purchase is returned. Returns the label if one was sold before. Throws `CarrierNoAnswer` while a sale may still be
   * running.
   */
  close(label: LabelReference): Promise<BoughtLabel | undefined>;
  /** Insures the parcel for this value. Returns false when the parcel can never be insured. */
  insure(label: LabelReference, value: Cents): Promise<boolean>;
  /**
   * Asks the carrier to void the label. A repeated call returns the current status: `pending` may have become
   * `accepted`.
   */
  void(label: LabelReference): Promise<VoidAnswer>;
  track(label: LabelReference): Promise<Tracking>;
  /** Returns when to ask for the parcel's scans for the first time. */
  firstScanAt(boughtAt: Date): Date;
  /**
   * True when `document` returns the same bytes as long as the carrier knows the label. The files are then not stored
   * at the purchase, but made when somebody opens them.
   */
  readonly documentsAnyTime?: true;
  document(label: LabelReference, kind: DocumentKind): Promise<CarrierDocument | undefined>;
  quotePickup(request: PickupQuoteRequest): Promise<PickupQuote>;
  bookPickup(request: PickupBookingRequest): Promise<BookedPickup>;
  /** Adds parcels to a pickup that is booked. Absent when the carrier does not allow it. */
  addToPickup?(addition: PickupAddition): Promise<void>;
  /**
   * Makes a form with one bar code for all these labels, and returns the form's address. A repeated call returns the
   * same form. A label can be on one form only. Absent when the carrier has no such form.
   */
  makeScanForm?(accountId: number, labels: readonly string[]): Promise<{ url: string }>;
  cancelPickup(pickup: { accountId: number; reference: string; confirmationNumber: string }): Promise<void>;
  /**
   * Scans the parcel now, so that tracking shows this status. The scans that normally come before it are made, too.
   * Only the sandbox has this method.
   */
  scanNow?(label: LabelReference, status: TrackingStatus): Promise<Tracking>;
}

export interface ShipmentRequest {
  readonly from: PostalAddress;
  readonly to: PostalAddress;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly shipDate: Date;
  /** Whether the destination is a home, if the caller said so. If absent, it is guessed from the address. */
  readonly residential?: boolean | undefined;
  /** The shop's order numbers, which the label shows. */
  readonly orderReferences: readonly string[];
  /** The goods for customs. Absent for a quote without an order. */
  readonly items?: readonly CustomsItem[] | undefined;
  readonly itn?: string | undefined;
  /** True for a parcel from a customer back to the shop. Some carriers bill return labels in another way. */
  readonly isReturn?: true | undefined;
  /**
   * The merchant's own carrier accounts. If the merchant has an account with a carrier, all rates of this carrier come
   * from this account.
   */
  readonly ownAccounts?: readonly OwnAccount[] | undefined;
}

export interface CarrierCharge {
  /** `base`, `residential`, `oversize`, `signature`, `saturday` or `remote_area`. */
  readonly type: string;
  readonly name: string;
  readonly amount: Cents;
}

export interface CarrierRate {
  readonly carrier: string;
  /** Service code, such as `usps_ground_advantage`. */
  readonly serviceLevel: string;
  /** The service's display name, such as `USPS Ground Advantage`. */
  readonly method: string;
  /** The postage: the sum of the charges. */
  readonly amount: Cents;
  readonly currency: 'USD';
  /** The carrier's price without a discount. */
  readonly retailAmount: Cents;
  readonly charges: readonly CarrierCharge[];
  /** Business days. */
  readonly deliveryDays: number | undefined;
  /** YYYY-MM-DD */
  readonly estimatedDeliveryDate: string | undefined;
  readonly deliveryDateGuaranteed: boolean;
  /** 1–9; absent for international rates. */
  readonly zone: number | undefined;
  /** The merchant's own account that the carrier bills. */
  readonly ownAccount?: OwnAccount | undefined;
}

/** The rates and the errors of one answer. Both may be present, because often only some services fail. */
export interface CarrierRates {
  readonly rates: readonly CarrierRate[];
  readonly messages: readonly RateError[];
}

export interface BuyRequest extends Omit<ShipmentRequest, 'ownAccounts'> {
  readonly accountId: number;
  /** Identifies the purchase at the carrier. No second label is sold under it. */
  readonly reference: string;
  readonly serviceLevel: string;
  /** The price of the rate. The carrier must not charge more. */
  readonly price: Cents;
  readonly insuredValue?: Cents | undefined;
  /** With `qr`, the label is a QR image if the carrier has `qrLabels`. Otherwise it is a PDF. */
  readonly printSetting: 'pdf' | 'qr';
  readonly items: readonly CustomsItem[];
  /**
   * The merchant's own carrier account with which the label is bought. If absent, an account of the operator is used.
   */
  readonly ownAccount?: string | undefined;
}

/** `label`: the label in the format of `printSetting`. `raw`: the carrier's 4x6 original. `form`: the customs form. */
export type DocumentKind = 'label' | 'raw' | 'form' | 'receipt';

export interface LabelReference {
  readonly accountId: number;
  readonly reference: string;
  /** If it is given, the carrier acts only on a label with this number. */
  readonly trackingNumber?: string | undefined;
}

export interface BoughtLabel extends LabelReference {
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
  readonly trackingNumber: string;
  readonly carrierTrackingUrl: string;
  readonly charged: Cents;
  /** The destination that the carrier has stored. */
  readonly destination?: Pick<PostalAddress, 'street1' | 'zip' | 'country'> | undefined;
  /** The insured value that the carrier has stored. */
  readonly insuredValue: Cents;
  readonly status: 'purchased' | 'void_pending' | 'voided';
  readonly boughtAt: Date;
  /** The files that `document` can return. */
  readonly documents: readonly DocumentKind[];
}

export interface CarrierDocument {
  readonly content: Buffer;
  readonly contentType: 'application/pdf' | 'image/png';
  readonly fileName: string;
}

export interface VoidAnswer {
  readonly status: 'accepted' | 'pending';
}

/**
 * The statuses that scans can give to an order. `DeliveryFailureWait` means that the parcel was not delivered, and that
 * the carrier keeps it until it goes back. A seller without this status reports `DeliveryFailure`.
 */
export type TrackingStatus =
  | 'InTransit'
  | 'DeliveryFailure'
  | 'DeliveryFailureWait'
  | 'ReturnedToSender'
  | 'Delivered';

export interface TrackingScan {
  readonly status: TrackingStatus;
  readonly at: Date;
  readonly description: string;
  /** Place of the scan; empty when the carrier does not give it. */
  readonly city: string;
  readonly state: string;
  readonly country: string;
  /** Why the parcel was not delivered, or went back. */
  readonly exception?: string | undefined;
}

export interface Tracking {
  readonly trackingNumber: string;
  readonly scans: readonly TrackingScan[];
  /** True when the carrier has changed the postage. The seller is then asked for adjustments. */
  readonly adjusted?: true;
  /** When to ask for new scans. Undefined after the parcel's last scan. */
  readonly nextLookAt: Date | undefined;
}

export interface PickupQuoteRequest {
  readonly accountId: number;
  /** YYYY-MM-DD, in the time zone of the ship-from address. */
  readonly date: string;
  /** Order numbers and recipients' companies of the parcels, if known. */
  readonly references: readonly string[];
}

export type PickupQuote =
  | { readonly available: true; readonly window: PickupWindow }
  | { readonly available: false; readonly window: PickupWindow; readonly reason: string };

export interface PickupBookingRequest
  extends Readonly<Omit<BookPickupRequest, 'carrier' | 'orderIds' | 'seller'>> {
  /** The address where the carrier collects the parcels. */
  readonly from: PostalAddress;
  /** The labels' references at the carrier. */
  readonly labels: readonly string[];
}

export type PickupAddition = Readonly<Omit<AddToCarrierPickupRequest, 'carrier' | 'seller'>>;

export interface BookedPickup {
  readonly confirmationNumber: string;
  readonly window: PickupWindow;
}

/** What is known about a carrier without asking it. */
export interface CarrierDeclaration {
  readonly code: string;
  readonly name: string;
  readonly services: readonly CarrierService[];
  /** True when the carrier's counters can print a label from a QR code. */
  readonly qrLabels: boolean;
  /** How many labels of a batch are bought at the same time. Absent when there is no limit. */
  readonly salesAtOnce?: number;
  readonly pickup: CarrierPickup;
}

export interface CarrierService {
  readonly code: string;
  readonly name: string;
  readonly international: boolean;
}

export interface CarrierPickup {
  readonly window: PickupWindow;
  /** Days of the week on which the carrier collects parcels: 0 is Sunday. */
  readonly weekdays: readonly number[];
}

/** Times as HH:MM, in the local time of the ship-from address. */
export interface PickupWindow {
  readonly start: string;
  readonly end: string;
}
