import { orderId } from '@parcelyard/service-kit/ids';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';

const FIRST_ORDER_ID = 10_001;

export type Ids = ReturnType<typeof createMongoIds>;

export function createMongoIds(sequences: Sequences) {
  const orders = sequences.create('orders', FIRST_ORDER_ID, 100);
  const items = sequences.create('order_items', 1, 200);
  return {
    nextOrderId: async () => orderId(await orders.next()),
    takeItemIds: (count: number): Promise<number[]> => items.take(count),
  };
}
