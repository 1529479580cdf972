import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { SealedText } from '@parcelyard/service-kit/text-sealer';
import type { Binary, Db, IndexDescription } from 'mongodb';

/** A REST request with an Idempotency-Key, and the first answer to it. */
export interface IdempotencyRecord {
  /** The account; 0 for a partner, whose name is part of `key`. */
  accountId: number;
  key: string;
  /** Digest of method, path and body. */
  fingerprint: string;
  /** The id of the caller that works on the request. When its lease ends, another caller may take the key. */
  holder: string;
  leaseUntil: Date;
  expiresAt: Date;
  /** Absent while the first request is still running. */
  answer?: SealedAnswer;
}

interface SealedAnswer extends SealedText {
  status: number;
}

interface IdempotencyDocument extends Omit<IdempotencyRecord, 'answer'> {
  v: 1;
  answer?: { status: number; kid: string; sealed: Binary | Buffer };
}

/** Names a key and the caller that works on the key's request. */
type Holder = Pick<IdempotencyRecord, 'accountId' | 'key' | 'holder'>;

const COLLECTION = 'idempotency_keys';

export const idempotencyIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    { key: { accountId: 1, key: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

export function createIdempotencyStore(db: Db) {
  const collection = db.collection<IdempotencyDocument>(COLLECTION);
  const held = ({ accountId, key, holder }: Holder) => ({
    accountId,
    key,
    holder,
    answer: { $exists: false },
  });
  return {
    insert: async (record: IdempotencyRecord): Promise<boolean> => {
      return unlessDuplicate(collection.insertOne({ v: 1, ...record } as IdempotencyDocument), [
        'accountId',
        'key',
      ]);
    },
    find: async (accountId: number, key: string): Promise<IdempotencyRecord | undefined> => {
      const document = await collection.findOne({ accountId, key }, { promoteBuffers: true });
      return (document as IdempotencyRecord | null) ?? undefined;
    },
    /** Replaces the record that was read. Returns false when another caller replaced it first. */
    replace: async (
      read: IdempotencyRecord,
      { holder, fingerprint, leaseUntil, expiresAt }: IdempotencyRecord,
    ): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { accountId: read.accountId, key: read.key, holder: read.holder, leaseUntil: read.leaseUntil },
        { $set: { holder, fingerprint, leaseUntil, expiresAt }, $unset: { answer: '' } },
      );
      return matchedCount > 0;
    },
    /** Saves the answer, if the caller still holds the key. */
    settle: async (holder: Holder, answer: SealedAnswer): Promise<void> => {
      await collection.updateOne(held(holder), { $set: { answer } });
    },
    /** Deletes the key, unless it has an answer or another caller holds it. */
    release: async (holder: Holder): Promise<void> => {
      await collection.deleteOne(held(holder));
    },
  };
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
