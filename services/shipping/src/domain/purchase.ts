import type { Failure, Parcel } from '@parcelyard/contracts/common';
import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PostalAddress } from './address/postal-address';
import type { CustomsItem } from './customs/customs-item';
import type { ShipmentOptions } from './parcel';
import type { PurchaseState } from './purchase-state';
import type { Seller } from './seller';

/** What is bought, fixed when the purchase begins: nothing that changes later changes it. */
export interface PurchaseTerms {
  /** Through whom it is bought, and everything else that its label ever needs. */
  readonly seller: Seller;
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
  readonly connectionKind: ConnectionKind;
  /** In which the day's limit is reckoned. */
  readonly timeZone?: string | undefined;
  /** The caller's ceiling on postage, insurance and fee together. */
  readonly maxCharge?: Cents | undefined;
  /** The owner's approval that the caller goes by. */
  readonly approvalId?: string | undefined;
  /** Digest of where a batch's confirm saw the order ship: it is bought to no other destination. */
  readonly destination?: string | undefined;
  /** Where the label of an order's return leads: the shop. `shipFrom` is the customer's address then. */
  readonly returnTo?: PostalAddress | undefined;
  /** External id of the merchant's own carrier account that it is bought with: its carrier bills the postage. */
  readonly ownAccount?: string | undefined;
}

/** The part of the postage that a carrier bills to the merchant's own number, so that no balance pays it. */
export const carrierBilled = ({
  postage,
  ownAccount,
}: Pick<PurchaseTerms, 'postage' | 'ownAccount'>): Cents => (ownAccount === undefined ? ZERO : postage);

/** The part that the balance pays. */
export const chargedPostage = (terms: Pick<PurchaseTerms, 'postage' | 'ownAccount'>): Cents =>
  cents(terms.postage - carrierBilled(terms));

/** True for the label with which a customer sends an order back. */
export const isReturn = ({ terms }: { terms: Pick<PurchaseTerms, 'returnTo'> }): boolean =>
  terms.returnTo !== undefined;

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
  /** False: insurance was ordered and the carrier gave none, so that nothing is charged for it. */
  readonly insured?: false | undefined;
}

/** What is known once the order is locked and the money is held. */
export interface HeldPurchase {
  readonly order: FrozenOrder;
  readonly fee: Cents;
}

/** One attempt at labelling an order: one hold, at most one label, exactly one end. */
export interface Purchase {
  readonly id: PurchaseId;
  readonly accountId: number;
  readonly orderId: number;
  /** What the label is bought, looked up and voided under. */
  readonly carrierReference: string;
  /** Counts the attempts of one order from 1. */
  readonly generation: number;
  readonly state: PurchaseState;
  /** Whoever drives the purchase has this number; a driver with an older one may not write. */
  readonly fence: number;
  readonly terms: PurchaseTerms;
  /** Known once the carrier is asked, like `fee`. */
  readonly order?: FrozenOrder | undefined;
  readonly fee?: Cents | undefined;
  /** When the carrier was last asked to sell. */
  readonly sentAt?: Date | undefined;
  readonly label?: PurchasedLabel | undefined;
  /** Why it ends without a label: set before any compensation, so that a crash in between can only go on compensating. */
  readonly failure?: Failure | undefined;
  /** How often a void of the label was asked for. */
  readonly voids?: number | undefined;
  /** The carrier did not answer the last of them at once. */
  readonly voidWaits?: boolean | undefined;
  /** When the label's void was asked for, and the carrier's words if it refused. */
  readonly voidRequestedAt?: Date | undefined;
  readonly voidRefusal?: string | undefined;
  /** From when on a voided label's money is given back. */
  readonly refundDueAt?: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What the label costs, whoever bills it: postage, insurance and the pay-as-you-go fee. */
export function labelCost({ terms, label, fee = ZERO }: Purchase): Cents {
  return cents(terms.postage + premiumOf({ terms, label }) + fee);
}

/** What insurance costs; nothing without cover. */
export const premiumOf = ({ terms, label }: Pick<Purchase, 'terms' | 'label'>): Cents =>
  label?.insured === false ? ZERO : terms.insurance;

/** What a void gives back to the balance: all that it paid but the fee (money rule 9). */
export function refundOf(purchase: Pick<Purchase, 'terms' | 'label'>): Cents {
  return cents(chargedPostage(purchase.terms) + premiumOf(purchase));
}

const MINIMUM = cents(100);

/**
 * What insuring a parcel costs: 1 % of the declared value, rounded half up to a cent, and 1.00 at least. An order worth
 * nothing is not insured.
 */
export function insurancePremium(enabled: boolean, declaredValue: Cents): Cents {
  if (!enabled || declaredValue <= 0) return ZERO;
  return cents(Math.max(Math.floor((declaredValue + 50) / 100), MINIMUM));
}

const FORM = /^(pur_\d+_\d+(?:_[0-9a-f]+)?)_a(\d+)_[0-9a-z]+$/;

/**
 * What a purchase is called at its carrier, for ever. The account is in it for whoever reads the carrier's own list.
 */
export const newCarrierReference = (id: PurchaseId, accountId: number, random: string): string =>
  `${id}_a${accountId}_${random}`;

/** Whose label a carrier's reference says it is; undefined for one of another form. */
export function readCarrierReference(
  reference: string,
): { purchaseId: PurchaseId; accountId: number } | undefined {
  const found = FORM.exec(reference);
  return found ? { purchaseId: found[1] as PurchaseId, accountId: Number(found[2]) } : undefined;
}
