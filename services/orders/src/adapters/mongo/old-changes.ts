import type { Collection } from 'mongodb';
import type { CountersDocument } from './counters-document';
import { findCarried } from './find-carried';
import type { OldPendingChange } from './old-change';
import type { OrderDocument } from './order-document';
import type { CarriedChange } from './uncounted-change';

/** There are few, if any: they need no index by account. */
async function oldPendingOf(orders: Collection<OrderDocument>, accountId: number) {
  const found = await orders
    .find({ 'pending.at': { $gt: new Date(0) } }, { projection: { accountId: 1, pending: 1 } })
    .toArray();
  return found.filter((order) => order.accountId === accountId);
}

/**
 * Settles what owners of older epochs left: what they have counted is cleared, everything else moves to `uncounted` in
 * one update. An owner that is still alive finds its change gone and does nothing.
 * @returns what this process has to count now
 */
export async function takeOverOldChanges(
  orders: Collection<OrderDocument>,
  { _id: accountId, epoch, applied }: CountersDocument,
  nextId: () => string,
): Promise<CarriedChange[]> {
  const groups = new Map<string, { change: OldPendingChange; orderIds: number[] }>();
  for (const { _id, pending = [] } of await oldPendingOf(orders, accountId)) {
    for (const change of pending) {
      if (change.epoch >= epoch) continue;
      const group = groups.get(change.id) ?? { change, orderIds: [] };
      group.orderIds.push(_id);
      groups.set(change.id, group);
    }
  }
  const claimed: CarriedChange[] = [];
  for (const { change, orderIds } of groups.values()) {
    const these = { accountId, _id: { $in: orderIds }, 'pending.id': change.id };
    const gone = { pending: { id: change.id } };
    if (applied.includes(change.id)) {
      await orders.updateMany(these, { $pull: gone });
      continue;
    }
    const mine = { ...change, id: nextId(), epoch };
    const { modifiedCount } = await orders.updateMany(these, { $pull: gone, $push: { uncounted: mine } });
    if (modifiedCount > 0) claimed.push(...(await findCarried(orders, accountId, orderIds, mine.id)));
  }
  return claimed;
}
