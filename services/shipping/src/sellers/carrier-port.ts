/** Longer than 250 lines because this file contains the whole port that every seller implements. */

import type { Parcel } from '@parcelyard/contracts/common';
import type { AddToCarrierPickupRequest, BookPickupRequest, RateError } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../domain/address/postal-address';
import type { CustomsItem } from '../domain/customs/customs-item';
import type { OwnAccount } from '../domain/own-account';
import type { ShipmentOptions } from '../domain/parcel';
import type { Seller } from '../domain/seller';

/**
 * The interface to a carrier. All calls can be repeated safely: `buy` and `bookPickup` with the same reference, `void`
 * and `cancelPickup` with the same target. A call answers or throws. `CarrierRefused`: the carrier refused and nothing
 * happened. `CarrierUnavailable`: a problem for the operator; nothing happened and merchants do not see the problem.
 * For any other error, such as `CarrierNoAnswer`, the outcome is unknown: look up the outcome before you send the
 * request again.
 */
export interface Carrier {
  /** The seller of the carrier's labels. */
  readonly seller: Seller;
  readonly code: string;
  readonly declaration: CarrierDeclaration;
  /**
   * Rates a shipment. Does not throw if a destination cannot be rated: the answer then has a message in addition to
   * rates.
   */
  rate(request: ShipmentRequest): Promise<CarrierRates>;
  buy(request: BuyRequest): Promise<BoughtLabel>;
  /**
   * Returns the label that was bought under this reference, voided or not. Undefined when the carrier does not know the
   * reference.
   */
  findByReference(accountId: number, reference: string): Promise<BoughtLabel | undefined>;
  /**
   * Closes the reference: no label can be sold under it any more. Call `close` before a purchase's money is released.
   * Returns the label if one was sold. Throws `CarrierNoAnswer` while a sale may be in progress.
   */
  close(label: LabelReference): Promise<BoughtLabel | undefined>;
  /**
   * Insures the parcel of a bought label for this value. Returns true when it is insured, false when it never will be.
   */
  insure(label: LabelReference, value: Cents): Promise<boolean>;
  /**
   * Asks for a refund of the label. A repeated call returns the current status: `pending` may have become `accepted`.
   */
  void(label: LabelReference): Promise<VoidAnswer>;
  track(label: LabelReference): Promise<Tracking>;
  /** Returns the earliest time of a first scan for a label bought at `boughtAt`. */
  firstScanAt(boughtAt: Date): Date;
  /**
   * True when `document` returns the same bytes at any time while the carrier knows the label. The files then need not
   * be stored when the label is bought. They are made when they are first requested.
   */
  readonly documentsAnyTime?: true;
  /** Returns a file of a bought label. Undefined when the label has no file of this kind. */
  document(label: LabelReference, kind: DocumentKind): Promise<CarrierDocument | undefined>;
  quotePickup(request: PickupQuoteRequest): Promise<PickupQuote>;
  bookPickup(request: PickupBookingRequest): Promise<BookedPickup>;
  /** Adds parcels to a booked pickup. Absent when the carrier does not allow this. */
  addToPickup?(addition: PickupAddition): Promise<void>;
  /**
   * Makes a form with one bar code for these labels and returns the form's address. A repeated call returns the same
   * form. A label is on one form only. Absent when the carrier has no such form.
   */
  makeScanForm?(accountId: number, labels: readonly string[]): Promise<{ url: string }>;
  cancelPickup(pickup: { accountId: number; reference: string; confirmationNumber: string }): Promise<void>;
  /** Sandbox only: scans the parcel now, with all earlier scans, so that tracking shows this status. */
  scanNow?(label: LabelReference, status: TrackingStatus): Promise<Tracking>;
}

export interface ShipmentRequest {
  readonly from: PostalAddress;
  readonly to: PostalAddress;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly shipDate: Date;
  /** The value that the caller gave. If absent, the type is guessed from the address. */
  readonly residential?: boolean | undefined;
  /** The sender's order numbers, printed on the label. */
  readonly orderReferences: readonly string[];
  /** The contents for customs; absent when there is no order yet. */
  readonly items?: readonly CustomsItem[] | undefined;
  /** Number of the export filing, if any. */
  readonly itn?: string | undefined;
  /** True for a shipment from a customer back to the shop. Some carriers bill return labels differently. */
  readonly isReturn?: true | undefined;
  /**
   * The merchant's own carrier accounts. If a carrier has an account here, the carrier rates only with this account.
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
  /** The service as shown to people, such as `USPS Ground Advantage`. */
  readonly method: string;
  /** The postage: the sum of the charges. */
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
  /** The merchant's own account that the carrier bills, if any. */
  readonly ownAccount?: OwnAccount | undefined;
}

/** Rates and errors together, because some services or destinations often fail alone. */
export interface CarrierRates {
  readonly rates: readonly CarrierRate[];
  readonly messages: readonly RateError[];
}

export interface BuyRequest extends Omit<ShipmentRequest, 'ownAccounts'> {
  readonly accountId: number;
  /** The idempotency key and look-up reference of the purchase. It is never used for a second label. */
  readonly reference: string;
  readonly serviceLevel: string;
  /** The price of the rate. The carrier must not charge more. */
  readonly price: Cents;
  readonly insuredValue?: Cents | undefined;
  /** With `qr` the label is a QR image if the carrier has `qrLabels`, otherwise a PDF. */
  readonly printSetting: 'pdf' | 'qr';
  readonly items: readonly CustomsItem[];
  /** External id of the merchant's own account that buys. If absent, an account of the operator buys. */
  readonly ownAccount?: string | undefined;
}

/**
 * `label`: in the account's print setting. `raw`: the carrier's 4x6 original. `form`: the customs form. `receipt`: the
 * receipt.
 */
export type DocumentKind = 'label' | 'raw' | 'form' | 'receipt';

export interface LabelReference {
  readonly accountId: number;
  readonly reference: string;
  /** Set when known. A carrier then acts only on a label with this number. */
  readonly trackingNumber?: string | undefined;
}

export interface BoughtLabel extends LabelReference {
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
  readonly trackingNumber: string;
  /** The address of the carrier's tracking page. */
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
 * Order statuses that a carrier's scans can set. `DeliveryFailureWait`: not delivered; the carrier holds the parcel
 * until it returns to the sender. A seller without this status reports `DeliveryFailure`.
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
  /** True when the carrier has adjusted the postage. The seller's adjustments should then be read. */
  readonly adjusted?: true;
  /** When tracking may return more scans; undefined after the parcel's last scan. */
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
  /** The address of the parcels. */
  readonly from: PostalAddress;
  /** Carrier references of the parcels' labels. */
  readonly labels: readonly string[];
}

export type PickupAddition = Readonly<Omit<AddToCarrierPickupRequest, 'carrier' | 'seller'>>;

export interface BookedPickup {
  readonly confirmationNumber: string;
  readonly window: PickupWindow;
}

/** The facts about a carrier that are known without calling it. */
export interface CarrierDeclaration {
  readonly code: string;
  /** Display name. */
  readonly name: string;
  readonly services: readonly CarrierService[];
  /** True when the carrier's counters print a label from a QR image. */
  readonly qrLabels: boolean;
  /** How many labels of one batch are bought at the same time. Absent: no limit. */
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

/** Times as HH:MM, in ship-from local time. */
export interface PickupWindow {
  readonly start: string;
  readonly end: string;
}
