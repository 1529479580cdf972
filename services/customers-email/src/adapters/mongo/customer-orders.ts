import { createKeyedBatcher } from '@parcelyard/service-kit/batch-loader';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Db } from 'mongodb';

interface CountedOrder {
  accountId: number;
  orderId: number;
  customerId: number;
  date: Date;
}

interface CustomerOrderDocument {
  /** The order's id: an order is counted once. */
  _id: number;
  accountId: number;
  customerId: number;
  /** Its number among the customer's orders, from 1 without gaps. */
  n: number;
  date: Date;
}

export const customerOrderIndexes: IndexPlan = {
  customer_orders: [{ key: { accountId: 1, customerId: 1, n: -1 }, unique: true, name: 'number' }],
};

interface CustomerTotals {
  _id: number;
  accountId: number;
  orderCount?: number;
  lastOrderAt?: Date;
}

/**
 * Orders are numbered for each customer by a unique index, so that the highest number is the count, exactly; the
 * customer's totals only ever rise to it. A crash between the two writes is repaired when the event comes again
 * (docs/customers-and-mail.md). This process numbers a customer's orders one after another, so that only other
 * processes can take a number first.
 */
export function createCustomerOrders(db: Db) {
  const numbered: Collection<CustomerOrderDocument> = db.collection('customer_orders');
  const customers: Collection<CustomerTotals> = db.collection('customers');

  const highest = async (accountId: number, customerId: number): Promise<number> => {
    const last = await numbered.findOne(
      { accountId, customerId },
      { sort: { accountId: 1, customerId: 1, n: -1 }, projection: { n: 1 } },
    );
    return last?.n ?? 0;
  };

  const isNumbered = async ({ accountId, orderId }: CountedOrder): Promise<boolean> =>
    (await numbered.findOne({ _id: orderId, accountId }, { projection: { _id: 1 } })) !== null;

  /** @returns the customer's highest number once the order has one */
  const number = async (order: CountedOrder, before: number): Promise<number> => {
    const { accountId, orderId, customerId, date } = order;
    for (let n = before + 1; ; n = (await highest(accountId, customerId)) + 1) {
      try {
        await numbered.insertOne({ _id: orderId, accountId, customerId, n, date });
        return n;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if (isDuplicateKey(error, ['accountId', 'customerId', 'n'])) continue;
        if (await isNumbered(order)) return n - 1;
        throw error;
      }
    }
  };

  const countAll = createKeyedBatcher(async (_customer: string, orders: readonly CountedOrder[]) => {
    const { accountId, customerId } = orders[0] as CountedOrder;
    let n = await highest(accountId, customerId);
    for (const order of orders) n = await number(order, n);
    const lastOrderAt = new Date(Math.max(...orders.map(({ date }) => date.getTime())));
    await customers.updateOne({ _id: customerId, accountId }, { $max: { orderCount: n, lastOrderAt } });
  });

  return {
    /** Counts the order at its customer, once. */
    count: (order: CountedOrder): Promise<void> => countAll(`${order.accountId} ${order.customerId}`, order),
  };
}

export type CustomerOrders = ReturnType<typeof createCustomerOrders>;
