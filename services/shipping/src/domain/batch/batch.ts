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
 * `purchasing`: a carrier or service did not answer, so it is unknown whether the item has a label. `void_pending` and
 * `voided` are never stored. The item's purchase shows these two statuses.
 */
export type BatchItemStatus = 'queued' | 'purchasing' | 'purchased' | 'failed' | 'void_pending' | 'voided';

/** What to buy for one order of a batch. The price is the one that was checked for the whole batch. */
export type BatchOffer = Omit<
  PurchaseTerms,
  'shipFrom' | 'printSetting' | 'batchId' | 'connectionKind' | 'timeZone' | 'approvalId'
>;

/** A rated order, with an offer, or with the error because of which there is no offer. */
export interface RatedOrder {
  readonly orderId: number;
  /** Empty when the account does not have this order. */
  readonly orderNumber: string;
  /** How many times the order was labelled before. */
  readonly labelGeneration: number;
  readonly offer?: BatchOffer | undefined;
  readonly error?: Failure | undefined;
}

export interface BatchItem extends RatedOrder {
  readonly status: BatchItemStatus;
  /** The purchase whose result is the item's result. Set when the purchase has begun. */
  readonly purchaseId?: PurchaseId | undefined;
  readonly trackingNumber?: string | undefined;
}

export interface Batch {
  readonly id: number;
  readonly accountId: number;
  readonly status: BatchStatus;
  readonly items: readonly BatchItem[];
  /**
   * Orders of the confirm whose label would cost more than the maximum per label. These orders are not items of the
   * batch.
   */
  readonly tooDear?: readonly number[] | undefined;
  /** The settings at the time of confirm. */
  readonly shipFrom: PostalAddress;
  readonly printSetting: 'pdf' | 'qr';
  readonly connectionKind: ConnectionKind;
  /** The time zone of the daily spending limit. */
  readonly timeZone?: string | undefined;
  /** The owner's approval for this confirm. */
  readonly approvalId?: string | undefined;
  /**
   * Only for a batch under spending limits: whether billing has accepted the whole batch. A refused batch is deleted.
   */
  readonly admission?: 'pending' | 'reserved' | 'refused' | undefined;
  /** Number of the process that currently runs the batch. A process with an older number cannot write. */
  readonly fence: number;
  readonly createdAt: Date;
  readonly startedAt?: Date | undefined;
  readonly finishedAt?: Date | undefined;
}

/** Returns the key of a batch in billing. */
export const batchKey = (id: number): string => `batch_${id}`;

export const isDecided = ({ status }: Pick<BatchItem, 'status'>): boolean =>
  status === 'purchased' || status === 'failed';

export const isActive = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'queued' || status === 'purchasing';

/**
 * True when a confirm is for this batch. If the confirm lists orders, they must be exactly the batch's orders. If it
 * lists none, all `ready` orders must be in the batch.
 * @param ready the orders for a confirm that lists none, except those that already have a label
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

/** True when the order's label costs more than the maximum per label. */
export const isAboveMaxPerLabel = ({ error }: Pick<RatedOrder, 'error'>): boolean =>
  error?.reason === 'label_above_max_per_label';

/** The total price of all orders with an offer. */
export interface BatchPrice {
  readonly postage: Cents;
  /** The part of the postage that carriers bill to the merchant's own accounts. */
  readonly carrierBilled: Cents;
  /** The rest of the postage. The balance pays it. */
  readonly chargedPostage: Cents;
  readonly insurance: Cents;
}

/** An order's offer with only the fields that the sums need. */
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

/** True when at least one label is from a real carrier. */
export const hasReal = (orders: readonly RatedOrder[]): boolean =>
  orders.some(({ offer }) => offer && isReal(offer.seller));

/**
 * Returns what limits and approvals check in a batch: its orders, its most expensive label, and a digest of all
 * destinations.
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
  /** Items that are still undecided. */
  readonly queued: number;
  readonly purchased: number;
  readonly failed: number;
  readonly voided: number;
  /** Postage of purchased items, without voided ones. */
  readonly totalCost: Cents;
  /** What the balance paid for these items, including insurance. */
  readonly totalCharge: Cents;
}

/** The fields of an item that are needed to count it. */
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

/** Returns the final status of a batch whose items are all decided. */
export function endOf(items: readonly BatchItem[]): BatchStatus {
  const { purchased, failed } = countsOf(items);
  if (failed === 0) return 'completed';
  return purchased > 0 ? 'completed_with_errors' : 'failed';
}

/**
 * Returns the terms of the purchase for one item. The batch id distinguishes this purchase from other purchases of the
 * order.
 */
export function termsOf(
  { id, shipFrom, printSetting, connectionKind, timeZone }: Batch,
  offer: BatchOffer,
): PurchaseTerms {
  return { ...offer, shipFrom, printSetting, batchId: id, connectionKind, ...(timeZone && { timeZone }) };
}

export const belongsTo = ({ terms }: Purchase, { id }: Pick<Batch, 'id'>): boolean => terms.batchId === id;

/** The outcome of an item, as a process saves it. */
export interface ItemOutcome {
  readonly status: BatchItemStatus;
  readonly purchaseId?: PurchaseId;
  readonly trackingNumber?: string;
  readonly error?: Failure;
}

/** Milliseconds after its confirm in which a batch may begin and retry interrupted labels. */
const RETRY_WINDOW_MS = 600_000;

export const isGivenUp = ({ createdAt }: Pick<Batch, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > RETRY_WINDOW_MS;
