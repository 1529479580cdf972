import type { Failure } from '@parcelyard/contracts/common';
import { type Cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { destinationsDigest } from '@parcelyard/service-kit/destination-digest';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PostalAddress } from '../address/postal-address';
import { carrierBilled, chargedPostage, type Purchase, type PurchaseTerms } from '../purchase';
import { isReal } from '../seller';

/** The last three statuses are final. */
export type BatchStatus = 'queued' | 'purchasing' | 'completed' | 'completed_with_errors' | 'failed';

/**
 * `purchasing`: a carrier or service did not answer, so nobody knows yet whether there is a label. `void_pending` and
 * `voided` come from the item's purchase and are not stored in the batch.
 */
export type BatchItemStatus = 'queued' | 'purchasing' | 'purchased' | 'failed' | 'void_pending' | 'voided';

/** What to buy for one order of a batch, at the price that was shown for the batch. */
export type BatchOffer = Omit<
  PurchaseTerms,
  'shipFrom' | 'printSetting' | 'batchId' | 'connectionKind' | 'timeZone' | 'approvalId'
>;

/** An order with what a batch would buy for it, or with the reason why nothing can be bought. */
export interface RatedOrder {
  readonly orderId: number;
  /** Empty when the account does not have this order. */
  readonly orderNumber: string;
  /** The number of earlier attempts to buy a label for this order. */
  readonly labelGeneration: number;
  readonly offer?: BatchOffer | undefined;
  readonly error?: Failure | undefined;
}

export interface BatchItem extends RatedOrder {
  readonly status: BatchItemStatus;
  /** The purchase that buys the item's label. Set when the purchase has begun. */
  readonly purchaseId?: PurchaseId | undefined;
  readonly trackingNumber?: string | undefined;
}

export interface Batch {
  readonly id: number;
  readonly accountId: number;
  readonly status: BatchStatus;
  readonly items: readonly BatchItem[];
  /** Orders whose label would cost more than the caller's maximum per label. They are not part of the batch. */
  readonly tooDear?: readonly number[] | undefined;
  /** The settings at the time of the request. */
  readonly shipFrom: PostalAddress;
  readonly printSetting: 'pdf' | 'qr';
  readonly connectionKind: ConnectionKind;
  readonly timeZone?: string | undefined;
  readonly approvalId?: string | undefined;
  /**
   * Whether billing has accepted the batch. Exists only when the account has spending limits. A refused batch is
   * deleted.
   */
  readonly admission?: 'pending' | 'reserved' | 'refused' | undefined;
  /** Incremented each time a process takes the batch. A process with a lower number cannot write. */
  readonly fence: number;
  readonly createdAt: Date;
  readonly startedAt?: Date | undefined;
  readonly finishedAt?: Date | undefined;
}

export const batchKey = (id: number): string => `batch_${id}`;

export const isDecided = ({ status }: Pick<BatchItem, 'status'>): boolean =>
  status === 'purchased' || status === 'failed';

export const isActive = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'queued' || status === 'purchasing';

/**
 * Returns whether a request is for the same orders as this batch. If the request names orders, these must be exactly
 * the batch's orders. If the request names no orders, the batch must contain every order of `ready`.
 * @param ready the orders that a request without names would buy now
 */
export function isForOrders(
  { items, tooDear = [] }: Pick<Batch, 'items' | 'tooDear'>,
  named: readonly number[],
  ready: readonly number[],
): boolean {
  const own = new Set([...items.map(({ orderId }) => orderId), ...tooDear]);
  const asked = new Set(named.length > 0 ? named : ready);
  const areAllOwn = [...asked].every((orderId) => own.has(orderId));
  return areAllOwn && (named.length === 0 || asked.size === own.size);
}

export function toItem(order: RatedOrder): BatchItem {
  return { ...order, status: order.offer ? 'queued' : 'failed' };
}

export const isAboveMaxPerLabel = ({ error }: Pick<RatedOrder, 'error'>): boolean =>
  error?.reason === 'label_above_max_per_label';

/** The price of all labels that can be bought. */
export interface BatchPrice {
  readonly postage: Cents;
  /** The part of the postage that carriers bill to the merchant's own carrier accounts. */
  readonly carrierBilled: Cents;
  /** The postage that the balance pays. */
  readonly chargedPostage: Cents;
  readonly insurance: Cents;
}

interface Priced {
  readonly offer?: Pick<BatchOffer, 'postage' | 'insurance' | 'ownAccount'> | undefined;
}

export function priceOf(orders: readonly Priced[]): BatchPrice {
  const offers = orders.flatMap(({ offer }) => offer ?? []);
  return {
    postage: sumCents(...offers.map(({ postage }) => postage)),
    carrierBilled: sumCents(...offers.map(carrierBilled)),
    chargedPostage: sumCents(...offers.map(chargedPostage)),
    insurance: sumCents(...offers.map(({ insurance }) => insurance)),
  };
}

/** Returns whether at least one label is real, and not a sample. */
export const hasReal = (orders: readonly RatedOrder[]): boolean =>
  orders.some(({ offer }) => offer && isReal(offer.seller));

/**
 * Returns the data of a batch that is compared with spending limits and approvals: its orders, the price of its most
 * expensive label, and a hash of all destinations.
 */
export function spendOf(orders: readonly RatedOrder[]): {
  orderIds: number[];
  dearest: Cents;
  destination: string;
} {
  const buyable = orders.flatMap(({ orderId, offer }) => (offer ? [{ orderId, offer }] : []));
  const totals = buyable.map(({ offer }) => sumCents(offer.postage, offer.insurance));
  return {
    orderIds: buyable.map(({ orderId }) => orderId),
    dearest: totals.reduce(larger, ZERO),
    destination: destinationsDigest(
      buyable.map(({ orderId, offer }) => ({ orderId, digest: offer.destination ?? '' })),
    ),
  };
}

const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b);

export interface BatchCounts {
  readonly total: number;
  readonly queued: number;
  readonly purchased: number;
  readonly failed: number;
  readonly voided: number;
  /** Postage of the purchased labels, without voided ones. */
  readonly totalCost: Cents;
  /** What the balance paid for the purchased labels, with insurance. */
  readonly totalCharge: Cents;
}

export type CountedItem = Pick<BatchItem, 'status'> & Priced;

export function countsOf(items: readonly CountedItem[]): BatchCounts {
  // While a void is pending, the label still counts as paid.
  const purchased = items.filter(({ status }) => status === 'purchased' || status === 'void_pending');
  const failed = items.filter(({ status }) => status === 'failed').length;
  const voided = items.filter(({ status }) => status === 'voided').length;
  const { postage, chargedPostage: charged, insurance } = priceOf(purchased);
  return {
    total: items.length,
    queued: items.length - purchased.length - failed - voided,
    purchased: purchased.length,
    failed,
    voided,
    totalCost: postage,
    totalCharge: sumCents(charged, insurance),
  };
}

/** Returns the final status of a batch whose items all have a result. */
export function endOf(items: readonly BatchItem[]): BatchStatus {
  const { purchased, failed } = countsOf(items);
  if (failed === 0) return 'completed';
  return purchased > 0 ? 'completed_with_errors' : 'failed';
}

/** Returns the terms of one item's purchase. The batch's id in them shows that the purchase belongs to the batch. */
export function termsOf(
  { id, shipFrom, printSetting, connectionKind, timeZone }: Batch,
  offer: BatchOffer,
): PurchaseTerms {
  return { ...offer, shipFrom, printSetting, batchId: id, connectionKind, ...(timeZone && { timeZone }) };
}

export const belongsTo = ({ terms }: Purchase, { id }: Pick<Batch, 'id'>): boolean => terms.batchId === id;

export interface ItemOutcome {
  readonly status: BatchItemStatus;
  readonly purchaseId?: PurchaseId;
  readonly trackingNumber?: string;
  readonly error?: Failure;
}

/** A batch may begin, and may retry interrupted labels, only within this time after its request. */
const RETRY_WINDOW_MS = 600_000;

export const isGivenUp = ({ createdAt }: Pick<Batch, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > RETRY_WINDOW_MS;
