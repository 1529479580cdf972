/** This file is longer than 250 lines, because it holds all queries and updates of one collection. */

import { isDeepStrictEqual } from 'node:util';
import {
  type DueDocument,
  LeasedCollection,
  LeaseLostError,
  requesting,
} from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Db, UpdateFilter, WithId } from 'mongodb';
import {
  type EventsState,
  type PlatformConnection,
  type StoreAccess,
  storeOf,
} from '../../domain/platforms/connection';
import type { ImportJob } from '../../domain/platforms/import-job';
import type { PlatformName } from '../../domain/platforms/platform-name';
import { LONGEST_TURN_MS } from '../../domain/platforms/sync-schedule';
import { DEFAULT_FULFILLMENT, type FulfillmentSettings } from '../../domain/platforms/write-back';
import type { AccessSealer } from '../platforms/access-sealer';
import { CONNECTIONS } from './platform-indexes';
import { fromStoredText, type StoredSealedText, toStoredText } from './stored-sealed-text';

export interface ConnectionDocument
  extends DueDocument,
    Omit<PlatformConnection, 'accountId' | 'fulfillment'> {
  v: 1;
  store: string;
  access: StoredSealedText;
  /** Absent while the owner has not changed the default settings. */
  fulfillment?: FulfillmentSettings;
  /** Increases each time the stored credentials change. */
  accessVersion: number;
  /** Until this time, only one process may renew the credentials. */
  renewingUntil?: Date;
  /** The id of the newest import that has saved its period in `coverage`. */
  lastJobId?: number;
  /** When the next import begins. If absent, an import begins only after the store reports a change. */
  syncAt?: Date;
}

export const leasedConnections = (db: Db, clock: Clock) =>
  new LeasedCollection<ConnectionDocument>({
    collection: db.collection(CONNECTIONS),
    clock,
    leaseMs: 60_000,
    farthestMs: LONGEST_TURN_MS,
  });

/** A connection that is to be stored, without its address and credentials. */
type NewConnection = Pick<PlatformConnection, 'accountId' | 'storeName' | 'connectedAt' | 'events'> & {
  syncAt: Date | undefined;
};

/** A connection to a merchant's store, on which this process alone may work until its lease ends. */
export interface StoreTurn {
  readonly connection: PlatformConnection;
  /** When the store's next scheduled import is to begin. */
  readonly syncAt: Date | undefined;
  /** Whether the store reported a change after its last import began. */
  readonly importRequested: boolean;
  /**
   * Ends the work on the store. The work begins again at `dueAt` or, without `dueAt`, when the store reports a change.
   * If the store has reported a change meanwhile, the work begins again at once.
   * @throws LeaseLostError
   */
  end(next: {
    events: EventsState;
    syncAt: Date | undefined;
    dueAt: Date | undefined;
    /** True when an import has begun for the change that the store reported. */
    answered: boolean;
  }): Promise<void>;
}

interface Dependencies {
  leased: LeasedCollection<ConnectionDocument>;
  sealer: AccessSealer;
}

const RENEWAL_MS = 30_000;

export function createConnectionStore({ leased, sealer }: Dependencies) {
  const { collection, clock } = leased;

  const open = ({ accountId, platform, access }: ConnectionDocument) =>
    sealer.open(toAccountId(accountId), platform, fromStoredText(access));
  const seal = (accountId: AccountId, access: StoreAccess) => toStoredText(sealer.seal(accountId, access));

  const readAccess = async (accountId: AccountId, platform: PlatformName) => {
    const found = await collection.findOne({ accountId, platform });
    const access = found && open(found);
    return access && { access, version: found.accessVersion };
  };

  return {
    list: async (accountId: AccountId): Promise<PlatformConnection[]> =>
      (await collection.find({ accountId }).sort({ platform: 1 }).toArray()).map(toConnection),

    find: async (accountId: AccountId, platform: PlatformName): Promise<PlatformConnection | undefined> =>
      ifFound(await collection.findOne({ accountId, platform }), toConnection),

    /** Saves the settings. Returns the changed connection; undefined when no store of the platform is connected. */
    setFulfillment: async (
      accountId: AccountId,
      platform: PlatformName,
      fulfillment: FulfillmentSettings,
    ): Promise<PlatformConnection | undefined> =>
      ifFound(
        await collection.findOneAndUpdate(
          { accountId, platform },
          { $set: { fulfillment } },
          { returnDocument: 'after' },
        ),
        toConnection,
      ),

    /**
     * Reads and decrypts the credentials. Returns undefined when the store is not connected, or when the credentials
     * can no longer be read.
     */
    openAccess: async (accountId: AccountId, platform: PlatformName): Promise<StoreAccess | undefined> =>
      (await readAccess(accountId, platform))?.access,
    readAccess,

    /** Reserves the renewal of the credentials for this process. Returns false while another process renews them. */
    claimRenewal: async (accountId: AccountId, platform: PlatformName, version: number): Promise<boolean> => {
      const now = clock.now();
      const { modifiedCount } = await collection.updateOne(
        {
          accountId,
          platform,
          accessVersion: version,
          $or: [
            { renewingUntil: { $exists: false } },
            { renewingUntil: { $lt: now } },
            { renewingUntil: { $gt: latestPossible(now, RENEWAL_MS) } },
          ],
        },
        { $set: { renewingUntil: new Date(now.getTime() + RENEWAL_MS) } },
      );
      return modifiedCount > 0;
    },
    /** Saves renewed credentials. Returns false when the store was disconnected or connected again meanwhile. */
    saveRenewed: async (accountId: AccountId, access: StoreAccess, version: number): Promise<boolean> => {
      const { modifiedCount } = await collection.updateOne(
        { accountId, platform: access.platform, accessVersion: version },
        {
          $set: { access: seal(accountId, access), accessVersion: version + 1 },
          $unset: { renewingUntil: '' },
        },
      );
      return modifiedCount > 0;
    },

    /**
     * Connects a store. If it is connected already, replaces its name and credentials. Returns undefined when another
     * store of the platform is connected.
     */
    connect: async (
      { accountId, storeName, connectedAt, events, syncAt }: NewConnection,
      access: StoreAccess,
    ): Promise<PlatformConnection | undefined> => {
      const { platform } = access;
      const store = storeOf(access);
      const renew = () =>
        collection.findOneAndUpdate(
          { accountId, platform, store },
          {
            $set: {
              storeName,
              status: 'connected',
              access: seal(accountId, access),
              events,
              dueAt: clock.now(),
            },
            // After this change, a process that has read the old `accessVersion` or `fence` can save nothing.
            $inc: { accessVersion: 1, fence: 1 },
            $unset: { renewingUntil: '', leaseUntil: '' },
            $setOnInsert: { v: 1, connectedAt },
            ...(syncAt ? { $min: { syncAt } } : {}),
          },
          { upsert: true, returnDocument: 'after' },
        );
      const connected = await renewOnce(renew, () => collection.findOne({ accountId, platform, store }));
      if (connected) leased.announce();
      return connected ? toConnection(connected) : undefined;
    },

    /**
     * Deletes the store's connection and its credentials.
     * @returns undefined when no store was connected; otherwise the store and, if they can be read, the credentials
     * for a last call to it
     */
    disconnect: async (accountId: AccountId, platform: PlatformName) => {
      const gone = await collection.findOneAndDelete({ accountId, platform });
      return gone ? { store: gone.store, access: open(gone) } : undefined;
    },

    /** Records that the store reported a change, so that an import is due at `due`. */
    requestImport: async (accountId: AccountId, platform: PlatformName, due: Date): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { accountId, platform },
        requesting(due, { $min: { syncAt: due } }),
      );
      if (matchedCount > 0) leased.announce(due);
      return matchedCount > 0;
    },

    turnOf: (store: WithId<ConnectionDocument>): StoreTurn => ({
      connection: toConnection(store),
      syncAt: store.syncAt,
      importRequested: store.requests !== undefined,
      end: async ({ events, syncAt, dueAt, answered }) => {
        // If the turn has not changed `events`, it is not written, because an import may have changed it meanwhile.
        const changed = events === store.events ? {} : { events };
        const update = {
          $set: { ...changed, ...(syncAt ? { syncAt } : {}) },
          $unset: { ...(syncAt ? {} : { syncAt: '' }), ...(answered ? { requests: '' } : {}) },
        } as UpdateFilter<ConnectionDocument>;
        const ifRequested = { update: { $set: changed } };
        const isHeld = await leased.endTurn(store, { next: dueAt, update, ifRequested });
        if (!isHeld) throw new LeaseLostError(`${CONNECTIONS} ${String(store._id)}`);
      },
    }),

    /**
     * Saves the period for which the store's changes have been fetched. Does nothing when a newer import has already
     * saved its period.
     */
    noteSynced: async ({ id, accountId, platform, store, window }: ImportJob, now: Date): Promise<void> => {
      await collection.updateOne(
        { accountId, platform, store, $or: [{ lastJobId: { $exists: false } }, { lastJobId: { $lte: id } }] },
        { $set: { lastJobId: id, coverage: window.covers, lastSyncAt: now, status: 'connected' } },
      );
    },

    /**
     * Marks the store as broken, unless it was connected again since the refused call. If the credentials can no longer
     * be read, the store's events are refused, and the store may stop sending them. So we have to ask for them again.
     * @param refused the credentials that the store refused; undefined when they could not be decrypted or renewed
     * @returns whether the store is still connected with these credentials
     */
    noteRefused: async (
      { accountId, platform, store }: Pick<ImportJob, 'accountId' | 'platform' | 'store'>,
      refused: StoreAccess | undefined,
    ): Promise<boolean> => {
      const found = await collection.findOne({ accountId, platform, store });
      const access = found && open(found);
      if (!found || (refused && !isDeepStrictEqual(access, refused))) return false;
      const asksAgain = !access && found.events === 'on';
      const { matchedCount } = await collection.updateOne(
        { accountId, platform, store, accessVersion: found.accessVersion },
        asksAgain
          ? { $set: { status: 'error', events: 'wanted' }, $min: { dueAt: clock.now() } }
          : { $set: { status: 'error' } },
      );
      if (asksAgain) leased.announce();
      return matchedCount > 0;
    },
  };
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/**
 * Connects a store. If two callers connect the same store at once, only one insert succeeds. The other caller then
 * updates that connection.
 */
async function renewOnce<T>(
  renew: () => Promise<T | null>,
  find: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await renew();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // The account already has a connection to a store of this platform. If it is the same store, because another caller
  // has just connected it, updates the connection. If it is a different store, changes nothing.
  return (await find()) ? renew() : null;
}

const toConnection = (document: ConnectionDocument): PlatformConnection => {
  const { accountId, platform, store, storeName, status, connectedAt, events, lastSyncAt, coverage } =
    document;
  const { fulfillment = DEFAULT_FULFILLMENT } = document;
  return {
    accountId: toAccountId(accountId),
    platform,
    store,
    storeName,
    status,
    connectedAt,
    fulfillment,
    events,
    ...(lastSyncAt ? { lastSyncAt } : {}),
    ...(coverage ? { coverage } : {}),
  };
};
