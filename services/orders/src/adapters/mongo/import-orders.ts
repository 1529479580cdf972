import { failedWrites } from '@parcelyard/service-kit/mongo/failed-writes';
import type { Collection } from 'mongodb';
import type { Order } from '../../domain/order';
import { changeOf } from './counted-change';
import type { OrderCounters } from './order-counters';
import { type OrderDocument, toDocument } from './order-document';

type Orders = Collection<OrderDocument>;

export interface ImportKeys {
  externalOrderIds: readonly string[];
  orderNumbers: readonly string[];
}

export interface Imported {
  byExternalId: ReadonlyMap<string, number>;
  byOrderNumber: ReadonlyMap<string, number>;
}

/**
 * Finds the orders that have one of these numbers or external ids. With an external id, it finds the order that was
 * imported with this id, and the active order that has this id now.
 */
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
  counters: OrderCounters;
}

/**
 * Inserts the orders in one transaction, except those whose external id or number is taken. Returns the inserted ids.
 */
export async function insertImported(
  { collection, counters }: Dependencies,
  accountId: number,
  orders: readonly Order[],
): Promise<Set<number>> {
  let left = [...orders];
  while (left.length > 0) {
    try {
      await counters.change(accountId, async (inTransaction) => {
        await collection.insertMany(left.map(toImported), inTransaction);
        return left.map((order) => changeOf(undefined, order));
      });
      break;
    } catch (error) {
      const refused = firstDuplicate(error);
      if (refused === undefined) throw error;
      left = left.filter((_order, place) => place !== refused);
    }
  }
  return new Set(left.map(({ orderId }) => orderId));
}

const toImported = (order: Order): OrderDocument => ({
  ...toDocument(order),
  ...(order.externalOrderId === undefined ? {} : { importKey: order.externalOrderId }),
});

/** Returns the index of the order that was refused because its unique key is taken; undefined for any other error. */
function firstDuplicate(error: unknown): number | undefined {
  const [first] = failedWrites(error) ?? [];
  return first?.isDuplicate ? first.index : undefined;
}
