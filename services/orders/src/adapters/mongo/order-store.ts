import { createBatchLoader } from '@parcelyard/service-kit/batch-loader';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { invoiceNumberTaken } from '../../domain/invoice-number';
import type { Order } from '../../domain/order';
import { countMatching, type OrderFilter } from '../../domain/order-filter';
import type { OrderFields, OrderStore } from '../../ports';
import { claimedInvoice } from './claimed-invoice';
import { findOrders } from './find-orders';
import { findImported, insertImported } from './import-orders';
import { derived, type OrderDocument, ROW_PROJECTION, rowOf, toDocument, toOrder } from './order-document';
import { createPageCache } from './page-cache';
import { createPickupOrders } from './pickup-orders';
import type { ReportChange } from './report-change';
import type { MongoReportDays, OwnedChange } from './report-days';
import { searchOrders } from './search-orders';
import type { StatusCounters } from './status-counters';

interface Dependencies {
  collection: Collection<OrderDocument>;
  counters: StatusCounters;
  reports: MongoReportDays;
  /** Called after a write that let an event out. */
  wakeRelay(): void;
}

const NEWEST_FIRST = { date: -1, _id: -1 } as const;
const OLDEST_FIRST = { date: 1, _id: 1 } as const;
const KEPT_PAGES = 1_000;

export function createOrderStore({ collection, counters, reports, wakeRelay }: Dependencies): OrderStore {
  const pages = createPageCache(KEPT_PAGES);

  const getOne = createBatchLoader({
    send: (keys: OrderKey[]) => readMany(collection, keys),
    maxBatch: 50,
    maxInFlight: 1,
  });

  const list: OrderStore['list'] = async (accountId, filter, { page, pageSize }, search) => {
    if (search) return searchOrders(collection, matching(accountId, filter), search, { page, pageSize });
    // The counters come first: rows read after them are at least as new as their revision.
    const { revision, counts } = await counters.read(accountId);
    const total = countMatching(filter, counts);
    const skip = (page - 1) * pageSize;
    if (skip >= total) return { orders: [], total };
    const key = `${accountId} ${filter} ${page} ${pageSize}`;
    const orders = await pages.get(key, revision, async () => {
      const documents = await collection
        .find(matching(accountId, filter), { projection: ROW_PROJECTION })
        .sort(NEWEST_FIRST)
        .skip(skip)
        .limit(pageSize)
        .toArray();
      return documents.map(rowOf);
    });
    return { orders, total };
  };

  const insert: OrderStore['insert'] = async (order) => {
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

  const update: OrderStore['update'] = async (order, { fields, event }) => {
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
    list,
    insert,
    update,
    find: findOrders({ collection, counters }),
    findByInvoice: async (accountId, liveInvoice) => {
      const document = await collection.findOne({ accountId, liveInvoice });
      return document ? toOrder(document) : undefined;
    },
    findClaimedInvoices: async (accountId, invoiceNumbers) => {
      if (invoiceNumbers.length === 0) return new Set();
      const documents = await collection
        .find({ accountId, liveInvoice: { $in: [...invoiceNumbers] } }, { projection: { liveInvoice: 1 } })
        .toArray();
      return new Set(documents.map(({ liveInvoice }) => liveInvoice as string));
    },
    get: (accountId, orderId) => getOne({ accountId, orderId }),
    getMany: async (accountId, orderIds) => {
      const documents = await collection.find({ _id: { $in: [...orderIds] }, accountId }).toArray();
      return documents.map(toOrder);
    },
    findLive: async (accountId, liveExternalId) => {
      const document = await collection.findOne({ accountId, liveExternalId });
      return document ? toOrder(document) : undefined;
    },
    listPickupEligible: async (accountId, carrier, limit) => {
      const documents = await collection
        .find(
          { accountId, status: 'LabelPrinted', 'label.carrier': carrier, pickupId: { $exists: false } },
          { projection: { ...ROW_PROJECTION, ...REFERENCES_PROJECTION } },
        )
        .sort(OLDEST_FIRST)
        .limit(limit)
        .toArray();
      return { orders: documents.map(rowOf), references: referencesOf(documents) };
    },
    listReadyToShip: async (accountId, limit) => {
      const documents = await collection
        .find({ accountId, status: 'ChooseShipping', weightOz: { $gt: 0 } })
        .sort(OLDEST_FIRST)
        .limit(limit)
        .toArray();
      return documents.map(toOrder);
    },
    getRows: async (accountId, orderIds) => {
      const documents = await collection
        .find({ _id: { $in: [...orderIds] }, accountId }, { projection: ROW_PROJECTION })
        .toArray();
      return documents.map(rowOf);
    },
    listOfCustomer: async (accountId, customerId, limit) => {
      const documents = await collection
        .find({ accountId, customerId }, { projection: ROW_PROJECTION })
        .sort(NEWEST_FIRST)
        .limit(limit)
        .toArray();
      return documents.map(rowOf);
    },
    ...createPickupOrders({ collection, counters }),
    findImported: (accountId, keys) => findImported(collection, accountId, keys),
    insertImported: async (accountId, orders) => {
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

const REFERENCES_PROJECTION = { 'recipient.company': 1, 'shippingAddress.company': 1, externalOrderId: 1 };

function referencesOf(
  documents: readonly Pick<OrderDocument, 'recipient' | 'shippingAddress' | 'externalOrderId'>[],
): string[] {
  const all = documents.flatMap(({ recipient, shippingAddress, externalOrderId }) => [
    (shippingAddress ?? recipient).company,
    externalOrderId,
  ]);
  return [...new Set(all)].filter((reference) => reference !== undefined && reference !== '') as string[];
}

function matching(accountId: Order['accountId'], filter: OrderFilter): Filter<OrderDocument> {
  return filter === 'active' ? { accountId, active: true } : { accountId, status: filter };
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
