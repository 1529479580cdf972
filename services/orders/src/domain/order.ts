import type { Address } from '@parcelyard/contracts/common';
import type { AddressCheck, Order as OrderMessage, OrderRow } from '@parcelyard/contracts/orders';
import type { Cents } from '@parcelyard/money/cents';
import type { Complete } from '@parcelyard/service-kit/complete';
import type { AccountId, OrderId } from '@parcelyard/service-kit/ids';
import { DEFAULT_COUNTRY, type SavedAddress } from './address';
import type { ItemLine } from './items';
import { type Decisions, type FieldsWhere, ORDER_FIELDS } from './order-fields';
import { isVoidPending, type LabelRecord, type OrderLabel } from './order-label';
import type { OrderStatus } from './order-status';
import type { StoreFulfillment } from './platforms/store-fulfillment';

/** An order with all its fields. Types are narrower than in the contract, and some fields stay in this service. */
export interface Order
  extends Omit<
    OrderMessage,
    | 'shipTo'
    | 'addressCheck'
    | 'pendingRefund'
    | 'adjustments'
    | 'labelCosts'
    | 'history'
    | 'storeFulfillment'
    | 'returnLabel'
  > {
  accountId: AccountId;
  orderId: OrderId;
  status: OrderStatus;
  date: Date;
  recipient: Address;
  subtotalCents: Cents;
  shippingCents: Cents;
  taxCents: Cents;
  handlingCents: Cents;
  discountCents: Cents;
  totalCents: Cents;
  label?: OrderLabel | undefined;
  returnLabel?: OrderLabel | undefined;
  addressCheck?: AddressCheck | undefined;
  createdAt: Date;
  storeFulfillment?: StoreFulfillment | undefined;

  /** Increases with every change. A change is refused if the order was changed after the caller read it. */
  version: number;
  /** An address that somebody saved for this order. It is used instead of the recipient. */
  shippingAddress?: SavedAddress | undefined;
  /** The key of the request that created the order, if the request had a key. */
  requestKey?: string | undefined;
  /**
   * How the order came in: `mcp`, `api`, or the name of a platform. Absent when a person entered the order on a page,
   * or when an operator imported it.
   */
  origin?: string | undefined;
  /** Every label that was bought for the order, oldest first. Reports add up their costs. */
  boughtLabels?: LabelRecord[] | undefined;
  /** The ids of the last scans by carriers. A scan that comes again changes nothing. */
  appliedScans: string[];
  /** When the order was assigned to its pickup. */
  pickupAt?: Date | undefined;
  /**
   * The last pickups to which the order no longer belongs. A late request to assign the order to one of these pickups
   * is refused.
   */
  endedPickups?: number[] | undefined;
  /** The last purchases that ended without a label. A late request of such a purchase cannot lock the order. */
  endedPurchases?: string[] | undefined;
  /** The last voids that a carrier refused. A late request for one of these voids changes nothing. */
  refusedVoids?: string[] | undefined;
  /** What a sales platform last reported about the order, and which import read that. */
  source?: OrderSource | undefined;
}

export interface OrderSource {
  /** Changes whenever a field that we import changes in the platform's order. */
  revision: string;
  jobId: number;
  /** What the import did with the order. With `skipped`, the import only stored the store's report. */
  result: 'created' | 'updated' | 'skipped';
  /** The fields that the import changed, under the names that callers see. */
  changed?: string[] | undefined;
  state: PlatformState;
  /** The order's `mark` on a platform where two stores may use the same order id. */
  mark?: string | undefined;
  /**
   * The status that the store gave the order. It is removed when the order is ready to ship again, or when the order is
   * canceled here.
   */
  moved?: OrderStatus | undefined;
  /**
   * The content that the order last got from its store. If a part of the order differs from this content, somebody has
   * edited that part here.
   */
  taken?: StoreContent | undefined;
}

/** The state of an order in its store. `withheld`: it must not be shipped now. `shipped`: the store has sent it. */
export type PlatformState = 'open' | 'withheld' | 'shipped' | 'canceled';

/** The fields of an order that a store sends and that people may edit here. */
export type StoreContent = Pick<Order, ChangedBy<'recipient'> | ChangedBy<'alone'>> & {
  goods: Omit<Pick<Order, ChangedBy<'goods'>>, 'items'> & { items: ItemLine[] };
};

/** The decisions for each field. If a new field has no decisions, this does not compile. */
const DECIDED: Readonly<Record<keyof Order, Decisions>> = ORDER_FIELDS;

/** Returns the fields whose decisions fulfil the condition `holds`. */
export const fieldsWhere = <D>(holds: (decisions: Decisions) => boolean) =>
  (Object.keys(DECIDED) as (keyof Order)[]).filter((name) => holds(DECIDED[name])) as FieldsWhere<D>[];

type ChangedBy<P> = FieldsWhere<{ store: { changes: P } }>;

/** Returns the part of a list row that comes from the ship-to address. */
export function rowAddress({ recipient, shippingAddress }: Pick<Order, 'recipient' | 'shippingAddress'>) {
  const { name, city, state, zip, country } = shippingAddress ?? recipient;
  return { name: name || recipient.name, city, state, zip, country: country || DEFAULT_COUNTRY };
}

export function toRow(order: Order): Complete<OrderRow> {
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    ...rowAddress(order),
    totalCents: order.totalCents,
    status: order.status,
    trackingNumber: order.trackingNumber,
    date: order.date,
    voidPending: isVoidPending(order) || undefined,
    addressStatus: order.addressCheck?.status,
    source: order.origin ?? BY_HAND,
  };
}

/** The origin of an order that somebody entered on a page, or that an operator imported. */
export const BY_HAND = 'manual';

/** The characters 0, 1, I and O are missing, because people confuse them. */
const ORDER_NUMBER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const ORDER_NUMBER_LENGTH = 6;

/** Returns a random whole number from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Returns a random order number that people can read and type. There are about a thousand million such numbers. */
export function drawOrderNumber(random: Random): string {
  return Array.from(
    { length: ORDER_NUMBER_LENGTH },
    () => ORDER_NUMBER_ALPHABET[random(ORDER_NUMBER_ALPHABET.length)],
  ).join('');
}
