import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { Binary, type Db } from 'mongodb';
import { type PlatformConnection, storeOf } from '../../domain/platforms/connection';
import type { ConnectionStore } from '../../ports';
import type { AccessSealer } from '../platforms/access-sealer';
import { CONNECTIONS } from './platform-indexes';

interface ConnectionDocument extends Omit<PlatformConnection, 'accountId'> {
  accountId: number;
  v: 1;
  store: string;
  access: { kid: string; sealed: Binary };
  /** The newest import that is in `coverage`. */
  lastJobId?: number;
}

interface Dependencies {
  db: Db;
  sealer: AccessSealer;
}

export function createConnectionStore({ db, sealer }: Dependencies): ConnectionStore {
  const collection = db.collection<ConnectionDocument>(CONNECTIONS);
  return {
    list: async (accountId) =>
      (await collection.find({ accountId }).sort({ platform: 1 }).toArray()).map(toConnection),

    openAccess: async (accountId, platform) => {
      const found = await collection.findOne({ accountId, platform });
      if (!found) return undefined;
      const { kid, sealed } = found.access;
      return sealer.open(accountId, platform, { kid, sealed: Buffer.from(sealed.value()) });
    },

    connect: async ({ accountId, storeName, connectedAt }, access) => {
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

    noteSynced: async ({ id, accountId, platform, window }, at) => {
      await collection.updateOne(
        { accountId, platform, $or: [{ lastJobId: { $exists: false } }, { lastJobId: { $lte: id } }] },
        { $set: { lastJobId: id, coverage: window.covers, lastSyncAt: at, status: 'connected' } },
      );
    },

    noteRefused: async ({ accountId, platform }) => {
      await collection.updateOne({ accountId, platform }, { $set: { status: 'error' } });
    },
  };
}

const toConnection = (document: ConnectionDocument): PlatformConnection => {
  const { accountId, platform, storeName, status, connectedAt, lastSyncAt, coverage } = document;
  return {
    accountId: toAccountId(accountId),
    platform,
    storeName,
    status,
    connectedAt,
    ...(lastSyncAt ? { lastSyncAt } : {}),
    ...(coverage ? { coverage } : {}),
  };
};
