import type { PickupOrders, ReleasePickupRequest } from '@parcelyard/contracts/orders';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { OrderStatus } from '../../domain/order-status';
import type { OrderCounters } from './order-counters';
import type { OrderDocument } from './order-document';

interface Dependencies {
  collection: Collection<OrderDocument>;
  counters: OrderCounters;
  clock: Clock;
}

/** An order is in a handful of pickups in its life: a late assignment's pickup is among these. */
const REMEMBERED_PICKUPS = 20;
const PRINTED = 'LabelPrinted';
const WAITING = 'WaitingForPickup';

/**
 * Orders on their way into a pickup and out of it, however many, in a few writes. Each order is changed by one
 * conditional update, and remembers the pickups that have ended for it. No figure of a report depends on these moves.
 */
export function createPickupOrders({ collection, counters, clock }: Dependencies) {
  /** Moves what matches from one status to the other and counts exactly what moved: one change for all of them. */
  const moveAll = async (
    accountId: number,
    orderIds: readonly number[],
    [from, to]: [OrderStatus, OrderStatus],
    { filter, update }: { filter: Filter<OrderDocument>; update: UpdateFilter<OrderDocument> },
  ): Promise<void> => {
    if (orderIds.length === 0) return;
    const these = { accountId, _id: { $in: [...orderIds] }, ...filter, status: from };
    const moved = {
      ...update,
      $set: { ...update.$set, status: to, updatedAt: clock.now() },
      $inc: { version: 1 },
    } as UpdateFilter<OrderDocument>;
    await counters.change(accountId, async (inTransaction) => {
      const { modifiedCount: orders } = await collection.updateMany(these, moved, inTransaction);
      return orders > 0 ? [{ from, to, orders }] : [];
    });
  };

  return {
    /** Assigns those orders to the pickup that are free for it; answers which of them belong to it then. */
    assignPickup: async (
      accountId: number,
      pickupId: number,
      orderIds: readonly number[],
    ): Promise<number[]> => {
      await moveAll(accountId, orderIds, [PRINTED, WAITING], {
        filter: {
          pickupId: { $exists: false },
          endedPickups: { $ne: pickupId },
          // Its carrier is asked to take the label back.
          'label.pendingVoid': { $exists: false },
        },
        update: { $set: { pickupId, pickupAt: clock.now() } },
      });
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
      const notYet = { endedPickups: { $ne: pickupId } };
      // First of all: from here on no assignment takes any of them.
      if (named.length > 0) {
        await collection.updateMany({ accountId, _id: { $in: [...named] }, ...notYet }, { $push: ended });
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
      // What was scanned meanwhile stays where it is.
      await collection.updateMany(
        { accountId, ...under },
        { $set: { updatedAt: clock.now() }, $unset: { pickupId: '', pickupAt: '' }, $inc: { version: 1 } },
      );
    },

    /** Ids of the orders under each pickup that has some. */
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
