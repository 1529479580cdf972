import { deferring, dueIndex, finishing } from '@parcelyard/events/leased-collection';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { pickupId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { Db, UpdateFilter } from 'mongodb';
import { isLive, NEXT_STATES, type PickupState, visibleStatus } from '../../domain/pickup';
import type { HeldPickup, PickupStore } from '../../ports';
import { fromDocument, liveKey, type PickupDocument, toDocument } from './pickup-document';

export const PICKUPS = 'pickups';

export const pickupIndexes: IndexPlan = {
  [PICKUPS]: [
    { key: { accountId: 1, listed: 1, createdAt: -1, _id: -1 } },
    {
      key: { accountId: 1, liveKey: 1 },
      name: 'one_live_pickup',
      unique: true,
      partialFilterExpression: { liveKey: { $exists: true } },
    },
    dueIndex,
  ],
};

/** Pickups in MongoDB; every change of state is one update conditional on the state and the fence. */
export function createPickupStore(db: Db): PickupStore {
  const pickups = db.collection<PickupDocument>(PICKUPS);
  const ids = createSequence(db, 'pickups');

  return {
    nextId: async () => pickupId(await ids.next()),

    claim: async (pickup, dueAt) => {
      const document = toDocument(pickup, dueAt);
      try {
        await pickups.insertOne(document);
      } catch (error) {
        if (isDuplicateKey(error, ['accountId', 'liveKey'])) return undefined;
        throw error;
      }
      return fromDocument(document);
    },

    findLive: async (accountId, carrier, date) => {
      const document = await pickups.findOne({ accountId, liveKey: liveKey({ carrier, date }) });
      return document ? fromDocument(document) : undefined;
    },

    find: async (accountId, id) => {
      const document = await pickups.findOne({ _id: id, accountId });
      return document ? fromDocument(document) : undefined;
    },

    list: async (accountId, page, pageSize) => {
      const filter = { accountId, listed: true };
      const [documents, total] = await Promise.all([
        pickups
          .find(filter)
          .sort({ createdAt: -1, _id: -1 })
          .skip((page - 1) * pageSize)
          .limit(pageSize)
          .toArray(),
        pickups.countDocuments(filter),
      ]);
      return { pickups: documents.map(fromDocument), total };
    },

    take: async ({ accountId, pickupId: id, fence }, from, to, changes) => {
      const taken = await pickups.findOneAndUpdate(
        { _id: id, accountId, state: from, ...(fence === undefined ? {} : { fence }) },
        { ...enter(from, to, changes), $inc: { fence: 1 } },
        { returnDocument: 'after' },
      );
      return taken ? fromDocument(taken) : undefined;
    },

    move: async (held, to, changes) => {
      const moved = await pickups.findOneAndUpdate(stillHeld(held), enter(held.state, to, changes), {
        returnDocument: 'after',
      });
      if (moved) return fromDocument(moved);
      throw DomainError.text('conflict', `Pickup ${held.pickupId} was changed meanwhile. Read it again.`);
    },

    defer: async (held, dueAt) => {
      await pickups.updateOne(stillHeld(held), dueOrNot(dueAt));
    },

    refreshNow: async (accountId, id, now) => {
      await pickups.updateOne({ _id: id, accountId, state: 'scheduled' }, { $set: { dueAt: now } });
    },

    markPickedUp: async (accountId, id) => {
      await pickups.updateOne(
        { _id: id, accountId, state: 'scheduled' },
        enter('scheduled', 'picked_up', {}),
      );
    },
  };
}

const stillHeld = ({ pickupId: id, accountId, state, fence }: HeldPickup) => ({
  _id: id,
  accountId,
  state,
  fence,
});

/** The update that enters a state; the lease of whoever held the pickup ends with it. */
function enter(
  from: PickupState,
  to: PickupState,
  { dueAt, ...changes }: Parameters<PickupStore['move']>[2],
): UpdateFilter<PickupDocument> {
  if (!NEXT_STATES[from].includes(to)) throw new Error(`A pickup does not go from ${from} to ${to}.`);
  const { orderIds, askedIds, addingIds, ...rest } = changes;
  return dueOrNot(dueAt, {
    $set: {
      ...rest,
      ...(orderIds ? { orderIds: [...orderIds] } : {}),
      ...(askedIds ? { askedIds: [...askedIds] } : {}),
      ...(addingIds ? { addingIds: [...addingIds] } : {}),
      ...(visibleStatus(to) ? { listed: true } : {}),
      state: to,
    },
    $unset: {
      ...(isLive(to) ? {} : { liveKey: '' }),
      ...(from === 'adding' ? { addingIds: '' } : {}),
    },
  });
}

const dueOrNot = (dueAt: Date | undefined, update: UpdateFilter<PickupDocument> = {}) =>
  dueAt ? deferring<PickupDocument>(dueAt, update) : finishing<PickupDocument>(update);
