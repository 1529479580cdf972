import type { Cents } from '@parcelyard/money/cents';
import type { AccountId, OrderId } from '@parcelyard/service-kit/ids';
import { type Address, DEFAULT_COUNTRY } from './address';
import type { BoughtLabel } from './bought-label';
import type { OrderLabel } from './order-label';
import type { OrderStatus } from './order-status';

export interface OrderItem {
  itemId: number;
  name: string;
  sku?: string | undefined;
  upc?: string | undefined;
  quantity: number;
  priceCents: Cents;
  notes?: string | undefined;
  /** Digits only, six or more. */
  hsCode?: string | undefined;
  /** ISO 3166-1 alpha-2, of the country where it was made. */
  originCountry?: string | undefined;
}

export interface AddressCheck {
  status: string;
  messages: { code: string; field: string; message: string; suggestion: string }[];
}

/** What an order is, in the words of the domain; how it is kept is the store's affair. */
export interface Order {
  accountId: AccountId;
  orderId: OrderId;
  /** Grows with every change; a change is refused when somebody else's came first. */
  version: number;
  orderNumber: string;
  status: OrderStatus;
  date: Date;
  /** 0: none. */
  customerId: number;
  /** As stored, placeholders included. */
  recipient: Address;
  /** A shipping address that was saved on purpose; it wins over the recipient. */
  shippingAddress?: Address | undefined;
  /** Grows with every change of where it ships; sealed rates carry it. */
  addressVersion: number;
  addressCheck?: AddressCheck | undefined;
  items: OrderItem[];
  subtotalCents: Cents;
  shippingCents: Cents;
  taxCents: Cents;
  handlingCents: Cents;
  discountCents: Cents;
  totalCents: Cents;
  /** Ounces; inches. */
  weightOz?: number | undefined;
  length?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  note: string;
  externalOrderId?: string | undefined;
  /** What the shop that it came from calls it, such as #1001: the number that its customers were told. */
  externalOrderNumber?: string | undefined;
  invoiceNumber?: string | undefined;
  /** The request that made it, where it had a name. */
  requestKey?: string | undefined;
  label?: OrderLabel | undefined;
  /** Every label that was bought for it, oldest first: reports add them up. */
  boughtLabels?: BoughtLabel[] | undefined;
  /** The label's, or what another system brought. */
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
  /** Imported or estimated; the label's cost once there is one. */
  shippingCostCents?: number | undefined;
  staleRawLabelUrl?: string | undefined;
  staleFormUrl?: string | undefined;
  staleReceiptUrl?: string | undefined;
  shipDate?: Date | undefined;
  inTransitDate?: Date | undefined;
  deliveredDate?: Date | undefined;
  exceptionDate?: Date | undefined;
  exception?: string | undefined;
  lastTrackingUpdate?: Date | undefined;
  /** The newest carrier scans that were applied; a scan is applied once. */
  appliedScans: string[];
  pickupId?: number | undefined;
  /** The newest pickups that gave it back: none of them takes it again. */
  endedPickups?: number[] | undefined;
  /** The purchase that holds the order now. */
  lockedBy?: string | undefined;
  /** The newest purchases that let go of it without a label: none of them takes it again. */
  endedPurchases?: string[] | undefined;
  /** How often it was labelled. */
  labelGeneration: number;
  createdAt: Date;
  /** What a sales platform last said of it, and which import brought that. */
  source?: OrderSource | undefined;
  /** What people should know of where it stands in its store. */
  storeNotice?: string | undefined;
}

export interface OrderSource {
  /** Another text whenever the platform's order has changed. */
  revision: string;
  jobId: number;
  /** What that import made of it; `skipped`: it was only told of the change. */
  fate: 'created' | 'updated' | 'skipped';
  /** Where it stood there; absent on orders from before this was kept. */
  state?: PlatformState | undefined;
  /** What the order took over last: a part that differs from it was edited here. */
  taken?: StoreContent | undefined;
}

/** Of an order in its store. `withheld`: for nobody here to ship now. `shipped`: fulfilled there, by whomever. */
export type PlatformState = 'open' | 'withheld' | 'shipped' | 'canceled';

export interface StoreContent {
  recipient: Address;
  goods: Pick<Order, 'subtotalCents' | 'shippingCents' | 'taxCents' | 'discountCents' | 'totalCents'> & {
    items: Omit<OrderItem, 'itemId'>[];
  };
  weightOz?: number | undefined;
  note: string;
}

/** A list row (specification: Order list row), with the status name instead of its label. */
export interface OrderRow {
  orderId: number;
  orderNumber: string;
  name: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  totalCents: number;
  status: string;
  trackingNumber?: string | undefined;
  date: Date;
}

/** The part of a row that comes from where the order ships, as stored. */
export function rowAddress({ recipient, shippingAddress }: Pick<Order, 'recipient' | 'shippingAddress'>) {
  const { name, city, state, zip, country } = shippingAddress ?? recipient;
  return { name: name || recipient.name, city, state, zip, country: country || DEFAULT_COUNTRY };
}

export function toRow(order: Order): OrderRow {
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    ...rowAddress(order),
    totalCents: order.totalCents,
    status: order.status,
    ...(order.trackingNumber === undefined ? {} : { trackingNumber: order.trackingNumber }),
    date: order.date,
  };
}
