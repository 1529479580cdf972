import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { Binary, type Db } from 'mongodb';
import { type PlatformConnection, type StoreAccess, storeOf } from '../../domain/platforms/connection';
import type { ImportJob } from '../../domain/platforms/import-job';
import type { PlatformName } from '../../domain/platforms/platform';
import { DEFAULT_FULFILLMENT, type FulfillmentSettings } from '../../domain/platforms/write-back';
import type { AccessSealer } from '../platforms/access-sealer';
import { CONNECTIONS } from './platform-indexes';

interface ConnectionDocument extends Omit<PlatformConnection, 'accountId' | 'fulfillment'> {
  accountId: number;
  v: 1;
  store: string;
  access: { kid: string; sealed: Binary };
  /** Absent while nobody has set it otherwise. */
  fulfillment?: FulfillmentSettings;
  /** The newest import that is in `coverage`. */
  lastJobId?: number;
}

interface Dependencies {
  db: Db;
  sealer: AccessSealer;
}

export function createConnectionStore({ db, sealer }: Dependencies) {
  const collection = db.collection<ConnectionDocument>(CONNECTIONS);
  return {
    list: async (accountId: AccountId): Promise<PlatformConnection[]> =>
      (await collection.find({ accountId }).sort({ platform: 1 }).toArray()).map(toConnection),

    find: async (accountId: AccountId, platform: PlatformName): Promise<PlatformConnection | undefined> => {
      const found = await collection.findOne({ accountId, platform });
      return found ? toConnection(found) : undefined;
    },

    /** The connection as it is then; undefined when there is none. */
    setFulfillment: async (
      accountId: AccountId,
      platform: PlatformName,
      fulfillment: FulfillmentSettings,
    ): Promise<PlatformConnection | undefined> => {
      const updated = await collection.findOneAndUpdate(
        { accountId, platform },
        { $set: { fulfillment } },
        { returnDocument: 'after' },
      );
      return updated ? toConnection(updated) : undefined;
    },

    /** The opened access; undefined when the store is not connected, or sealed under a key that is gone. */
    openAccess: async (accountId: AccountId, platform: PlatformName): Promise<StoreAccess | undefined> => {
      const found = await collection.findOne({ accountId, platform });
      if (!found) return undefined;
      const { kid, sealed } = found.access;
      return sealer.open(accountId, platform, { kid, sealed: Buffer.from(sealed.value()) });
    },

    /** Connects, or renews what is connected; undefined when another store of the platform is. */
    connect: async (
      {
        accountId,
        storeName,
        connectedAt,
      }: Pick<PlatformConnection, 'accountId' | 'storeName' | 'connectedAt'>,
      access: StoreAccess,
    ): Promise<PlatformConnection | undefined> => {
      const { platform } = access;
      const store = storeOf(access);
      const { kid, sealed } = sealer.seal(accountId, access);
      const renew = () =>
        collection.findOneAndUpdate(
          { accountId, platform, store },
          {
            $set: { storeName, status: 'connected', access: { kid, sealed: new Binary(sealed) } },
            $setOnInsert: { v: 1, connectedAt },
          },
          { upsert: true, returnDocument: 'after' },
        );
      try {
        const connected = await renew();
        return connected ? toConnection(connected) : undefined;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // Taken: by this store, connected at the same moment, or by another.
      if (!(await collection.findOne({ accountId, platform, store }))) return undefined;
      const renewed = await renew();
      return renewed ? toConnection(renewed) : undefined;
    },

    /** Remembers what the job has fetched; a job older than the last one changes nothing. */
    noteSynced: async ({ id, accountId, platform, window }: ImportJob, at: Date): Promise<void> => {
      await collection.updateOne(
        { accountId, platform, $or: [{ lastJobId: { $exists: false } }, { lastJobId: { $lte: id } }] },
        { $set: { lastJobId: id, coverage: window.covers, lastSyncAt: at, status: 'connected' } },
      );
    },

    noteRefused: async ({ accountId, platform }: ImportJob): Promise<void> => {
      await collection.updateOne({ accountId, platform }, { $set: { status: 'error' } });
    },
  };
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

const toConnection = (document: ConnectionDocument): PlatformConnection => {
  const { accountId, platform, storeName, status, connectedAt, lastSyncAt, coverage } = document;
  const { fulfillment = DEFAULT_FULFILLMENT } = document;
  return {
    accountId: toAccountId(accountId),
    platform,
    storeName,
    status,
    connectedAt,
    fulfillment,
    ...(lastSyncAt ? { lastSyncAt } : {}),
    ...(coverage ? { coverage } : {}),
  };
};
