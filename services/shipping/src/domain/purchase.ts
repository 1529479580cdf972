import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import type { ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PostalAddress } from './address/postal-address';
import type { CustomsItem } from './customs/customs-item';
import type { PurchaseState } from './purchase-state';
import type { Parcel, ShipmentOptions } from './shipment';

/** What is bought, fixed when the purchase begins: nothing that changes later changes it. */
export interface PurchaseTerms {
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
  /** The price sealed in the rate. */
  readonly postage: Cents;
  /** 0 when insurance is off. */
  readonly insurance: Cents;
  /** Absent when insurance is off. */
  readonly insuredValue?: Cents | undefined;
  readonly addressVersion: number;
  /** YYYY-MM-DD, as the rate promised it. */
  readonly estimatedDeliveryDate?: string | undefined;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly shipFrom: PostalAddress;
  readonly printSetting: 'pdf' | 'qr';
  /** Number of the goods' export filing. */
  readonly itn?: string | undefined;
  /** The batch that it is bought for: no pay-as-you-go fee. */
  readonly batchId?: number | undefined;
}

/** The order as it was when it was locked, so that a resumed purchase buys exactly that. */
export interface FrozenOrder {
  readonly shipTo: PostalAddress;
  /** Numbers by which the sender knows the order. */
  readonly references: readonly string[];
  readonly items: readonly CustomsItem[];
}

/** What the carrier sold. */
export interface PurchasedLabel {
  readonly trackingNumber: string;
  readonly boughtAt: Date;
  /** Kinds of files that the carrier keeps for it. */
  readonly documents: readonly string[];
  /** False: insurance was wanted and the carrier gave none, so that nothing is charged for it. */
  readonly insured?: false | undefined;
}

/** Why a purchase ends without a label; decided once, then everything is given back. */
export interface PurchaseFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** One attempt at labelling an order: one hold, at most one label, exactly one end. */
export interface Purchase {
  readonly id: PurchaseId;
  readonly accountId: number;
  readonly orderId: number;
  /** What the label is bought, looked up and voided under; the id itself for a purchase of an earlier version. */
  readonly carrierReference: string;
  /** Counts the attempts of one order from 1. */
  readonly generation: number;
  readonly state: PurchaseState;
  /** Whoever drives the purchase has this number; a driver with an older one may not write. */
  readonly fence: number;
  readonly terms: PurchaseTerms;
  /** Known once held, like `fee`. */
  readonly order?: FrozenOrder | undefined;
  readonly fee?: Cents | undefined;
  /** When the carrier was last asked to sell. */
  readonly sentAt?: Date | undefined;
  readonly label?: PurchasedLabel | undefined;
  /** Set before anything is given back, so that a crash in between can only go on giving back. */
  readonly failure?: PurchaseFailure | undefined;
  /** When the label's void was asked for, and the carrier's words if it refused. */
  readonly voidRequestedAt?: Date | undefined;
  readonly voidRefusal?: string | undefined;
  /** From when on a voided label's money is given back. */
  readonly refundDueAt?: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What was or will be charged: postage, insurance and the pay-as-you-go fee. */
export function totalCharge({ terms, label, fee = ZERO }: Purchase): Cents {
  return cents(terms.postage + premiumOf({ terms, label }) + fee);
}

/** What insurance costs; nothing without cover. */
export const premiumOf = ({ terms, label }: Pick<Purchase, 'terms' | 'label'>): Cents =>
  label?.insured === false ? ZERO : terms.insurance;

/** What a void gives back: all but the fee (money rule 9). */
export function refundOf(purchase: Pick<Purchase, 'terms' | 'label'>): Cents {
  return cents(purchase.terms.postage + premiumOf(purchase));
}
