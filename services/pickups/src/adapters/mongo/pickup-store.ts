/** Longer than 250 lines because this file contains all queries and updates of one collection. */

import {
  deferring,
  dueIndex,
  finishing,
  type LeasedCollection,
} from '@parcelyard/due-work/leased-collection';
import type { CalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId, orderId, type PickupId, pickupId } from '@parcelyard/service-kit/ids';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { readPage } from '@parcelyard/service-kit/mongo/read-page';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Page } from '@parcelyard/service-kit/page';
import type { Filter, FindCursor, Sort, UpdateFilter, WithId } from 'mongodb';
import {
  isLive,
  NEXT_STATES,
  type Pickup,
  type PickupState,
  type ScanForm,
  STATES,
  visibleStatus,
} from '../../domain/pickup';

export const PICKUPS = 'pickups';

export const pickupIndexes: IndexPlan = {
  [PICKUPS]: [
    { key: { accountId: 1, listed: 1, createdAt: -1, _id: -1 } },
    { key: { accountId: 1, listed: 1, date: 1, _id: 1 }, name: 'by_date' },
    {
      key: { accountId: 1, liveKey: 1 },
      name: 'one_live_pickup',
      unique: true,
      partialFilterExpression: { liveKey: { $exists: true } },
    },
    dueIndex,
  ],
};

/**
 * A pickup with its `fence`, a number that increases each time a process takes the pickup over. A process with a lower
 * fence can no longer change the pickup.
 */
export type LeasedPickup = Pickup & { readonly fence: number; readonly ending?: 'failed' | 'error' };

type PickupChanges = Partial<
  Pick<Pickup, 'orderIds' | 'requestedIds' | 'addingIds' | 'window' | 'confirmationNumber' | 'canceledAt'>
> & {
  /** When the worker continues this unfinished pickup. Without this time, the worker does nothing with the pickup. */
  dueAt?: Date;
  /** For `releasing`: the state that follows when the orders are released. */
  ending?: 'failed' | 'error';
};

export type PickupStore = ReturnType<typeof createPickupStore>;

/** Stores pickups in MongoDB. A change of state is made only if the pickup still has the expected state and fence. */
export function createPickupStore(sequences: Sequences, leased: LeasedCollection<PickupDocument>) {
  const pickups = leased.collection;
  const ids = sequences.create('pickups');
  const readList = async (filter: Filter<PickupDocument>, sort: Sort, page: Page): Promise<PickupList> => {
    const { documents, total } = await readPage(pickups, filter, sort, page);
    return { pickups: documents.map(fromDocument), total };
  };

  return {
    nextId: async (): Promise<PickupId> => pickupId(await ids.next()),

    /**
     * Inserts the pickup. Returns undefined when the account already has an unfinished pickup for this carrier and
     * date.
     */
    claim: async (pickup: Pickup, dueAt: Date): Promise<LeasedPickup | undefined> => {
      const document = toDocument(pickup, dueAt);
      if (!(await unlessDuplicate(pickups.insertOne(document), ['accountId', 'liveKey']))) return undefined;
      return fromDocument(document);
    },

    findLive: async (
      accountId: AccountId,
      carrier: string,
      date: CalendarDate,
    ): Promise<LeasedPickup | undefined> => {
      const document = await pickups.findOne({ accountId, liveKey: liveKey({ carrier, date }) });
      return document ? fromDocument(document) : undefined;
    },

    find: async (accountId: AccountId, id: PickupId): Promise<LeasedPickup | undefined> => {
      const document = await pickups.findOne({ _id: id, accountId });
      return document ? fromDocument(document) : undefined;
    },

    /** Returns the account's pickups that have a visible status, newest first. */
    list: async (accountId: AccountId, page: Page): Promise<PickupList> =>
      readList({ accountId, listed: true }, { createdAt: -1, _id: -1 }, page),

    /** Returns scheduled pickups with a date of `today` or later, earliest date first. */
    coming: async (accountId: AccountId, today: CalendarDate, page: Page): Promise<PickupList> =>
      readList(scheduledFrom(accountId, today), { date: 1, _id: 1 }, page),

    /** Returns the listed pickups that are canceled, over or failed, latest date first. */
    past: async (accountId: AccountId, today: CalendarDate, page: Page): Promise<PickupList> => {
      const listed = { accountId, listed: true };
      const ended = { $or: [{ date: { $lt: today } }, { state: { $nin: [...SCHEDULED] } }] };
      const [found, all, coming] = await Promise.all([
        read(pickups.find({ ...listed, ...ended }).sort({ date: -1, _id: -1 }), page),
        pickups.countDocuments(listed),
        pickups.countDocuments(scheduledFrom(accountId, today)),
      ]);
      return { pickups: found, total: Math.max(0, all - coming) };
    },

    /** Moves the pickup from state `from` to `to`. Returns undefined when its state or fence differs. */
    take: async (
      { accountId, pickupId: id, fence }: Pick<Pickup, 'accountId' | 'pickupId'> & { fence?: number },
      from: PickupState,
      to: PickupState,
      changes: PickupChanges,
    ): Promise<LeasedPickup | undefined> => {
      const taken = await pickups.findOneAndUpdate(
        { _id: id, accountId, state: from, ...(fence === undefined ? {} : { fence }) },
        { ...enter(from, to, changes), $inc: { fence: 1 } },
        { returnDocument: 'after' },
      );
      return taken ? fromDocument(taken) : undefined;
    },

    /** @throws DomainError conflict when another call moved or took over the pickup */
    move: async (pickup: LeasedPickup, to: PickupState, changes: PickupChanges): Promise<LeasedPickup> => {
      const moved = await pickups.findOneAndUpdate(stillLeased(pickup), enter(pickup.state, to, changes), {
        returnDocument: 'after',
      });
      if (moved) return fromDocument(moved);
      throw new DomainError('conflict', 'pickup_changed', { pickupId: pickup.pickupId });
    },

    /**
     * Sets when the worker continues the pickup. Without `dueAt`, the worker never continues it. Does nothing when
     * another process has taken the pickup over.
     */
    defer: async (pickup: LeasedPickup, dueAt: Date | undefined): Promise<void> => {
      if (dueAt) await leased.defer(stillLeased(pickup), dueAt);
      else await leased.tryWrite(stillLeased(pickup), finishing());
    },

    /** Saves the carrier's scan form. Does nothing when another process has taken the pickup over. */
    keepScanForm: async (pickup: LeasedPickup, scanForm: ScanForm): Promise<void> => {
      await pickups.updateOne(stillLeased(pickup), { $set: { scanForm } });
    },

    /** Records that the driver collected the parcels, if the pickup is still scheduled. */
    markPickedUp: async (accountId: AccountId, id: PickupId): Promise<void> => {
      await pickups.updateOne(
        { _id: id, accountId, state: 'scheduled' },
        enter('scheduled', 'picked_up', {}),
      );
    },
  };
}

interface PickupList {
  readonly pickups: readonly Pickup[];
  readonly total: number;
}

const SCHEDULED = STATES.filter((state) => visibleStatus(state) === 'scheduled');

const scheduledFrom = (accountId: AccountId, today: CalendarDate): Filter<PickupDocument> => ({
  accountId,
  listed: true,
  date: { $gte: today },
  state: { $in: [...SCHEDULED] },
});

const read = async (found: FindCursor<WithId<PickupDocument>>, { page, pageSize }: Page): Promise<Pickup[]> =>
  (
    await found
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .toArray()
  ).map(fromDocument);

const stillLeased = ({ pickupId: id, accountId, state, fence }: LeasedPickup) => ({
  _id: id,
  accountId,
  state,
  fence,
});

/** Builds the update that changes the state. It also ends the lease on the pickup. */
function enter(
  from: PickupState,
  to: PickupState,
  { dueAt, ...changes }: PickupChanges,
): UpdateFilter<PickupDocument> {
  if (!NEXT_STATES[from].includes(to)) throw new Error(`A pickup does not go from ${from} to ${to}.`);
  const { orderIds, requestedIds, addingIds, ...rest } = changes;
  return scheduleOrFinish(dueAt, {
    $set: {
      ...rest,
      ...(orderIds ? { orderIds: [...orderIds] } : {}),
      ...(requestedIds ? { requestedIds: [...requestedIds] } : {}),
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

const scheduleOrFinish = (dueAt: Date | undefined, update: UpdateFilter<PickupDocument> = {}) =>
  dueAt ? deferring<PickupDocument>(dueAt, update) : finishing<PickupDocument>(update);

/** A pickup as stored. `listed` becomes true when the pickup is booked, or when it ends in the state `error`. */
export interface PickupDocument
  extends Omit<
    Pickup,
    'pickupId' | 'accountId' | 'date' | 'orderIds' | 'voidPendingIds' | 'requestedIds' | 'addingIds'
  > {
  _id: number;
  accountId: number;
  v: 1;
  listed: boolean;
  date: string;
  orderIds: number[];
  requestedIds: number[];
  addingIds?: number[];
  /**
   * The pickup's carrier and date. Set while the account may not book another pickup with this carrier on this date.
   * Unique within the account.
   */
  liveKey?: string;
  ending?: 'failed' | 'error';
  fence: number;
  dueAt?: Date;
  leaseUntil?: Date;
}

function toDocument(pickup: Pickup, dueAt: Date): PickupDocument {
  const { pickupId: id, orderIds, requestedIds, addingIds: _adding, ...rest } = pickup;
  const kept = {
    ...rest,
    orderIds: [...orderIds],
    requestedIds: [...requestedIds],
    liveKey: liveKey(pickup),
  };
  return { ...kept, _id: id, v: 1, listed: false, fence: 1, dueAt };
}

const liveKey = ({ carrier, date }: Pick<Pickup, 'carrier' | 'date'>): string => `${carrier}:${date}`;

export function fromDocument(document: PickupDocument): LeasedPickup {
  return {
    pickupId: pickupId(document._id),
    accountId: accountId(document.accountId),
    state: document.state,
    zone: document.zone,
    seller: document.seller,
    carrier: document.carrier,
    date: document.date as CalendarDate,
    location: document.location,
    instructions: document.instructions,
    orderIds: document.orderIds.map(orderId),
    requestedIds: document.requestedIds.map(orderId),
    window: { start: document.window.start, end: document.window.end },
    confirmationNumber: document.confirmationNumber,
    createdAt: document.createdAt,
    fence: document.fence,
    ...(document.addingIds ? { addingIds: document.addingIds.map(orderId) } : {}),
    ...(document.canceledAt ? { canceledAt: document.canceledAt } : {}),
    ...(document.scanForm ? { scanForm: document.scanForm } : {}),
    ...(document.ending ? { ending: document.ending } : {}),
  };
}
