import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { ClientSession, Collection, Db } from 'mongodb';
import type { CustomerOrderDocument, CustomerTotals } from './customer-orders';
import { raisedTotals } from './number-together';

interface ReassignedOrder {
  accountId: number;
  orderId: number;
  /** The customer that the order has now. */
  customerId: number;
  date: Date;
  /** The order's version after the change. */
  version: number;
}

/** Thrown in a transaction when another process wrote first. */
class ChangedMeanwhile extends Error {}

/**
 * Counts an order for the customer that has it now, and no longer for its former customer, in one transaction. A
 * repeated call changes nothing. A late call for an earlier change of the order changes nothing, either.
 */
export function createReassignOrder(db: Db) {
  const numbered: Collection<CustomerOrderDocument> = db.collection('customer_orders');
  const customers: Collection<CustomerTotals> = db.collection('customers');

  const highest = async (accountId: number, customerId: number): Promise<number> => {
    const options = { sort: { accountId: 1, customerId: 1, n: -1 }, projection: { n: 1 } } as const;
    return (await numbered.findOne({ accountId, customerId }, options))?.n ?? 0;
  };

  const lastOrderWithout = async ({ _id, accountId, customerId }: CustomerOrderDocument) => {
    let last: Date | undefined;
    for await (const order of numbered.find({ accountId, customerId }))
      if (order._id !== _id && !order.isLost && !(last && last >= order.date)) last = order.date;
    return last;
  };

  /**
   * Returns the write that replaces the order by a mark in the former customer's numbering, and lowers that customer's
   * totals. The totals are read before the orders. If another process changes the customer's orders after that, it also
   * changes the totals, and the write fails.
   */
  const takeAway = async (counted: CustomerOrderDocument, version: number) => {
    const { accountId, customerId, n, date } = counted;
    const customer = { _id: customerId, accountId };
    const totals = await customers.findOne(customer);
    const isOlder = totals?.lastOrderAt !== undefined && date < totals.lastOrderAt;
    const last = isOlder ? totals.lastOrderAt : await lastOrderWithout(counted);
    const mark = { _id: `${counted._id} ${version}`, accountId, customerId, n, date, isLost: true };
    return async (session: ClientSession): Promise<void> => {
      await numbered.insertOne(mark, { session });
      if (!totals) return;
      const absent = { $exists: false };
      const { highestNumber = absent, lostOrders = absent, lastOrderAt = absent } = totals;
      const { matchedCount } = await customers.updateOne(
        { ...customer, highestNumber, lostOrders, lastOrderAt } as object,
        {
          $inc: { lostOrders: -1 },
          ...(last ? { $set: { lastOrderAt: last } } : { $unset: { lastOrderAt: '' as const } }),
        },
        { session },
      );
      if (matchedCount === 0) throw new ChangedMeanwhile();
      await customers.updateOne(customer, raisedTotals(n, []), { session });
    };
  };

  const reassignOnce = async (order: ReassignedOrder): Promise<void> => {
    const { accountId, orderId, customerId, date, version } = order;
    const id = { _id: orderId, accountId };
    const counted = await numbered.findOne(id);
    if ((counted?.version ?? 0) >= version) return;
    const isSame = counted?.customerId === customerId;
    const n = isSame ? counted.n : (await highest(accountId, customerId)) + 1;
    const takeFromFormer = counted && !isSame && (await takeAway(counted, version));
    const write = async (session: ClientSession): Promise<void> => {
      if (!counted) {
        await numbered.insertOne({ ...id, customerId, n, date, version }, { session });
        return;
      }
      const seen = { ...id, customerId: counted.customerId, version: counted.version ?? { $exists: false } };
      const update = { $set: { customerId, n, date, version } };
      const { matchedCount } = await numbered.updateOne(seen as object, update, { session });
      if (matchedCount === 0) throw new ChangedMeanwhile();
    };
    await db.client.withSession((session) =>
      session.withTransaction(async () => {
        await write(session);
        if (takeFromFormer) await takeFromFormer(session);
        await customers.updateOne({ _id: customerId, accountId }, raisedTotals(n, [date]), { session });
      }),
    );
  };

  return async (order: ReassignedOrder): Promise<void> => {
    for (;;) {
      try {
        return await reassignOnce(order);
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile || isDuplicateKey(error))) throw error;
      }
    }
  };
}
