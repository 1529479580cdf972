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
 * The number of ended pickups that an order stores. An order leaves only a few pickups, so this covers every late
 * assignment.
 */
const REMEMBERED_PICKUPS = 20;
const PRINTED = 'LabelPrinted';
const WAITING = 'WaitingForPickup';

/**
 * Moves orders into a pickup and out of it. A few writes are enough for any number of orders. Each order gets one
 * conditional update, and stores the pickups that have ended for it. Reports do not change.
 */
export function createPickupOrders({ collection, counters, clock }: Dependencies) {
  /** Moves matching orders from one status to the other and counts exactly these orders. Returns their number. */
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
    /** Assigns the free orders among these to the pickup; returns the orders that then belong to it. */
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
          // A label may have been voided, and bought from another carrier or seller, since the pickups service listed
          // it.
          'label.carrier': carrier,
          'label.seller': seller,
          // Excludes labels that wait for a void.
          'label.pendingVoid': { $exists: false },
        },
        update: { $set: { pickupId, pickupAt: clock.now() } },
      });
      if (assigned === orderIds.length) return orderIds;
      // The remaining orders belong to another pickup, or an earlier call has assigned them to this pickup.
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
      // This write comes first, so that no assignment can claim any of these orders afterwards.
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
      // An order that was scanned meanwhile keeps its status.
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
