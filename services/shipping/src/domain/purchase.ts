import type { Failure, Parcel } from '@parcelyard/contracts/common';
import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PostalAddress } from './address/postal-address';
import type { CustomsItem } from './customs/customs-item';
import type { ShipmentOptions } from './parcel';
import type { PurchaseState } from './purchase-state';
import type { Seller } from './seller';

/** The terms of a purchase, fixed when it begins. */
export interface PurchaseTerms {
  /** The seller of the label. All later requests about this label are sent to this seller. */
  readonly seller: Seller;
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
  /** The price sealed in the rate. */
  readonly postage: Cents;
  /** 0 without insurance. */
  readonly insurance: Cents;
  /** Absent without insurance. */
  readonly insuredValue?: Cents | undefined;
  readonly addressVersion: number;
  /** A date as YYYY-MM-DD, from the rate. */
  readonly estimatedDeliveryDate?: string | undefined;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly shipFrom: PostalAddress;
  readonly printSetting: 'pdf' | 'qr';
  /** Number of the export filing. */
  readonly itn?: string | undefined;
  /** The batch of this purchase. A purchase of a batch pays no pay-as-you-go fee. */
  readonly batchId?: number | undefined;
  readonly connectionKind: ConnectionKind;
  /** The time zone of the daily spending limit. */
  readonly timeZone?: string | undefined;
  /** The caller's maximum for postage, insurance and fee together. */
  readonly maxCharge?: Cents | undefined;
  /** The owner's approval for this purchase. */
  readonly approvalId?: string | undefined;
  /** Digest of the order's destination at the batch's confirm. The label may only be bought for this destination. */
  readonly destination?: string | undefined;
  /** For a return label: the shop's address. `shipFrom` is then the customer's address. */
  readonly returnTo?: PostalAddress | undefined;
  /** External id of the merchant's own carrier account. The carrier bills the postage to this account. */
  readonly ownAccount?: string | undefined;
}

/** Returns the part of the postage that the carrier bills to the merchant's own account, not to the balance. */
export const carrierBilled = ({
  postage,
  ownAccount,
}: Pick<PurchaseTerms, 'postage' | 'ownAccount'>): Cents => (ownAccount === undefined ? ZERO : postage);

/** Returns the part of the postage that the balance pays. */
export const chargedPostage = (terms: Pick<PurchaseTerms, 'postage' | 'ownAccount'>): Cents =>
  cents(terms.postage - carrierBilled(terms));

/** True for a return label. */
export const isReturn = ({ terms }: { terms: Pick<PurchaseTerms, 'returnTo'> }): boolean =>
  terms.returnTo !== undefined;

/** The order's data at the time of its lock. A resumed purchase buys with the same data. */
export interface FrozenOrder {
  readonly shipTo: PostalAddress;
  /** The sender's order numbers. */
  readonly references: readonly string[];
  readonly items: readonly CustomsItem[];
}

/** The label that the carrier sold. */
export interface PurchasedLabel {
  readonly trackingNumber: string;
  readonly boughtAt: Date;
  /** Kinds of files that the carrier has for this label. */
  readonly documents: readonly string[];
  /** False when the carrier did not insure the parcel. Then no insurance is charged. */
  readonly insured?: false | undefined;
}

/** The facts that are known when the order is locked and the money is held. */
export interface HeldPurchase {
  readonly order: FrozenOrder;
  readonly fee: Cents;
}

/** One attempt to buy a label for an order. It has one hold, at most one label and exactly one final state. */
export interface Purchase {
  readonly id: PurchaseId;
  readonly accountId: number;
  readonly orderId: number;
  /** The carrier's reference for buying, looking up and voiding the label. */
  readonly carrierReference: string;
  /** Number of the attempt for this order, from 1. */
  readonly generation: number;
  readonly state: PurchaseState;
  /** Number of the process that currently runs the purchase. A process with an older number cannot write. */
  readonly fence: number;
  readonly terms: PurchaseTerms;
  /** Set before the carrier is asked, together with `fee`. */
  readonly order?: FrozenOrder | undefined;
  readonly fee?: Cents | undefined;
  /** When the seller was last asked to sell the label. */
  readonly sentAt?: Date | undefined;
  readonly label?: PurchasedLabel | undefined;
  /** Why the purchase ends without a label. Set before the money is released, so a crash cannot prevent the release. */
  readonly failure?: Failure | undefined;
  /** Number of the last requested void. The order stores it, too. */
  readonly voidNumber?: number | undefined;
  /** True when the carrier did not immediately answer the last void request. */
  readonly voidWaits?: boolean | undefined;
  /** When the void was requested. `voidRefusal` is the carrier's message if it refused the void. */
  readonly voidRequestedAt?: Date | undefined;
  readonly voidRefusal?: string | undefined;
  /** When the refund of a voided label is due. */
  readonly refundDueAt?: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /**
   * Until this time, only the process that runs the purchase may change it. Absent when no process runs the purchase.
   */
  readonly leaseUntil?: Date;
}

/**
 * Returns the number of the next void: at least the time in milliseconds. If the database was restored from a backup,
 * the purchase lacks the last numbers, which orders still store. Such a number is not used again.
 */
export const nextVoidNumber = ({ voidNumber = 0 }: Pick<Purchase, 'voidNumber'>, now: Date): number =>
  Math.max(voidNumber + 1, now.getTime());

/**
 * Returns what a purchase cost, paid by the balance or billed by the carrier: postage, insurance and pay-as-you-go fee.
 */
export function purchaseCost({ terms, label, fee = ZERO }: Purchase): Cents {
  return cents(terms.postage + premiumOf({ terms, label }) + fee);
}

/** Returns the price of insurance; zero when the parcel is not insured. */
export const premiumOf = ({ terms, label }: Pick<Purchase, 'terms' | 'label'>): Cents =>
  label?.insured === false ? ZERO : terms.insurance;

/** Returns the refund of a void: everything that the balance paid, except the fee (money rule 9). */
export function refundOf(purchase: Pick<Purchase, 'terms' | 'label'>): Cents {
  return cents(chargedPostage(purchase.terms) + premiumOf(purchase));
}

const MINIMUM = cents(100);

/**
 * Returns the price of insurance: 1 % of the declared value, rounded half up to a cent, at least 1.00. A value of 0 is
 * not insured.
 */
export function insurancePremium(enabled: boolean, declaredValue: Cents): Cents {
  if (!enabled || declaredValue <= 0) return ZERO;
  return cents(Math.max(Math.floor((declaredValue + 50) / 100), MINIMUM));
}

const FORM = /^(pur_\d+_\d+(?:_[0-9a-f]+)?)_a(\d+)_[0-9a-z]+$/;

/**
 * Returns a purchase's permanent reference at its carrier. The reference contains the account, so the carrier's list of
 * labels shows the account.
 */
export const newCarrierReference = (id: PurchaseId, accountId: number, random: string): string =>
  `${id}_a${accountId}_${random}`;

/** Reads purchase and account from a carrier reference. Returns undefined for a text of another form. */
export function readCarrierReference(
  reference: string,
): { purchaseId: PurchaseId; accountId: number } | undefined {
  const found = FORM.exec(reference);
  return found ? { purchaseId: found[1] as PurchaseId, accountId: Number(found[2]) } : undefined;
}
