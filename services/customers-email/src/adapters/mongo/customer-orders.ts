import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { joinAccounts } from '@parcelyard/service-kit/join-accounts';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Collection, Db } from 'mongodb';
import { datesOf, numberTogether, raisedTotals } from './number-together';

interface CountedOrder {
  accountId: number;
  orderId: number;
  customerId: number;
  date: Date;
}

export interface CustomerOrderDocument {
  /**
   * The order's id, so that an order is counted once. When the order goes to another customer, the new customer's
   * document gets the order's id. The former customer's document then has a text with the order's id and version as its
   * `_id`.
   */
  _id: number | string;
  accountId: number;
  customerId: number;
  /** The order's number among all orders that the customer ever had, from 1 without gaps. */
  n: number;
  date: Date;
  /**
   * The order's version after the change that gave the order to this customer. Absent for the order's first customer.
   */
  version?: number;
  /** True if another customer has the order now. */
  isLost?: boolean;
}

export const customerOrderIndexes: IndexPlan = {
  customer_orders: [{ key: { accountId: 1, customerId: 1, n: -1 }, unique: true, name: 'number' }],
};

export interface CustomerTotals {
  _id: number;
  accountId: number;
  /** The highest number of the customer's orders. It never gets lower, so processes may remember it. */
  highestNumber?: number;
  /** The number of orders that were given to other customers, as a negative number. */
  lostOrders?: number;
  orderCount?: number;
  lastOrderAt?: Date;
}

const MAX_BATCH = 100;
/** This process remembers the highest order number of at most this many customers. */
const MAX_REMEMBERED = 10_000;

/**
 * Counts the orders of each customer. The orders that a customer gets are numbered from 1, without gaps. `orderCount`
 * is the customer's highest number minus the number of orders that were given to other customers. A process may crash
 * after it wrote an order's number and before it wrote the totals. The event then comes again and the totals are
 * corrected (docs/customers-and-mail.md). Orders that come together are numbered with one command. When the command
 * fails for a customer, this customer's orders are numbered one by one.
 */
export function createCustomerOrders(db: Db) {
  const numbered: Collection<CustomerOrderDocument> = db.collection('customer_orders');
  const customers: Collection<CustomerTotals> = db.collection('customers');
  const together = numberTogether(db);
  /**
   * The customers' highest numbers. A number may be out of date. If so, inserting the next number fails, and the
   * highest number is read again.
   */
  const known = new BoundedMap<string, number>(MAX_REMEMBERED);

  const highest = async (accountId: number, customerId: number): Promise<number> => {
    const last = await numbered.findOne(
      { accountId, customerId },
      { sort: { accountId: 1, customerId: 1, n: -1 }, projection: { n: 1 } },
    );
    return last?.n ?? 0;
  };

  const isNumbered = async ({ accountId, orderId }: CountedOrder): Promise<boolean> =>
    (await numbered.findOne({ _id: orderId, accountId }, { projection: { _id: 1 } })) !== null;

  /** @returns the customer's highest order number afterwards */
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

  const countOneByOne = async ({ key, accountId, customerId, orders }: CustomersOrders): Promise<void> => {
    let n = await highest(accountId, customerId);
    for (const order of orders) n = await number(order, n);
    // Some of these orders may belong to another customer by now, so only this customer's orders are read.
    const ids = orders.map(({ orderId }) => orderId);
    const own = await numbered.find({ _id: { $in: ids }, accountId, customerId }).toArray();
    await customers.updateOne({ _id: customerId, accountId }, raisedTotals(n, datesOf(own)));
    known.set(key, n);
  };

  /** Reads the highest numbers of customers that this process does not remember. */
  const remember = async (all: readonly CustomersOrders[]): Promise<void> => {
    const missing = all.filter(({ key }) => !known.has(key));
    if (missing.length === 0) return;
    const _id = { $in: missing.map(({ customerId }) => customerId) };
    const accountId = { $in: [...new Set(missing.map((customer) => customer.accountId))] };
    const found = await customers
      .find({ _id, accountId }, { projection: { accountId: 1, highestNumber: 1 } })
      .toArray();
    for (const customer of found)
      known.set(keyOf(customer.accountId, customer._id), customer.highestNumber ?? 0);
  };

  /** Counts the orders. Returns one function for each order, which throws when the order was not counted. */
  const countAll = async (events: readonly CountedOrder[]): Promise<(() => void)[]> => {
    const all = byCustomer(events);
    await remember(all);
    const numberings = all.map((customer) => ({ ...customer, before: known.get(customer.key) ?? 0 }));
    const counted = await together(numberings);
    const failures = new Map<string, unknown>();
    for (const [index, customer] of numberings.entries()) {
      const { key, before, orders } = customer;
      if (counted[index]) known.set(key, before + orders.length);
      else await countOneByOne(customer).catch((error: unknown) => failures.set(key, error));
    }
    return events.map(({ accountId, customerId }) => () => {
      const key = keyOf(accountId, customerId);
      if (failures.has(key)) throw failures.get(key);
    });
  };
  const count = joinAccounts({
    send: countAll,
    accountOf: ({ accountId }) => accountId,
    maxBatch: MAX_BATCH,
    repeats: true,
  });

  return {
    /** Counts the order for its customer. A repeated call does not count it again. */
    count: async (order: CountedOrder): Promise<void> => (await count(order))(),
  };
}

export type CustomerOrders = ReturnType<typeof createCustomerOrders>;

interface CustomersOrders {
  key: string;
  accountId: number;
  customerId: number;
  orders: readonly CountedOrder[];
}

/** Groups the orders by customer, each order once. */
function byCustomer(events: readonly CountedOrder[]): CustomersOrders[] {
  const customers = new Map<string, CustomersOrders & { orders: CountedOrder[] }>();
  for (const order of new Map(events.map((event) => [event.orderId, event])).values()) {
    const { accountId, customerId } = order;
    const key = keyOf(accountId, customerId);
    const customer = customers.get(key) ?? { key, accountId, customerId, orders: [] };
    customer.orders.push(order);
    customers.set(key, customer);
  }
  return [...customers.values()];
}

const keyOf = (accountId: number, customerId: number) => `${accountId} ${customerId}`;
