import type { AssignPickupRequest, PickupOrders, ReleasePickupRequest } from '@parcelyard/contracts/orders';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { OrderStatus } from '../../domain/order-status';
import type { InTransaction, OrderCounters } from './order-counters';
import type { OrderDocument } from './order-document';

interface Dependencies {
  collection: Collection<OrderDocument>;
  counters: OrderCounters;
  clock: Clock;
}

/**
 * An order stores the ids of this many pickups to which it no longer belongs. So a late request cannot assign the order
 * to one of these pickups again.
 */
const REMEMBERED_PICKUPS = 20;
const PRINTED = 'LabelPrinted';
const WAITING = 'WaitingForPickup';

/**
 * Assigns orders to a pickup and releases them, with a few writes for any number of orders. The account's reports do
 * not change.
 */
export function createPickupOrders({ collection, counters, clock }: Dependencies) {
  /**
   * Moves the orders that match the filter from one status to another, and updates the account's totals. Returns how
   * many orders it moved.
   */
  const moveAll = async (
    accountId: number,
    orderIds: readonly number[],
    [from, to]: [OrderStatus, OrderStatus],
    { filter, update }: { filter: Filter<OrderDocument>; update: UpdateFilter<OrderDocument> },
  ): Promise<number> => {
    if (orderIds.length === 0) return 0;
    let count = 0;
    const filtered = { accountId, _id: { $in: [...orderIds] }, ...filter, status: from };
    const moved = {
      ...update,
      $set: { ...update.$set, status: to, updatedAt: clock.now() },
      $inc: { version: 1 },
    } as UpdateFilter<OrderDocument>;
    const orders = orderIds.length;
    const moveOrders = async (inTransaction: InTransaction) => {
      const { modifiedCount } = await collection.updateMany(filtered, moved, inTransaction);
      count = modifiedCount;
      return count > 0 ? [{ from, to, orders: count }] : [];
    };
    const all = { filter: filtered, update: moved, orders, change: { from, to, orders } };
    return (await counters.change(accountId, moveOrders, all)) ? orders : count;
  };

  return {
    /**
     * Assigns the given orders to the pickup where possible. Returns the given orders that now belong to the pickup,
     * including those that an earlier call assigned.
     */
    assignPickup: async ({
      accountId,
      pickupId,
      orderIds,
      carrier,
      seller,
    }: AssignPickupRequest): Promise<number[]> => {
      const assigned = await moveAll(accountId, orderIds, [PRINTED, WAITING], {
        filter: {
          pickupId: { $exists: false },
          endedPickups: { $ne: pickupId },
          // The pickups service listed the orders a moment ago. Since then, an order's label may have been voided, and
          // a label of another carrier or seller may have been bought.
          'label.carrier': carrier,
          'label.seller': seller,
          // Leaves out labels whose void waits for the carrier.
          'label.pendingVoid': { $exists: false },
        },
        update: { $set: { pickupId, pickupAt: clock.now() } },
      });
      if (assigned === orderIds.length) return orderIds;
      // An order may be missing from this assignment because it belongs to another pickup, or because an earlier call
      // already assigned it to this pickup.
      const under = await collection
        .find({ accountId, _id: { $in: [...orderIds] }, pickupId }, { projection: { _id: 1 } })
        .toArray();
      const ids = new Set(under.map(({ _id }) => _id));
      return orderIds.filter((id) => ids.has(id));
    },

    releasePickup: async ({
      accountId,
      pickupId,
      orderIds: named,
      keepOthers,
    }: ReleasePickupRequest): Promise<void> => {
      const ended = { endedPickups: { $each: [pickupId], $slice: -REMEMBERED_PICKUPS } };
      const notEnded = { endedPickups: { $ne: pickupId } };
      // Before the orders leave the pickup, each order stores that this pickup has ended. So a late request for this
      // pickup cannot assign the order again.
      if (named.length > 0) {
        await collection.updateMany({ accountId, _id: { $in: [...named] }, ...notEnded }, { $push: ended });
      }
      const under = keepOthers ? { pickupId, _id: { $in: [...named] } } : { pickupId };
      const waiting = await collection
        .find({ accountId, ...under, status: WAITING }, { projection: { _id: 1 } })
        .toArray();
      await moveAll(
        accountId,
        waiting.map(({ _id }) => _id),
        [WAITING, PRINTED],
        { filter: { pickupId }, update: { $unset: { pickupId: '', pickupAt: '' } } },
      );
      // If a carrier has already scanned the parcel of an order, the order no longer waits for the pickup. Such an
      // order leaves the pickup and keeps its status.
      await collection.updateMany(
        { accountId, ...under },
        { $set: { updatedAt: clock.now() }, $unset: { pickupId: '', pickupAt: '' }, $inc: { version: 1 } },
      );
    },

    /** Returns the ids of the orders of each pickup. Pickups without orders are left out. */
    listIdsOfPickups: async (accountId: number, pickupIds: readonly number[]): Promise<PickupOrders[]> => {
      const found = new Map<number, PickupOrders>();
      const documents = collection.find(
        { accountId, pickupId: { $in: [...pickupIds] } },
        { projection: { pickupId: 1, 'label.pendingVoid': 1 } },
      );
      for await (const { _id, pickupId, label } of documents) {
        if (pickupId === undefined) continue;
        const pickup = found.get(pickupId) ?? { pickupId, orderIds: [], voidPendingIds: [] };
        (label?.pendingVoid ? pickup.voidPendingIds : pickup.orderIds).push(_id);
        found.set(pickupId, pickup);
      }
      return [...found.values()];
    },
  };
}
