import type { Collection, Filter } from 'mongodb';
import type { Order } from '../../domain/order';
import { countFound, type OrderQuery } from '../../domain/order-query';
import type { OrderStore } from '../../ports';
import { mailboxOf, type OrderDocument, toOrder } from './order-document';
import type { StatusCounters } from './status-counters';

interface Dependencies {
  collection: Collection<OrderDocument>;
  counters: StatusCounters;
}

/** Whole orders by what they have in common, newest first. How many there are is counted only where it is not known. */
export const findOrders =
  ({ collection, counters }: Dependencies): OrderStore['find'] =>
  async (accountId, wanted, { page, pageSize }) => {
    const filter = matching(accountId, wanted);
    const { counts } = await counters.read(accountId);
    const total = countFound(wanted, counts) ?? (await collection.countDocuments(filter));
    const skip = (page - 1) * pageSize;
    if (skip >= total) return { orders: [], total };
    const documents = await collection
      .find(filter)
      .sort({ date: -1, _id: -1 })
      .skip(skip)
      .limit(pageSize)
      .toArray();
    return { orders: documents.map(toOrder), total };
  };

function matching(accountId: Order['accountId'], wanted: OrderQuery): Filter<OrderDocument> {
  const { statuses, liveOnly, from, to, email, invoiceNumber } = wanted;
  const [status, ...others] = statuses;
  return {
    accountId,
    ...(status === undefined ? {} : { status: others.length === 0 ? status : { $in: [...statuses] } }),
    ...(liveOnly ? { active: true } : {}),
    ...(email === undefined ? {} : { mailbox: mailboxOf(email) ?? '' }),
    ...(invoiceNumber === undefined ? {} : { invoiceNumber }),
    ...(from || to ? { date: { ...(from && { $gte: from }), ...(to && { $lt: to }) } } : {}),
  };
}
