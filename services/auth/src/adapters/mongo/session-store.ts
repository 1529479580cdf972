import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Db, IndexDescription } from 'mongodb';
import type { Sessions } from '../../ports';

/** `_id` is the SHA-256 of the token: the cookie's text is kept nowhere. One small document a session, unsharded. */
interface SessionDocument {
  _id: string;
  v: 1;
  accountId: AccountId;
  /** Absent in sessions from before passwords had epochs: of the first. */
  epoch?: number;
  openedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

const COLLECTION = 'sessions';

export const sessionIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    { key: { accountId: 1 } },
    // Only tidies up; whether a session is over is decided by its time.
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

export function createSessionStore(db: Db): Sessions {
  const collection = db.collection<SessionDocument>(COLLECTION);
  return {
    insert: async ({ tokenHash, ...session }) => {
      await collection.insertOne({ _id: tokenHash, v: 1, ...session });
    },
    find: async (tokenHash) => {
      const document = await collection.findOne({ _id: tokenHash });
      if (!document) return undefined;
      const { accountId, epoch = 0, openedAt, lastUsedAt, expiresAt } = document;
      return { tokenHash, accountId, epoch, openedAt, lastUsedAt, expiresAt };
    },
    moveOn: async (tokenHash, lastUsedAt, expiresAt) => {
      // $max: of two uses at once the later one stands. A session that was ended meanwhile is not there any more.
      await collection.updateOne({ _id: tokenHash }, { $max: { lastUsedAt, expiresAt } });
    },
    remove: async (tokenHash) => {
      await collection.deleteOne({ _id: tokenHash });
    },
    removeAll: async (accountId) => {
      await collection.deleteMany({ accountId });
    },
  };
}
