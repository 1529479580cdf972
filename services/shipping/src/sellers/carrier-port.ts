/** Longer than 250 lines: the port that every seller implements stands in one place. */

import type { Parcel } from '@parcelyard/contracts/common';
import type { AddToCarrierPickupRequest, BookPickupRequest, RateError } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../domain/address/postal-address';
import type { CustomsItem } from '../domain/customs/customs-item';
import type { OwnAccount } from '../domain/own-account';
import type { ShipmentOptions } from '../domain/parcel';
import type { Seller } from '../domain/seller';

/**
 * The interface to a carrier. Calls are safe to repeat: `buy` and `bookPickup` by reference, `void` and `cancelPickup`
 * by their target. A call answers or throws. `CarrierRefused`: the carrier refused, nothing happened.
 * `CarrierUnavailable`: the operator's problem, nothing happened, not shown to merchants. Any other error, such as
 * `CarrierNoAnswer`: unknown; look it up, never resend blindly.
 */
export interface Carrier {
  /** The seller of its labels. */
  readonly seller: Seller;
  readonly code: string;
  readonly declaration: CarrierDeclaration;
  /** Does not throw when one destination cannot be rated: returns a message beside the rates. */
  rate(request: ShipmentRequest): Promise<CarrierRates>;
  buy(request: BuyRequest): Promise<BoughtLabel>;
  /** The label bought under this reference, voided or not; undefined when the carrier does not know it. */
  findByReference(accountId: number, reference: string): Promise<BoughtLabel | undefined>;
  /**
   * From now on nothing can be sold under this reference. Call it before a purchase's money is released. Returns the
   * label if one was sold; throws `CarrierNoAnswer` while a sale may be in progress.
   */
  close(label: LabelReference): Promise<BoughtLabel | undefined>;
  /** Insures a bought label's parcel for this value. True: it is insured; false: it never will be. */
  insure(label: LabelReference, value: Cents): Promise<boolean>;
  /** Asks for a refund of the label. A repeated call returns the current status: `pending` becomes `accepted`. */
  void(label: LabelReference): Promise<VoidAnswer>;
  track(label: LabelReference): Promise<Tracking>;
  /** The earliest time of a first scan for a label bought at `boughtAt`. */
  firstScanAt(boughtAt: Date): Date;
  /**
   * True when `document` returns the same bytes at any time while the carrier knows the label. Files then need not be
   * stored before the label is attached; they are made when first requested.
   */
  readonly documentsAnyTime?: true;
  /** A file of a bought label; undefined when the label has none of this kind. */
  document(label: LabelReference, kind: DocumentKind): Promise<CarrierDocument | undefined>;
  quotePickup(request: PickupQuoteRequest): Promise<PickupQuote>;
  bookPickup(request: PickupBookingRequest): Promise<BookedPickup>;
  /** Adds parcels to a booked pickup; absent when the carrier does not allow it. */
  addToPickup?(addition: PickupAddition): Promise<void>;
  /**
   * Makes a form with one bar code for these labels and returns its address. A repeated call returns the same form; a
   * label is on one form only. Absent when the carrier has no such form.
   */
  makeScanForm?(accountId: number, labels: readonly string[]): Promise<{ url: string }>;
  cancelPickup(pickup: { accountId: number; reference: string; confirmationNumber: string }): Promise<void>;
  /** Sandbox only: scans the parcel now, with all earlier scans, so that tracking reaches this status. */
  scanNow?(label: LabelReference, status: TrackingStatus): Promise<Tracking>;
}

export interface ShipmentRequest {
  readonly from: PostalAddress;
  readonly to: PostalAddress;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly shipDate: Date;
  /** Given by the caller; if absent, guessed from the address. */
  readonly residential?: boolean | undefined;
  /** The sender's order numbers, printed on the label. */
  readonly orderReferences: readonly string[];
  /** The contents for customs; absent when there is no order yet. */
  readonly items?: readonly CustomsItem[] | undefined;
  /** Number of the export filing, if any. */
  readonly itn?: string | undefined;
  /** From a customer back to the shop: some carriers bill return labels differently. */
  readonly isReturn?: true | undefined;
  /** The merchant's own carrier accounts. If a carrier has one here, it rates with that account only. */
  readonly ownAccounts?: readonly OwnAccount[] | undefined;
}

export interface CarrierCharge {
  /** base | residential | oversize | signature | saturday | remote_area */
  readonly type: string;
  readonly name: string;
  readonly amount: Cents;
}

export interface CarrierRate {
  readonly carrier: string;
  /** Service code, such as `usps_ground_advantage`. */
  readonly serviceLevel: string;
  /** The service as shown to people, such as `USPS Ground Advantage`. */
  readonly method: string;
  /** Postage: sum of the charges. */
  readonly amount: Cents;
  readonly currency: 'USD';
  /** The carrier's retail price for the same service. */
  readonly retailAmount: Cents;
  readonly charges: readonly CarrierCharge[];
  /** Business days. */
  readonly deliveryDays: number | undefined;
  /** YYYY-MM-DD */
  readonly estimatedDeliveryDate: string | undefined;
  readonly deliveryDateGuaranteed: boolean;
  /** 1–9; absent for international rates. */
  readonly zone: number | undefined;
  /** The merchant's own account, which the carrier bills. */
  readonly ownAccount?: OwnAccount | undefined;
}

/** Rates and errors together: partial failure is normal. */
export interface CarrierRates {
  readonly rates: readonly CarrierRate[];
  readonly messages: readonly RateError[];
}

export interface BuyRequest extends Omit<ShipmentRequest, 'ownAccounts'> {
  readonly accountId: number;
  /** Idempotency key and look-up reference; never reused. */
  readonly reference: string;
  readonly serviceLevel: string;
  /** The price of the rate. The carrier must not charge more. */
  readonly price: Cents;
  readonly insuredValue?: Cents | undefined;
  /** `qr`: the label is a QR image if the carrier has `qrLabels`, else the usual one. */
  readonly printSetting: 'pdf' | 'qr';
  readonly items: readonly CustomsItem[];
  /** External id of the merchant's own account to buy with; absent: an account of the deployment. */
  readonly ownAccount?: string | undefined;
}

/** `label`: in the account's print setting · `raw`: the carrier's 4x6 original · `form`: customs · `receipt`. */
export type DocumentKind = 'label' | 'raw' | 'form' | 'receipt';

export interface LabelReference {
  readonly accountId: number;
  readonly reference: string;
  /** Set when known; a carrier then acts only on a label with this number. */
  readonly trackingNumber?: string | undefined;
}

export interface BoughtLabel extends LabelReference {
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
  readonly trackingNumber: string;
  /** The carrier's own tracking page. */
  readonly carrierTrackingUrl: string;
  readonly charged: Cents;
  /** The destination in the carrier's records. */
  readonly destination?: Pick<PostalAddress, 'street1' | 'zip' | 'country'> | undefined;
  /** The insured value in the carrier's records. */
  readonly insuredValue: Cents;
  readonly status: 'purchased' | 'void_pending' | 'voided';
  readonly boughtAt: Date;
  /** The kinds that `document` can return. */
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
 * Order statuses that a carrier's scans can set. `DeliveryFailureWait`: not delivered, and held for its return to the
 * sender; a seller that does not tell it from `DeliveryFailure` says that.
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
  /** Set for a delivery failure or a return. */
  readonly exception?: string | undefined;
}

export interface Tracking {
  readonly trackingNumber: string;
  /** All scans so far, oldest first; empty before the first scan. */
  readonly scans: readonly TrackingScan[];
  /** The carrier has adjusted the postage: its seller's adjustments should be read. */
  readonly adjusted?: true;
  /** When tracking may show more; undefined when the parcel's way is over. */
  readonly nextLookAt: Date | undefined;
}

export interface PickupQuoteRequest {
  readonly accountId: number;
  /** YYYY-MM-DD, in the ship-from time zone. */
  readonly date: string;
  /** Order references and recipient companies of the parcels, if known. */
  readonly references: readonly string[];
}

export type PickupQuote =
  | { readonly available: true; readonly window: PickupWindow }
  | { readonly available: false; readonly window: PickupWindow; readonly reason: string };

export interface PickupBookingRequest
  extends Readonly<Omit<BookPickupRequest, 'carrier' | 'orderIds' | 'seller'>> {
  /** Where the parcels are. */
  readonly from: PostalAddress;
  /** Carrier references of the parcels' labels. */
  readonly labels: readonly string[];
}

export type PickupAddition = Readonly<Omit<AddToCarrierPickupRequest, 'carrier' | 'seller'>>;

export interface BookedPickup {
  readonly confirmationNumber: string;
  readonly window: PickupWindow;
}

/** What is known about a carrier without calling it. */
export interface CarrierDeclaration {
  readonly code: string;
  /** Display name. */
  readonly name: string;
  readonly services: readonly CarrierService[];
  /** True when the carrier's counters print a label from a scanned QR image. */
  readonly qrLabels: boolean;
  /** Labels of one batch bought at the same time; absent: no limit. */
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
  /** Days of the week on which a driver comes: 0 is Sunday. */
  readonly weekdays: readonly number[];
}

/** HH:MM, ship-from local time. */
export interface PickupWindow {
  readonly start: string;
  readonly end: string;
}
