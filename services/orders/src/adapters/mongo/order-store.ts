import type { OutboxEntry } from '@parcelyard/events/outbox-entry';
import { createBatchLoader } from '@parcelyard/service-kit/batch-loader';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, UpdateFilter } from 'mongodb';
import { invoiceNumberTaken } from '../../domain/bulk-orders';
import type { Order } from '../../domain/order';
import { findImported, type Imported, type ImportKeys, insertImported } from './import-orders';
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
import type { ReportChange } from './report-change';
import type { MongoReportDays, OwnedChange } from './report-days';
import type { StatusCounters } from './status-counters';

interface Dependencies {
  collection: Collection<OrderDocument>;
  counters: StatusCounters;
  reports: MongoReportDays;
  /** Called after a write that let an event out. */
  wakeRelay(): void;
}

export interface OrderChange {
  fields: OrderFields;
  /** Leaves with the change, in the same update. */
  event?: OutboxEntry;
}

type InsertOutcome = 'inserted' | 'order_number_taken' | 'external_order_id_taken' | 'invoice_number_taken';

export type OrderStore = ReturnType<typeof createOrderStore>;

export function createOrderStore({ collection, counters, reports, wakeRelay }: Dependencies) {
  const getOne = createBatchLoader({
    send: (keys: OrderKey[]) => readMany(collection, keys),
    maxBatch: 50,
    maxInFlight: 1,
  });

  /** Tells which unique key was taken instead of inserting, when one was. */
  const insert = async (order: Order): Promise<InsertOutcome> => {
    const pending = await counters.open(order.accountId, { to: order.status });
    const reportChange = reports.open(undefined, order);
    try {
      const claimed = claimedInvoice(order, order);
      await collection.insertOne({ ...toDocument(order, pending, reportChange), ...claimed });
    } catch (error) {
      if (isDuplicateKey(error, ['accountId', 'orderNumber'])) return 'order_number_taken';
      if (isDuplicateKey(error, ['accountId', 'liveExternalId'])) return 'external_order_id_taken';
      if (isDuplicateKey(error, ['accountId', 'liveInvoice'])) return 'invoice_number_taken';
      throw error;
    }
    wakeRelay();
    await Promise.all([
      counters.settle(order.accountId, [order.orderId], pending),
      reports.settle(order.accountId, owned(order.orderId, reportChange)),
    ]);
    return 'inserted';
  };

  /**
   * The changed order; undefined when somebody else changed it first, and nothing was done.
   * @throws DomainError `already_exists` for an invoice number that another live order has
   */
  const update = async (order: Order, { fields, event }: OrderChange): Promise<Order | undefined> => {
    const { accountId, orderId, version, status } = order;
    const changed = { ...order, ...fields, version: version + 1 } as Order;
    const pending = showsInLists(fields)
      ? await counters.open(accountId, { from: status, to: changed.status })
      : undefined;
    const reportChange = reports.open(order, changed);
    const push = {
      ...(pending ? { pending } : {}),
      ...(reportChange ? { reportChanges: reportChange } : {}),
      ...(event ? { outbox: event } : {}),
    };
    const set = {
      ...fields,
      ...(pending || isSearched(fields) ? derived(changed) : {}),
      ...claimedInvoice(fields, changed),
    };
    const { matchedCount } = await collection
      .updateOne({ _id: orderId, accountId, version }, {
        ...setAndUnset(set),
        $inc: { version: 1 },
        ...(Object.keys(push).length > 0 ? { $push: push } : {}),
      } as UpdateFilter<OrderDocument>)
      .catch((error: unknown) => {
        if (!isDuplicateKey(error, ['accountId', 'liveInvoice'])) throw error;
        throw invoiceNumberTaken(changed.invoiceNumber as string);
      });
    if (matchedCount === 0) return undefined;
    if (event) wakeRelay();
    await Promise.all([
      pending && counters.settle(accountId, [orderId], pending),
      reports.settle(accountId, owned(orderId, reportChange)),
    ]);
    return withoutUndefined(changed);
  };

  return {
    insert,
    update,
    get: (accountId: number, orderId: number): Promise<Order | undefined> => getOne({ accountId, orderId }),
    /** Those that exist, in no particular order. */
    getMany: async (accountId: number, orderIds: readonly number[]): Promise<Order[]> => {
      const documents = await collection.find({ _id: { $in: [...orderIds] }, accountId }).toArray();
      return documents.map(toOrder);
    },
    /** The order that carries the external id and is neither canceled nor merged. */
    findLive: async (accountId: number, liveExternalId: string): Promise<Order | undefined> => {
      const document = await collection.findOne({ accountId, liveExternalId });
      return document ? toOrder(document) : undefined;
    },
    /** The live order that has claimed the number. */
    findByInvoice: async (accountId: number, liveInvoice: string): Promise<Order | undefined> => {
      const document = await collection.findOne({ accountId, liveInvoice });
      return document ? toOrder(document) : undefined;
    },
    /** Those of the numbers that live orders have claimed. */
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
    ...createPickupOrders({ collection, counters }),
    /** Ids of orders that came under one of these external ids or numbers before. */
    findImported: (accountId: number, keys: ImportKeys): Promise<Imported> =>
      findImported(collection, accountId, keys),
    /** Inserts what no unique key refuses; answers the ids that were inserted. */
    insertImported: async (accountId: number, orders: readonly Order[]): Promise<Set<number>> => {
      const inserted = await insertImported({ collection, counters, reports }, accountId, orders);
      wakeRelay();
      return inserted;
    },
  };
}

const owned = (orderId: number, change: ReportChange | undefined): OwnedChange[] =>
  change ? [{ orderId, change }] : [];

interface OrderKey {
  accountId: number;
  orderId: number;
}

/** An id under another account's name is as absent as one that does not exist. */
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
  'trackingNumber',
  'totalCents',
  'recipient',
  'shippingAddress',
  'orderNumber',
  'date',
];

/** Whatever a row shows must raise the account's revision, or kept pages would go on showing the old. */
const showsInLists = (fields: OrderFields): boolean => SHOWN.some((field) => field in fields);

const isSearched = (fields: OrderFields): boolean =>
  ['externalOrderId', 'externalOrderNumber', 'invoiceNumber'].some((field) => field in fields);

function setAndUnset(fields: object): { $set?: object; $unset?: object } {
  const entries = Object.entries(fields);
  const set = entries.filter(([, value]) => value !== undefined);
  const unset = entries.filter(([, value]) => value === undefined).map(([field]) => [field, '']);
  return {
    ...(set.length > 0 ? { $set: Object.fromEntries(set) } : {}),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) } : {}),
  };
}

const withoutUndefined = (order: Order): Order =>
  Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined)) as unknown as Order;
