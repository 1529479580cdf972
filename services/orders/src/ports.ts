import type { OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { AccountId, OrderId } from '@parcelyard/service-kit/ids';
import type { Address } from './domain/address';
import type { Order, OrderRow } from './domain/order';
import type { OrderFilter } from './domain/order-filter';
import type { Product } from './domain/product';
import type { DayFigures } from './domain/report-figures';

export interface PageWanted {
  /** From 1. */
  page: number;
  pageSize: number;
}

/** Fields to set; a field that is there with the value `undefined` is removed. */
export type OrderFields = {
  [F in keyof Omit<Order, 'accountId' | 'orderId' | 'version'>]?: Order[F] | undefined;
};

export interface OrderChange {
  fields: OrderFields;
  /** Leaves with the change, in the same update. */
  event?: OutboxEntry;
}

export interface OrderStore {
  list(
    accountId: AccountId,
    filter: OrderFilter,
    page: PageWanted,
  ): Promise<{ orders: OrderRow[]; total: number }>;
  get(accountId: AccountId, orderId: number): Promise<Order | undefined>;
  /** Those that exist, in no particular order. */
  getMany(accountId: AccountId, orderIds: readonly number[]): Promise<Order[]>;
  /** The order that carries the external id and is neither canceled nor merged. */
  findLive(accountId: AccountId, externalOrderId: string): Promise<Order | undefined>;
  /** Tells which unique key was taken instead of inserting, when one was. */
  insert(order: Order): Promise<'inserted' | 'order_number_taken' | 'external_order_id_taken'>;
  /** The changed order; undefined when somebody else changed it first, and nothing was done. */
  update(order: Order, change: OrderChange): Promise<Order | undefined>;
  /** LabelPrinted orders of the carrier in no pickup, oldest first. */
  listPickupEligible(accountId: AccountId, carrier: string, limit: number): Promise<EligibleOrders>;
  /** ChooseShipping orders that have a weight, oldest first. */
  listReadyToShip(accountId: AccountId, limit: number): Promise<Order[]>;
  /** Rows of those that exist, in no particular order. */
  getRows(accountId: AccountId, orderIds: readonly number[]): Promise<OrderRow[]>;
  /** Orders of one record of the address book, newest first. */
  listOfCustomer(accountId: AccountId, customerId: number, limit: number): Promise<OrderRow[]>;
  listOfPickup(accountId: AccountId, pickupId: number): Promise<Order[]>;
  /** Ids of orders that came under one of these external ids or numbers before. */
  findImported(accountId: AccountId, keys: ImportKeys): Promise<Imported>;
  /** Inserts what no unique key refuses; answers the ids that were inserted. */
  insertImported(accountId: AccountId, orders: readonly Order[]): Promise<Set<number>>;
}

export interface EligibleOrders {
  orders: OrderRow[];
  /** Recipients' companies and external order ids, each once: what a carrier may be told as references. */
  references: string[];
}

export interface ImportKeys {
  externalOrderIds: readonly string[];
  orderNumbers: readonly string[];
}

export interface Imported {
  byExternalId: ReadonlyMap<string, number>;
  byOrderNumber: ReadonlyMap<string, number>;
}

export interface ReportDays {
  /** Figures of the days that have some, from the first to the last day asked for. */
  read(accountId: AccountId, span: { from: string; to: string }): Promise<DayFigures>;
  /** Counts every day anew from the orders; answers how many days have figures. */
  rebuild(accountId: AccountId): Promise<number>;
}

export interface ProductStore {
  /** Active products whose name or description holds the text, A to Z. */
  list(
    accountId: AccountId,
    query: string,
    page: PageWanted,
  ): Promise<{ products: Product[]; total: number }>;
  /** Adds products by name, or sets the price of those that exist. The last of two equal names counts. */
  savePrices(accountId: AccountId, prices: readonly Pick<Product, 'name' | 'priceCents'>[]): Promise<void>;
  /** Adds what has a new name; answers in input order. */
  importAll(
    accountId: AccountId,
    products: readonly Omit<Product, 'productId'>[],
  ): Promise<{ productId: number; created: boolean }[]>;
}

/** A record of the address book as orders see it. */
export interface Contact {
  customerId: number;
  address: Address;
}

export interface Customers {
  find(accountId: AccountId, customerId: number): Promise<Contact | undefined>;
  /** The contact of the same name, street and ZIP, unchanged, or a new one. */
  resolveContact(accountId: AccountId, address: Address): Promise<{ contact: Contact; created: boolean }>;
  sendsLabelPrintedMail(accountId: AccountId): Promise<boolean>;
}

export interface Ids {
  nextOrderId(): Promise<OrderId>;
  takeItemIds(count: number): Promise<number[]>;
}

/** A whole number from 0 up to, not including, `below`. */
export type Random = (below: number) => number;
