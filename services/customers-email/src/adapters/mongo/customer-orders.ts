import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Db } from 'mongodb';
import type { CountedOrder, CustomerOrders } from '../../ports';

interface CustomerOrderDocument {
  /** The order's id: an order is counted once. */
  _id: number;
  accountId: number;
  customerId: number;
  /** Which one of its customer's it is, from 1 without gaps. */
  n: number;
  date: Date;
}

export const customerOrderIndexes: IndexPlan = {
  customer_orders: [{ key: { accountId: 1, customerId: 1, n: -1 }, unique: true, name: 'number' }],
};

interface CustomerFigures {
  _id: number;
  accountId: number;
  orderCount?: number;
  lastOrderAt?: Date;
}

/**
 * Orders are numbered for each customer by a unique index, so that the highest number is the count, exactly; the
 * customer's figures only ever rise to it. A crash between the two writes is mended when the event comes again
 * (docs/adr: figures of customers).
 */
export function createCustomerOrders(db: Db): CustomerOrders {
  const numbered: Collection<CustomerOrderDocument> = db.collection('customer_orders');
  const customers: Collection<CustomerFigures> = db.collection('customers');

  const number = async ({ accountId, orderId, customerId, date }: CountedOrder): Promise<number> => {
    for (;;) {
      const last = await numbered.findOne(
        { accountId, customerId },
        { sort: { accountId: 1, customerId: 1, n: -1 }, projection: { n: 1 } },
      );
      const n = (last?.n ?? 0) + 1;
      try {
        await numbered.insertOne({ _id: orderId, accountId, customerId, n, date });
        return n;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if (isDuplicateKey(error, ['accountId', 'customerId', 'n'])) continue;
        const known = await numbered.findOne({ _id: orderId, accountId });
        if (known) return known.n;
        throw error;
      }
    }
  };

  return {
    count: async (order) => {
      const n = await number(order);
      const { accountId, customerId, date } = order;
      await customers.updateOne(
        { _id: customerId, accountId },
        { $max: { orderCount: n, lastOrderAt: date } },
      );
    },
  };
}
