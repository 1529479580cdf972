import type { Failure } from '@parcelyard/contracts/common';
import { type Cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { destinationsDigest } from '@parcelyard/service-kit/destination-digest';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { PostalAddress } from '../address/postal-address';
import { carrierBilled, chargedPostage, type Purchase, type PurchaseTerms } from '../purchase';
import { isReal } from '../seller';

/** The last three are ends. */
export type BatchStatus = 'queued' | 'purchasing' | 'completed' | 'completed_with_errors' | 'failed';

/**
 * `purchasing`: its carrier or another service gave no answer, and nobody knows yet whether it has its label.
 * `void_pending` and `voided` are never stored: the purchase knows.
 */
export type BatchItemStatus = 'queued' | 'purchasing' | 'purchased' | 'failed' | 'void_pending' | 'voided';

/** What is bought for one order of a batch, at the price that the whole batch was judged by. */
export type BatchOffer = Omit<
  PurchaseTerms,
  'shipFrom' | 'printSetting' | 'batchId' | 'connectionKind' | 'timeZone' | 'approvalId'
>;

/** An order as rating found it: with what can be bought, or with why nothing can. */
export interface RatedOrder {
  readonly orderId: number;
  /** Empty when the account has no such order. */
  readonly orderNumber: string;
  /** How often the order was labelled before. */
  readonly labelGeneration: number;
  readonly offer?: BatchOffer | undefined;
  readonly error?: Failure | undefined;
}

export interface BatchItem extends RatedOrder {
  readonly status: BatchItemStatus;
  /** The purchase that decides the item, once it has begun. */
  readonly purchaseId?: PurchaseId | undefined;
  readonly trackingNumber?: string | undefined;
}

export interface Batch {
  readonly id: number;
  readonly accountId: number;
  readonly status: BatchStatus;
  readonly items: readonly BatchItem[];
  /** As they were when the batch was confirmed. */
  readonly shipFrom: PostalAddress;
  readonly printSetting: 'pdf' | 'qr';
  readonly connectionKind: ConnectionKind;
  /** In which the day's limit is reckoned. */
  readonly timeZone?: string | undefined;
  /** The owner's approval that its confirm went by. */
  readonly approvalId?: string | undefined;
  /** Of a batch that limits apply to: whether billing has let it in as a whole. A refused one is taken away. */
  readonly admission?: 'pending' | 'reserved' | 'refused' | undefined;
  /** Whoever works on the batch has this number; one with an older one may not write. */
  readonly fence: number;
  readonly createdAt: Date;
  readonly startedAt?: Date | undefined;
  readonly finishedAt?: Date | undefined;
}

/** What billing knows a batch by. */
export const batchKey = (id: number): string => `batch_${id}`;

export const isDecided = ({ status }: Pick<BatchItem, 'status'>): boolean =>
  status === 'purchased' || status === 'failed';

export const isActive = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'queued' || status === 'purchasing';

/**
 * Whether a confirm is for the orders of this batch: with orders named, exactly its own; without, none but its own.
 * @param ready what a confirm without names would take; those of the batch that have their label are ready no more
 */
export function isForOrders(
  { items }: Pick<Batch, 'items'>,
  named: readonly number[],
  ready: readonly number[],
): boolean {
  const own = new Set(items.map(({ orderId }) => orderId));
  const asked = new Set(named.length > 0 ? named : ready);
  const onlyItsOwn = [...asked].every((orderId) => own.has(orderId));
  return onlyItsOwn && (named.length === 0 || asked.size === own.size);
}

export function toItem(order: RatedOrder): BatchItem {
  return { ...order, status: order.offer ? 'queued' : 'failed' };
}

/** What everything that has an offer costs. */
export interface BatchPrice {
  readonly postage: Cents;
  /** Part of the postage: what carriers bill to the merchant's own numbers. */
  readonly carrierBilled: Cents;
  /** The other part: what the balance pays. */
  readonly chargedPostage: Cents;
  readonly insurance: Cents;
}

export function priceOf(orders: readonly RatedOrder[]): BatchPrice {
  const offers = orders.flatMap(({ offer }) => offer ?? []);
  return {
    postage: sumCents(...offers.map(({ postage }) => postage)),
    carrierBilled: sumCents(...offers.map(carrierBilled)),
    chargedPostage: sumCents(...offers.map(chargedPostage)),
    insurance: sumCents(...offers.map(({ insurance }) => insurance)),
  };
}

/** Whether real carriers take labels of it. */
export const hasReal = (orders: readonly RatedOrder[]): boolean =>
  orders.some(({ offer }) => offer && isReal(offer.seller));

/** What limits and the owner judge a batch by: its orders, its dearest label, and where all of them ship. */
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
  /** Not decided yet. */
  readonly queued: number;
  readonly purchased: number;
  readonly failed: number;
  readonly voided: number;
  /** Postage of what was purchased and is not voided. */
  readonly totalCost: Cents;
  /** What the balance paid for it, with its insurance. */
  readonly totalCharge: Cents;
}

export function countsOf(items: readonly BatchItem[]): BatchCounts {
  // What waits for its void is paid for until the carrier says yes.
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

/** How a batch ends whose items are all decided. */
export function endOf(items: readonly BatchItem[]): BatchStatus {
  const { purchased, failed } = countsOf(items);
  if (failed === 0) return 'completed';
  return purchased > 0 ? 'completed_with_errors' : 'failed';
}

/** What is bought for an item; it carries the batch's name, so that nobody else's purchase passes for the batch's. */
export function termsOf(
  { id, shipFrom, printSetting, connectionKind, timeZone }: Batch,
  offer: BatchOffer,
): PurchaseTerms {
  return { ...offer, shipFrom, printSetting, batchId: id, connectionKind, ...(timeZone && { timeZone }) };
}

export const belongsTo = ({ terms }: Purchase, { id }: Pick<Batch, 'id'>): boolean => terms.batchId === id;

/** What a driver writes on an item. */
export interface ItemOutcome {
  readonly status: BatchItemStatus;
  readonly purchaseId?: PurchaseId;
  readonly trackingNumber?: string;
  readonly error?: Failure;
}

/** Milliseconds after its confirm in which a batch is still begun and cut-short labels are tried again. */
const RETRY_WINDOW_MS = 600_000;

export const isGivenUp = ({ createdAt }: Pick<Batch, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > RETRY_WINDOW_MS;
