import type { Parcel } from '@parcelyard/contracts/common';
import type { RateError } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../domain/address/postal-address';
import type { CustomsItem } from '../domain/customs/customs-item';
import type { OwnAccount } from '../domain/own-account';
import type { ShipmentOptions } from '../domain/parcel';
import type { Seller } from '../domain/seller';

/**
 * The door to a carrier. Calls are safe to repeat: `buy` and `bookPickup` by their reference, `void` and `cancelPickup`
 * by what they name. Every call either answers or throws: `CarrierRefused` (the carrier's own no: nothing happened),
 * `CarrierUnavailable` (the operator's fault: nothing happened, and nothing of it is for a merchant) or whatever else, such
 * as `CarrierNoAnswer` (unknown: it may have happened; look it up, never resend blindly).
 */
export interface Carrier {
  /** Through whom it sells. */
  readonly seller: Seller;
  readonly code: string;
  readonly declaration: CarrierDeclaration;
  /** Never throws for one destination's sake: what the carrier could not rate comes as a message beside the rates. */
  rate(request: ShipmentRequest): Promise<CarrierRates>;
  buy(request: BuyRequest): Promise<BoughtLabel>;
  /** The label that was bought under this reference, voided or not; undefined when the carrier knows of none. */
  findByReference(accountId: number, reference: string): Promise<BoughtLabel | undefined>;
  /**
   * Nothing is sold under this reference from now on, whoever was about to ask: to be called before a purchase's money is
   * given back. Answers the label that was sold after all; throws `CarrierNoAnswer` while one may be under way.
   */
  close(label: LabelReference): Promise<BoughtLabel | undefined>;
  /** Insures a bought label's parcel for so much. True: it is, by this call or before; false: it never will be. */
  insure(label: LabelReference, value: Cents): Promise<boolean>;
  /** Asks for the label's money back. Repeating it answers where the request stands: `pending` becomes `accepted`. */
  void(label: LabelReference): Promise<VoidAnswer>;
  track(label: LabelReference): Promise<Tracking>;
  /** When a label that was bought then may first have been scanned: nobody needs to look before. */
  firstScanAt(boughtAt: Date): Date;
  /**
   * True when `document` gives the same bytes at any time, for as long as the carrier knows of the label: nothing has to
   * be stored before the label is attached, and a file is made when it is first asked for.
   */
  readonly documentsAnyTime?: true;
  /** A file of a bought label; undefined when this label has none of that kind. */
  document(label: LabelReference, kind: DocumentKind): Promise<CarrierDocument | undefined>;
  quotePickup(request: PickupQuoteRequest): Promise<PickupQuote>;
  bookPickup(request: PickupBookingRequest): Promise<BookedPickup>;
  /** More parcels for a booked pickup; absent where the carrier takes none. */
  addToPickup?(addition: PickupAddition): Promise<void>;
  /**
   * The form that stands for these labels in one scan, and where it is. Repeating it answers with the same form; a label
   * is on one form only. Absent where the carrier has no such form.
   */
  makeScanForm?(accountId: number, labels: readonly string[]): Promise<{ url: string }>;
  cancelPickup(pickup: { accountId: number; reference: string; confirmationNumber: string }): Promise<void>;
  /** Sandbox only: scans the parcel now, with whatever scans must come before, so that tracking reaches this status. */
  scanNow?(label: LabelReference, status: TrackingStatus): Promise<Tracking>;
}

export interface ShipmentRequest {
  readonly from: PostalAddress;
  readonly to: PostalAddress;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly shipDate: Date;
  /** What the caller says of the destination; absent: guessed from the address. */
  readonly residential?: boolean | undefined;
  /** Numbers by which the sender knows the order; they are printed on the label. */
  readonly orderReferences: readonly string[];
  /** What is inside, for customs; absent where there is no order yet. */
  readonly items?: readonly CustomsItem[] | undefined;
  /** Number of the export filing, where there is one. */
  readonly itn?: string | undefined;
  /** From a customer back to the shop: some carriers bill such labels otherwise. */
  readonly isReturn?: true | undefined;
  /** The merchant's own with every carrier: a carrier that it has one with rates by these alone. */
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
  /** Postage: the sum of the charges. */
  readonly amount: Cents;
  readonly currency: 'USD';
  /** What the counter would ask for the same. */
  readonly retailAmount: Cents;
  readonly charges: readonly CarrierCharge[];
  /** Business days. */
  readonly deliveryDays: number | undefined;
  /** YYYY-MM-DD */
  readonly estimatedDeliveryDate: string | undefined;
  readonly deliveryDateGuaranteed: boolean;
  /** 1–9; absent for international. */
  readonly zone: number | undefined;
  /** The merchant's own, which the carrier bills. */
  readonly ownAccount?: OwnAccount | undefined;
}

/** Rates and what went wrong beside them: partial failure is normal. */
export interface CarrierRates {
  readonly rates: readonly CarrierRate[];
  readonly messages: readonly RateError[];
}

export interface BuyRequest extends Omit<ShipmentRequest, 'ownAccounts'> {
  readonly accountId: number;
  /** Idempotency key and look-up reference in one; never given a second time. */
  readonly reference: string;
  readonly serviceLevel: string;
  /** The price that the rate promised; the carrier charges exactly this. */
  readonly price: Cents;
  readonly insuredValue?: Cents | undefined;
  readonly printSetting: 'pdf' | 'qr';
  readonly items: readonly CustomsItem[];
  /** External id of the merchant's own account that it is bought with; absent: one of the deployment's. */
  readonly ownAccount?: string | undefined;
}

/** `label`: in the account's print setting · `raw`: the carrier's 4x6 original · `form`: customs · `receipt`. */
export type DocumentKind = 'label' | 'raw' | 'form' | 'receipt';

export interface LabelReference {
  readonly accountId: number;
  readonly reference: string;
  /** Once known; a carrier whose label has another one does nothing with it. */
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
  /** Where it goes, as the carrier has it. */
  readonly destination?: Pick<PostalAddress, 'street1' | 'zip' | 'country'> | undefined;
  /** What the parcel is insured for, as the carrier has it. */
  readonly insuredValue: Cents;
  readonly status: 'purchased' | 'void_pending' | 'voided';
  readonly boughtAt: Date;
  /** The files that `document` answers for. */
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

/** Names of order statuses that a carrier's scans lead to. */
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
  /** Where it was scanned; empty where the carrier does not say. */
  readonly city: string;
  readonly state: string;
  readonly country: string;
  /** Set for a delivery failure or a return. */
  readonly exception?: string | undefined;
}

export interface Tracking {
  readonly trackingNumber: string;
  /** All scans so far, oldest first; empty before the first one. */
  readonly scans: readonly TrackingScan[];
  /** The carrier has corrected the label's postage: what its seller says of that is worth a look. */
  readonly corrected?: true;
  /** When looking again may show more; undefined when the parcel's way is over. */
  readonly nextLookAt: Date | undefined;
}

export interface PickupQuoteRequest {
  readonly accountId: number;
  /** YYYY-MM-DD, ship-from local. */
  readonly date: string;
  /** Order references and recipient companies of the parcels, where known. */
  readonly references: readonly string[];
}

export type PickupQuote =
  | { readonly available: true; readonly window: PickupWindow }
  | { readonly available: false; readonly window: PickupWindow; readonly reason: string };

export interface PickupBookingRequest {
  readonly accountId: number;
  readonly reference: string;
  readonly date: string;
  readonly location: string;
  readonly instructions: string;
  readonly packageCount: number;
  /** Where the parcels are. */
  readonly from: PostalAddress;
  /** References of the parcels' labels. */
  readonly labels: readonly string[];
}

export interface PickupAddition {
  readonly accountId: number;
  readonly reference: string;
  readonly confirmationNumber: string;
  /** All parcels, those that were in it before included. */
  readonly packageCount: number;
}

export interface BookedPickup {
  readonly confirmationNumber: string;
  readonly window: PickupWindow;
}

/** What everybody may know of a carrier before calling it. */
export interface CarrierDeclaration {
  readonly code: string;
  /** As people write it. */
  readonly name: string;
  readonly services: readonly CarrierService[];
  /** True when the carrier's counters print a label from a scanned QR image. */
  readonly qrLabels: boolean;
  /** Labels of one batch that it is asked for at one time; absent: as many as there are. */
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
