import type { Collection } from 'mongodb';
import type { OrderDocument } from './order-document';
import type { CarriedChange } from './uncounted-change';

/** Every change that one of the account's orders carries. */
export async function carriedChanges(
  orders: Collection<OrderDocument>,
  accountId: number,
): Promise<CarriedChange[]> {
  const found = await orders
    .find({ 'uncounted.at': { $gt: new Date(0) }, accountId }, { projection: { uncounted: 1 } })
    .toArray();
  return found.flatMap(({ _id, uncounted = [] }) => uncounted.map((change) => ({ orderId: _id, change })));
}

/** Which of the orders carry the change. */
export async function findCarried(
  orders: Collection<OrderDocument>,
  accountId: number,
  orderIds: readonly number[],
  changeId: string,
): Promise<CarriedChange[]> {
  const found = await orders
    .find(
      { accountId, _id: { $in: [...orderIds] }, 'uncounted.id': changeId },
      { projection: { uncounted: 1 } },
    )
    .toArray();
  return found.flatMap(({ _id, uncounted = [] }) =>
    uncounted.filter(({ id }) => id === changeId).map((change) => ({ orderId: _id, change })),
  );
}
