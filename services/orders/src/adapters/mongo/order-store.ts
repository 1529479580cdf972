/** Longer than 250 lines: it holds all queries and updates of one collection. */

import type { OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { OutboxRelay } from '@parcelyard/events/start-outbox-relay';
import type { Clock } from '@parcelyard/service-kit/clock';
import { joinAccounts } from '@parcelyard/service-kit/join-accounts';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { Order } from '../../domain/order';
import { invoiceNumberTaken } from '../../domain/order-identifiers';
import type { LockParams } from '../../domain/purchase-lock';
import { changeOf, changesReports } from './counted-change';
import { findImported, type Imported, type ImportKeys, insertImported } from './import-orders';
import { lockOrder } from './lock-order';
import type { InTransaction, OrderCounters } from './order-counters';
import {
  claimedInvoice,
  derived,
  type OrderDocument,
  type OrderFields,
  toDocument,
  toOrder,
} from './order-document';
import { createOrderLists } from './order-lists';
import { createPickupOrders } from './pickup-orders';
import { setAndUnset } from './set-and-unset';
import { createWrittenOrders } from './written-orders';

interface Dependencies {
  collection: Collection<OrderDocument>;
  counters: OrderCounters;
  clock: Clock;
  /** Publishes the events that a write has added. */
  relay: Pick<OutboxRelay<number>, 'send' | 'wake' | 'published'>;
}

export interface OrderChange {
  fields: OrderFields;
  /** Events that are written in the same update as the change. */
  events?: readonly OutboxEntry[];
}

type InsertOutcome = 'inserted' | 'order_number_taken' | 'external_order_id_taken' | 'invoice_number_taken';

type PurchaseFields = Pick<OrderDocument, '_id' | 'accountId' | 'lockedBy'> & {
  label?: { purchaseId: string };
  returnLabel?: { purchaseId: string };
};

export type OrderStore = ReturnType<typeof createOrderStore>;

export function createOrderStore({ collection, counters, clock, relay }: Dependencies) {
  const getOne = joinAccounts({
    send: (keys: readonly OrderKey[]) => readMany(collection, keys),
    accountOf: ({ accountId }) => accountId,
    maxBatch: 50,
    repeats: true,
  });
  const writtenOrders = createWrittenOrders(clock);

  /** Inserts the order, or returns which unique key is taken. */
  const insert = async (order: Order): Promise<InsertOutcome> => {
    const document = { ...toDocument(order), ...claimedInvoice(order, order) };
    try {
      await counters.change(order.accountId, async (inTransaction) => {
        await collection.insertOne(document, inTransaction);
        return [changeOf(undefined, order)];
      });
    } catch (error) {
      if (isDuplicateKey(error, ['accountId', 'orderNumber'])) return 'order_number_taken';
      if (isDuplicateKey(error, ['accountId', 'liveExternalId'])) return 'external_order_id_taken';
      if (isDuplicateKey(error, ['accountId', 'liveInvoice'])) return 'invoice_number_taken';
      throw error;
    }
    relay.send(document);
    return 'inserted';
  };

  /**
   * Updates the order. Returns undefined, with nothing changed, when another writer changed the order first.
   * @throws DomainError `already_exists` for an invoice number that another active order has
   */
  const update = async (order: Order, { fields, events = [] }: OrderChange): Promise<Order | undefined> => {
    const { accountId, orderId, version } = order;
    const updatedAt = laterThan(order.updatedAt, clock.now());
    const changed = { ...order, ...fields, updatedAt, version: version + 1 } as Order;
    const shows = showsInLists(fields) || changesAddressStatus(order, fields);
    const change = changeOf(order, changed);
    const set = {
      ...fields,
      updatedAt,
      ...(shows || isSearched(fields) ? derived(changed) : {}),
      ...claimedInvoice(fields, changed),
    };
    const filter = { _id: orderId, accountId, version };
    const update = {
      ...setAndUnset(set),
      $inc: { version: 1 },
      ...(events.length > 0 ? { $push: { outbox: { $each: [...events] } } } : {}),
    } as UpdateFilter<OrderDocument>;
    const write = (inTransaction: InTransaction = {}) =>
      collection.findOneAndUpdate(filter, update, {
        returnDocument: 'after',
        projection: { accountId: 1, outbox: 1 },
        ...inTransaction,
      });
    let written: Pick<OrderDocument, '_id' | 'accountId' | 'outbox'> | null = null;
    try {
      if (shows || changesReports(order, changed, counters.timeZone(accountId))) {
        const outbox = [...events];
        const known = { ...filter, ...(events.length > 0 && holdsOnly(relay.published(orderId))) };
        const writeAlone = async (inTransaction: InTransaction) => {
          written = await write(inTransaction);
          return written ? [change] : [];
        };
        if (await counters.change(accountId, writeAlone, { filter: known, update, change }))
          written = { _id: orderId, accountId, outbox };
      } else written = await write();
    } catch (error) {
      if (!isDuplicateKey(error, ['accountId', 'liveInvoice'])) throw error;
      throw invoiceNumberTaken(changed.invoiceNumber as string);
    }
    if (!written) {
      writtenOrders.forget(orderId);
      return undefined;
    }
    if (events.length > 0) relay.send(written);
    return writtenOrders.keep(withoutUndefined(changed));
  };

  /**
   * Locks an order for a purchase. Returns undefined, with nothing changed, when this purchase may not lock the order.
   */
  const lock = async (accountId: number, orderId: number, params: LockParams): Promise<Order | undefined> => {
    const locked = await lockOrder(collection, { accountId, orderId }, params);
    return locked ? writtenOrders.keep(toOrder(locked)) : undefined;
  };

  return {
    insert,
    update,
    lock,
    get: (accountId: number, orderId: number): Promise<Order | undefined> => getOne({ accountId, orderId }),
    /**
     * Returns the order as this process wrote it a moment ago; undefined if this process did not write it. If another
     * process has changed the order since, `update` returns undefined.
     */
    justWritten: writtenOrders.find,
    /**
     * Returns a page of orders, sorted by id, with the ids of the purchases to which each order refers. Account 0 means
     * all accounts.
     */
    listPurchases: async ({
      accountId,
      after,
      limit,
    }: {
      accountId: number;
      after: number;
      limit: number;
    }) => {
      const page = await collection
        .find({ ...(accountId !== 0 && { accountId }), _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .project<PurchaseFields>({
          accountId: 1,
          'label.purchaseId': 1,
          'returnLabel.purchaseId': 1,
          lockedBy: 1,
        })
        .toArray();
      return page.map(({ _id: orderId, accountId, label, returnLabel, lockedBy = '' }) => ({
        accountId,
        orderId,
        lockedBy,
        label: label?.purchaseId ?? '',
        returnLabel: returnLabel?.purchaseId ?? '',
      }));
    },
    /** Returns the orders that exist, in no particular order. */
    getMany: async (accountId: number, orderIds: readonly number[]): Promise<Order[]> => {
      const documents = await collection.find({ _id: { $in: [...orderIds] }, accountId }).toArray();
      return documents.map(toOrder);
    },
    /** Returns the active order (neither canceled nor merged) with the external id. */
    findLive: async (accountId: number, liveExternalId: string): Promise<Order | undefined> =>
      ifFound(await collection.findOne({ accountId, liveExternalId }), toOrder),
    /** Returns the live orders (neither canceled nor merged) with these external ids, by external id. */
    findLiveMany: async (
      accountId: number,
      externalIds: readonly string[],
    ): Promise<ReadonlyMap<string, Pick<Order, 'externalOrderId' | 'invoiceNumber'>>> => {
      if (externalIds.length === 0) return new Map();
      const documents = await collection
        .find(
          { accountId, liveExternalId: { $in: [...externalIds] } },
          { projection: { liveExternalId: 1, externalOrderId: 1, invoiceNumber: 1 } },
        )
        .toArray();
      return new Map(documents.map((document) => [document.liveExternalId as string, document]));
    },
    /** Returns the live order (neither canceled nor merged) with this invoice number. */
    findByInvoice: async (accountId: number, liveInvoice: string): Promise<Order | undefined> =>
      ifFound(await collection.findOne({ accountId, liveInvoice }), toOrder),
    /** Returns those of the given invoice numbers that a live order already has. */
    findClaimedInvoices: async (
      accountId: number,
      invoiceNumbers: readonly string[],
    ): Promise<Set<string>> => {
      if (invoiceNumbers.length === 0) return new Set();
      const documents = await collection
        .find({ accountId, liveInvoice: { $in: [...invoiceNumbers] } }, { projection: { liveInvoice: 1 } })
        .toArray();
      return new Set(documents.map(({ liveInvoice }) => liveInvoice as string));
    },
    ...createOrderLists({ collection, counters }),
    ...createPickupOrders({ collection, counters, clock }),
    /** Returns the ids of the orders that have one of these external ids or order numbers. */
    findImported: (accountId: number, keys: ImportKeys): Promise<Imported> =>
      findImported(collection, accountId, keys),
    /**
     * Returns a page of orders that came from a platform, sorted by import key. The page begins after the last order of
     * the previous page.
     */
    listBrought: async (
      accountId: number,
      platform: string,
      after: string | undefined,
      limit: number,
    ): Promise<{ orders: Order[]; last: string | undefined }> => {
      const documents = await collection
        // Import keys look like `shopify:123`. ';' is the character after ':', so this range has all keys of the
        // platform.
        .find({ accountId, importKey: { $gt: after ?? `${platform}:`, $lt: `${platform};` } })
        .sort({ accountId: 1, importKey: 1 })
        .limit(limit)
        .toArray();
      return { orders: documents.map(toOrder), last: documents.at(-1)?.importKey };
    },
    hasOrderOf: async (accountId: number, customerId: number): Promise<boolean> =>
      (await collection.findOne({ accountId, customerId }, { projection: { _id: 1 } })) !== null,
    /** Inserts the orders whose unique keys are free; returns the inserted ids. */
    insertImported: async (accountId: number, orders: readonly Order[]): Promise<Set<number>> => {
      const inserted = await insertImported({ collection, counters }, accountId, orders);
      relay.wake();
      return inserted;
    },
  };
}

/** Returns a time later than `before`, even for two changes within one millisecond. */
const laterThan = (before: Date | undefined, now: Date): Date =>
  before && before >= now ? new Date(before.getTime() + 1) : now;

/**
 * Matches an order whose outbox is empty or has a single event that is already published. If the outbox has other
 * events, these are older than the new ones and must be sent first.
 */
const holdsOnly = (published: readonly string[]): Filter<OrderDocument> => ({
  $or: [{ outbox: { $size: 0 } }, { outbox: { $size: 1 }, 'outbox.eventId': { $in: [...published] } }],
});

interface OrderKey {
  accountId: number;
  orderId: number;
}

async function readMany(collection: Collection<OrderDocument>, keys: readonly OrderKey[]) {
  const orderIds = [...new Set(keys.map(({ orderId }) => orderId))];
  const accountIds = [...new Set(keys.map(({ accountId }) => accountId))];
  const found = await collection.find({ _id: { $in: orderIds }, accountId: { $in: accountIds } }).toArray();
  const byId = new Map(found.map((document) => [document._id, document]));
  return keys.map(({ accountId, orderId }) => {
    const document = byId.get(orderId);
    return document?.accountId === accountId ? toOrder(document) : undefined;
  });
}

const SHOWN: readonly (keyof OrderFields)[] = [
  'status',
  // The row shows whether a void waits for the carrier.
  'label',
  'returnLabel',
  'trackingNumber',
  'totalCents',
  'recipient',
  'shippingAddress',
  'orderNumber',
  'date',
];

/**
 * True when the change is visible in lists. The account's revision must then increase, or cached pages would show the
 * old value.
 */
const showsInLists = (fields: OrderFields): boolean => SHOWN.some((field) => field in fields);

/**
 * True when the edit changes the status of the address check. Each request for rates checks the address again, but the
 * status usually stays the same.
 */
const changesAddressStatus = (order: Order, fields: OrderFields): boolean =>
  'addressCheck' in fields && fields.addressCheck?.status !== order.addressCheck?.status;

const isSearched = (fields: OrderFields): boolean =>
  ['customerId', 'externalOrderId', 'externalOrderNumber', 'invoiceNumber', 'returnLabel'].some(
    (field) => field in fields,
  );

const withoutUndefined = (order: Order): Order =>
  Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined)) as unknown as Order;
