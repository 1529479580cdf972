import { orderId } from '@parcelyard/service-kit/ids';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';

const FIRST_ORDER_ID = 10_001;

export type Ids = ReturnType<typeof createMongoIds>;

/** Integer ids from the service's sequences. */
export function createMongoIds(db: Db) {
  const orders = createSequence(db, 'orders', FIRST_ORDER_ID, 100);
  const items = createSequence(db, 'order_items', 1, 200);
  return {
    nextOrderId: async () => orderId(await orders.next()),
    takeItemIds: (count: number): Promise<number[]> => items.take(count),
  };
}
