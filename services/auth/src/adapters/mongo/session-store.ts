import type { Db, IndexDescription } from 'mongodb';

/** `_id` is the SHA-256 of the cookie's token. The token itself is not stored. */
interface SessionDocument {
  _id: string;
  v: 1;
  accountId: number;
  /** How often the password had been changed when the session was opened. */
  epoch: number;
  openedAt: Date;
  lastUsedAt: Date;
  /** When the session ends if it is not used again. */
  expiresAt: Date;
}

interface Session extends Omit<Required<SessionDocument>, '_id' | 'v'> {
  tokenHash: string;
}

const COLLECTION = 'sessions';

export const sessionIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    { key: { accountId: 1 } },
    // MongoDB removes expired documents with a delay. Until then, the document's own times tell that the session has
    // ended.
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

export function createSessionStore(db: Db) {
  const collection = db.collection<SessionDocument>(COLLECTION);
  return {
    insert: async ({ tokenHash, ...session }: Session): Promise<void> => {
      await collection.insertOne({ _id: tokenHash, v: 1, ...session });
    },
    find: async (tokenHash: string): Promise<Session | undefined> => {
      const document = await collection.findOne({ _id: tokenHash });
      if (!document) return undefined;
      const { accountId, epoch, openedAt, lastUsedAt, expiresAt } = document;
      return { tokenHash, accountId, epoch, openedAt, lastUsedAt, expiresAt };
    },
    /** Records that the session was used. If the session was removed meanwhile, does not create it again. */
    moveOn: async (tokenHash: string, lastUsedAt: Date, expiresAt: Date): Promise<void> => {
      // Two uses may be recorded at the same time. `$max` then stores the later time.
      await collection.updateOne({ _id: tokenHash }, { $max: { lastUsedAt, expiresAt } });
    },
    remove: async (tokenHash: string): Promise<void> => {
      await collection.deleteOne({ _id: tokenHash });
    },
    /** Removes the account's sessions of this epoch and of all earlier ones. */
    removeThrough: async (accountId: number, epoch: number): Promise<void> => {
      await collection.deleteMany({ accountId, epoch: { $lte: epoch } });
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
