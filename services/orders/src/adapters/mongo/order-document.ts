import type { OrderRow } from '@parcelyard/contracts/orders';
import { orderCreated } from '@parcelyard/events/event-type';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { Complete } from '@parcelyard/service-kit/complete';
import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { BY_HAND, type Order, rowAddress } from '../../domain/order';
import { isVoidPending } from '../../domain/order-label';
import { isLive } from '../../domain/order-status';
import { searchWords } from '../../domain/search-words';
import { showsCustomersEmail } from '../../domain/ship-to';
import { withoutMembers } from '../../domain/without-members';

/** Fields to set; a field with the value `undefined` is removed. */
export type OrderFields = {
  [F in keyof Omit<Order, 'accountId' | 'orderId' | 'version'>]?: Order[F] | undefined;
};

/** An order as it is stored; `_id` is its id. Some fields are computed from the order, for lists and unique keys. */
export interface OrderDocument extends Omit<Order, 'orderId' | 'accountId'> {
  _id: number;
  accountId: number;
  v: 1;
  /** True for an order that is neither canceled nor merged. The list filter `active` uses this field. */
  active: boolean;
  /**
   * The part of the address that a list shows. It is stored separately so that a list does not read whole documents.
   */
  row: Pick<OrderRow, 'name' | 'city' | 'state' | 'zip' | 'country'>;
  /** The words that a search compares. */
  searchWords: string[];
  /** The external id; absent when the order is canceled or merged. Unique. */
  liveExternalId?: string | undefined;
  /** The invoice number, which is unique. Absent when other orders are allowed to have the same number. */
  liveInvoice?: string | undefined;
  /**
   * Keys by which a search for an e-mail address finds the order: the order's own address in lower case, and a key for
   * the customer record whose address the order shows.
   */
  mailbox?: string | string[] | undefined;
  /** The external id that the order had when it was imported. It stays when the order is canceled. Unique. */
  importKey?: string;
  outbox: OutboxEntry[];
}

export function toDocument(order: Order): OrderDocument {
  const { orderId: _id, ...kept } = order;
  return {
    _id,
    v: 1,
    ...kept,
    updatedAt: order.updatedAt ?? order.createdAt,
    ...derived(order),
    outbox: createdEvents(order),
  };
}

/** Returns the computed fields of an order. Each of them is present, even if undefined. */
export function derived(order: Order) {
  const active = isLive(order.status);
  return {
    active,
    row: rowAddress(order),
    searchWords: searchWords(order),
    liveExternalId: active ? order.externalOrderId : undefined,
    mailbox: mailboxesOf(order),
  };
}

/** Returns the events of a new order; none when the order belongs to no customer record. */
function createdEvents({ accountId, orderId, customerId, date, createdAt }: Order): OutboxEntry[] {
  if (customerId === 0) return [];
  const identity = { eventId: `order_created:${orderId}`, accountId, occurredAt: createdAt };
  return [createOutboxEntry(orderCreated, identity, { accountId, orderId, customerId, date })];
}

/**
 * Returns the new value of `liveInvoice` for a change of an order, if this field must change. While an order is neither
 * canceled nor merged, no other order may have the same invoice number, and the unique field `liveInvoice` ensures
 * this. Imported orders do not have this field, because another system gave them their numbers.
 */
export function claimedInvoice(fields: OrderFields, changed: Order): { liveInvoice?: string | undefined } {
  if (!isLive(changed.status)) return 'status' in fields ? { liveInvoice: undefined } : {};
  return fields.invoiceNumber === undefined ? {} : { liveInvoice: fields.invoiceNumber };
}

/** Returns an e-mail in the form that searches compare; undefined when the text is empty. */
export const mailboxOf = (email: string): string | undefined => email.trim().toLowerCase() || undefined;

/**
 * Returns the search key of orders that show this customer's e-mail. The key begins with a line break, so that it never
 * equals an e-mail.
 */
export const customersMailbox = (customerId: number): string => `\n${customerId}`;

function mailboxesOf(order: Order): OrderDocument['mailbox'] {
  const own = mailboxOf(order.shippingAddress?.email ?? order.recipient.email);
  if (!showsCustomersEmail(order)) return own;
  const customers = customersMailbox(order.customerId);
  return own === undefined ? customers : [own, customers];
}

/** The fields that only the document has, not the order. */
const DOCUMENT_FIELDS: Readonly<Record<Exclude<keyof OrderDocument, keyof Order>, true>> = {
  _id: true,
  v: true,
  active: true,
  row: true,
  searchWords: true,
  importKey: true,
  liveExternalId: true,
  liveInvoice: true,
  mailbox: true,
  outbox: true,
};

export function toOrder(document: OrderDocument): Order {
  const order = withoutMembers(document, DOCUMENT_FIELDS) as unknown as Order;
  order.orderId = orderId(document._id);
  order.accountId = accountId(document.accountId);
  return order;
}

/** The two sort orders of lists. One index serves both. */
const NEWEST_FIRST = { date: -1, _id: -1 } as const;
export const OLDEST_FIRST = { date: 1, _id: 1 } as const;
export const byDate = ({ oldestFirst = false }: { oldestFirst?: boolean }) =>
  oldestFirst ? OLDEST_FIRST : NEWEST_FIRST;

/** Only the fields that a list row shows. */
export const ROW_PROJECTION = {
  orderNumber: 1,
  row: 1,
  totalCents: 1,
  status: 1,
  trackingNumber: 1,
  date: 1,
  'label.pendingVoid': 1,
  'returnLabel.pendingVoid': 1,
  'addressCheck.status': 1,
  origin: 1,
} as const satisfies Record<RowField | `${RowLabel}.pendingVoid` | 'addressCheck.status', 1>;

type RowField = 'orderNumber' | 'row' | 'totalCents' | 'status' | 'trackingNumber' | 'date' | 'origin';
type RowLabel = 'label' | 'returnLabel';
type RowDocument = Pick<OrderDocument, '_id' | RowField | RowLabel | 'addressCheck'>;

export function rowOf(document: RowDocument): Complete<OrderRow> {
  const { _id, row, orderNumber, totalCents, status, trackingNumber, date, addressCheck, origin } = document;
  return {
    orderId: _id,
    orderNumber,
    ...row,
    totalCents,
    status,
    trackingNumber,
    date,
    voidPending: isVoidPending(document) || undefined,
    addressStatus: addressCheck?.status,
    source: origin ?? BY_HAND,
  };
}
