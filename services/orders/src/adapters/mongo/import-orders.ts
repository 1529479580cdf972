import { type Collection, MongoBulkWriteError } from 'mongodb';
import type { Order } from '../../domain/order';
import type { OrderStatus } from '../../domain/order-status';
import { type OrderDocument, toDocument } from './order-document';
import type { StatusCounters } from './status-counters';
import { reportDays, type UncountedChange } from './uncounted-change';

type Orders = Collection<OrderDocument>;

export interface ImportKeys {
  externalOrderIds: readonly string[];
  orderNumbers: readonly string[];
}

export interface Imported {
  byExternalId: ReadonlyMap<string, number>;
  byOrderNumber: ReadonlyMap<string, number>;
}

/** Who has these external ids (imported before, or live) and these numbers. */
export async function findImported(
  collection: Orders,
  accountId: number,
  { externalOrderIds, orderNumbers }: ImportKeys,
): Promise<Imported> {
  const [imported, live, numbered] = await Promise.all([
    findBy(collection, accountId, 'importKey', externalOrderIds),
    findBy(collection, accountId, 'liveExternalId', externalOrderIds),
    findBy(collection, accountId, 'orderNumber', orderNumbers),
  ]);
  return { byExternalId: new Map([...imported, ...live]), byOrderNumber: new Map(numbered) };
}

async function findBy(
  collection: Orders,
  accountId: number,
  field: 'importKey' | 'liveExternalId' | 'orderNumber',
  values: readonly string[],
): Promise<[string, number][]> {
  if (values.length === 0) return [];
  const documents = await collection
    .find({ accountId, [field]: { $in: [...values] } }, { projection: { [field]: 1 } })
    .toArray();
  return documents.map((document) => [document[field] as string, document._id]);
}

interface Dependencies {
  collection: Orders;
  counters: StatusCounters;
}

/** One change a status for the whole batch, each order with its own figures, and one update of the counters. */
export async function insertImported(
  { collection, counters }: Dependencies,
  accountId: number,
  orders: readonly Order[],
): Promise<Set<number>> {
  const changes = new Map<OrderStatus, UncountedChange>();
  for (const { status } of orders) {
    if (!changes.has(status)) changes.set(status, await counters.open(accountId, { to: status }));
  }
  const carried = orders.map((order) => {
    const change = changes.get(order.status) as UncountedChange;
    return { order, change: { ...change, ...reportDays(undefined, order) } };
  });
  const documents = carried.map(({ order, change }) => ({
    ...toDocument(order, change),
    ...(order.externalOrderId === undefined ? {} : { importKey: order.externalOrderId }),
  }));
  const inserted = await insertWhatFits(collection, documents);
  const done = carried.filter(({ order }) => inserted.has(order.orderId));
  await counters.settle(
    accountId,
    done.map(({ order: { orderId }, change }) => ({ orderId, change })),
  );
  return inserted;
}

async function insertWhatFits(collection: Orders, documents: OrderDocument[]): Promise<Set<number>> {
  const ids = new Set(documents.map(({ _id }) => _id));
  if (documents.length === 0) return ids;
  try {
    await collection.insertMany(documents, { ordered: false });
  } catch (error) {
    const refused = duplicatesIn(error);
    if (!refused) throw error;
    for (const index of refused) ids.delete((documents[index] as OrderDocument)._id);
  }
  return ids;
}

/** Positions of what a unique key refused; undefined when anything else went wrong. */
function duplicatesIn(error: unknown): number[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const problems = [error.writeErrors].flat();
  return problems.every(({ code }) => code === 11000) ? problems.map(({ index }) => index) : undefined;
}
