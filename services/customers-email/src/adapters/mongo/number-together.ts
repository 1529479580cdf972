import { lacksCommand } from '@parcelyard/service-kit/mongo/lacks-command';
import type { Db, Document } from 'mongodb';

/**
 * New orders of one customer. `before` is the customer's highest order number as far as this process knows. Another
 * process may have given a higher number since.
 */
export interface Numbering {
  accountId: number;
  customerId: number;
  orders: readonly { orderId: number; date: Date }[];
  before: number;
}

/**
 * Numbers the orders of many customers and raises their totals with ONE command. Its statements run in order and stop
 * at the first failure, so totals are raised only after the numbers are written. Returns true for each customer whose
 * statements all ran before a failure, otherwise false. A statement fails when an order already has another number, or
 * when another process has used the number. If the database server does not know the command, returns false for all
 * customers.
 */
export function numberTogether(db: Db) {
  const admin = db.client.db('admin');
  const nsInfo = ['customer_orders', 'customers'].map((name) => ({ ns: `${db.databaseName}.${name}` }));
  const writeConcern = { w: 'majority', j: true };
  let supported = true;
  return async (customers: readonly Numbering[]): Promise<boolean[]> => {
    if (!supported) return customers.map(() => false);
    const ops: Document[] = [];
    const ends = customers.map((customer) => ops.push(...statementsOf(customer)));
    try {
      const command = { bulkWrite: 1, ops, nsInfo, ordered: true, errorsOnly: true, writeConcern };
      const { cursor } = await admin.command(command);
      const failedAt: number = cursor.firstBatch[0]?.idx ?? ops.length;
      return ends.map((end) => end <= failedAt);
    } catch (error) {
      if (!lacksCommand(error)) throw error;
      supported = false;
      return customers.map(() => false);
    }
  };
}

/**
 * Returns the statements for one customer. A statement fails when its order already has a different number, or when
 * another order already has the number.
 */
function statementsOf({ accountId, customerId, orders, before }: Numbering): Document[] {
  const numbers = orders.map(({ orderId, date }, index) => ({
    update: 0,
    filter: { _id: orderId, accountId, customerId, n: before + 1 + index },
    updateMods: { $setOnInsert: { date } },
    upsert: true,
  }));
  return [
    ...numbers,
    {
      update: 1,
      filter: { _id: customerId, accountId },
      updateMods: raisedTotals(before + orders.length, datesOf(orders)),
    },
  ];
}

export const datesOf = (orders: readonly { date: Date }[]): Date[] => orders.map(({ date }) => date);

/**
 * Returns the update of a customer's totals after new orders got numbers. A repeated update changes nothing.
 * @param highest the highest number of the customer's orders
 * @param dates the dates of the new orders
 */
export const raisedTotals = (highest: number, dates: readonly Date[]): Document[] => [
  {
    $set: {
      highestNumber: { $max: ['$highestNumber', highest] },
      ...(dates.length > 0 && { lastOrderAt: { $max: ['$lastOrderAt', ...dates] } }),
    },
  },
  { $set: { orderCount: { $add: ['$highestNumber', { $ifNull: ['$lostOrders', 0] }] } } },
];
