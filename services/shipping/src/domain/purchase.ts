import type { Failure, Parcel } from '@parcelyard/contracts/common';
import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PostalAddress } from './address/postal-address';
import type { CustomsItem } from './customs/customs-item';
import type { ShipmentOptions } from './parcel';
import type { PurchaseState } from './purchase-state';
import type { Seller } from './seller';

/** What to buy and at which price. Never changed after the purchase has begun. */
export interface PurchaseTerms {
  /** The seller of the label. It also gets all later requests about the label. */
  readonly seller: Seller;
  readonly carrier: string;
  readonly serviceLevel: string;
  readonly method: string;
  /** The price of the rate that the caller chose. */
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly insuredValue?: Cents | undefined;
  readonly addressVersion: number;
  /** A date as YYYY-MM-DD, from the rate. */
  readonly estimatedDeliveryDate?: string | undefined;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly shipFrom: PostalAddress;
  readonly printSetting: 'pdf' | 'qr';
  /** The number of the export filing. */
  readonly itn?: string | undefined;
  /** The batch to which the purchase belongs. Labels of a batch cost no pay-as-you-go fee. */
  readonly batchId?: number | undefined;
  readonly connectionKind: ConnectionKind;
  /** The time zone of the daily spending limit. */
  readonly timeZone?: string | undefined;
  /** The most that the caller wants to pay for postage, insurance and fee together. */
  readonly maxCharge?: Cents | undefined;
  readonly approvalId?: string | undefined;
  /** True when the signed-in owner buys. Then no approval is needed. */
  readonly approvedByOwner?: true | undefined;
  /** Hash of the order's destination when the batch was requested. The label is bought only for this destination. */
  readonly destination?: string | undefined;
  /** For a return label: the shop's address. The sender (`shipFrom`) is then the customer. */
  readonly returnTo?: PostalAddress | undefined;
  /** The merchant's own carrier account, to which the carrier bills the postage. */
  readonly ownAccount?: string | undefined;
}

export const carrierBilled = ({
  postage,
  ownAccount,
}: Pick<PurchaseTerms, 'postage' | 'ownAccount'>): Cents => (ownAccount === undefined ? ZERO : postage);

export const chargedPostage = (terms: Pick<PurchaseTerms, 'postage' | 'ownAccount'>): Cents =>
  cents(terms.postage - carrierBilled(terms));

export const isReturn = ({ terms }: { terms: Pick<PurchaseTerms, 'returnTo'> }): boolean =>
  terms.returnTo !== undefined;

/** The order's data when its label was bought. If the purchase is interrupted, it continues with the same data. */
export interface FrozenOrder {
  readonly shipTo: PostalAddress;
  /** The shop's order numbers, which the label shows. */
  readonly references: readonly string[];
  readonly items: readonly CustomsItem[];
}

export interface PurchasedLabel {
  readonly trackingNumber: string;
  readonly boughtAt: Date;
  /** Which files the carrier has for this label. */
  readonly documents: readonly string[];
  /** False when the carrier did not insure the parcel. Then insurance is not charged. */
  readonly insured?: false | undefined;
}

/** What is known when the money is reserved. */
export interface HeldPurchase {
  readonly order: FrozenOrder;
  readonly fee: Cents;
}

/** One attempt to buy a label for an order. It reserves money once, buys one label at most, and ends in one state. */
export interface Purchase {
  readonly id: PurchaseId;
  readonly accountId: number;
  readonly orderId: number;
  /** The reference under which the carrier sells, finds and voids the label. */
  readonly carrierReference: string;
  /** The number of the attempt for this order, from 1. */
  readonly generation: number;
  readonly state: PurchaseState;
  /** Incremented each time a process takes the purchase. A process with a lower number cannot write. */
  readonly fence: number;
  readonly terms: PurchaseTerms;
  /** `order` and `fee` are set before the carrier is asked. */
  readonly order?: FrozenOrder | undefined;
  readonly fee?: Cents | undefined;
  /** When the seller was last asked to sell the label. */
  readonly sentAt?: Date | undefined;
  readonly label?: PurchasedLabel | undefined;
  /**
   * Why there is no label. The reason is stored before the money is returned, so that the money is returned even after
   * a crash.
   */
  readonly failure?: Failure | undefined;
  /** The number of the last void that was requested. The order stores it, too. */
  readonly voidNumber?: number | undefined;
  /** True when the carrier did not answer the request for a void at once. */
  readonly voidWaits?: boolean | undefined;
  /** `voidRefusal` is what the carrier said when it refused the void. */
  readonly voidRequestedAt?: Date | undefined;
  readonly voidRefusal?: string | undefined;
  readonly refundDueAt?: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Until this time, only the process that runs the purchase may change it. Absent when no process runs it. */
  readonly leaseUntil?: Date;
}

/**
 * Returns the number of the next void: higher than the last number, and at least the time in milliseconds. After a
 * backup was restored, the order may store a higher number than the purchase. Because of the time, the new number is
 * higher than that number, too.
 */
export const nextVoidNumber = ({ voidNumber = 0 }: Pick<Purchase, 'voidNumber'>, now: Date): number =>
  Math.max(voidNumber + 1, now.getTime());

/** Returns the cost of a purchase: postage, insurance and fee. Postage that the carrier bills directly is included. */
export function purchaseCost({ terms, label, fee = ZERO }: Purchase): Cents {
  return cents(terms.postage + premiumOf({ terms, label }) + fee);
}

/** Returns the price of insurance; 0 when the parcel is not insured. */
export const premiumOf = ({ terms, label }: Pick<Purchase, 'terms' | 'label'>): Cents =>
  label?.insured === false ? ZERO : terms.insurance;

/** Returns what a void gives back: everything that the balance paid, except the fee (money rule 9). */
export function refundOf(purchase: Pick<Purchase, 'terms' | 'label'>): Cents {
  return cents(chargedPostage(purchase.terms) + premiumOf(purchase));
}

const MINIMUM = cents(100);

/**
 * Returns the price of insurance: 1 % of the declared value, rounded to a cent, at least 1.00. A value of 0 costs
 * nothing.
 */
export function insurancePremium(enabled: boolean, declaredValue: Cents): Cents {
  if (!enabled || declaredValue <= 0) return ZERO;
  return cents(Math.max(Math.floor((declaredValue + 50) / 100), MINIMUM));
}

const FORM = /^(pur_\d+_\d+(?:_[0-9a-f]+)?)_a(\d+)_[0-9a-z]+$/;

/**
 * Makes the reference of a new purchase at the carrier. It contains the account, so that the carrier's list of labels
 * shows whose label it is.
 */
export const newCarrierReference = (id: PurchaseId, accountId: number, random: string): string =>
  `${id}_a${accountId}_${random}`;

/** Returns the purchase and the account of a carrier reference; undefined for another text. */
export function readCarrierReference(
  reference: string,
): { purchaseId: PurchaseId; accountId: number } | undefined {
  const found = FORM.exec(reference);
  return found ? { purchaseId: found[1] as PurchaseId, accountId: Number(found[2]) } : undefined;
}
