import { type AccountId, accountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Binary, Db, IndexDescription } from 'mongodb';
import type { IdempotencyRecord, IdempotencyRecords } from '../../ports';

interface IdempotencyDocument extends Omit<IdempotencyRecord, 'accountId' | 'answer'> {
  accountId: number;
  v: 1;
  answer?: { status: number; kid: string; sealed: Binary | Buffer };
}

const COLLECTION = 'idempotency_keys';

export const idempotencyIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    { key: { accountId: 1, key: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

export function createIdempotencyStore(db: Db): IdempotencyRecords {
  const collection = db.collection<IdempotencyDocument>(COLLECTION);
  const held = (account: AccountId, key: string, holder: string) => ({
    ...{ accountId: account, key, holder },
    answer: { $exists: false },
  });
  return {
    insert: async (record) => {
      try {
        await collection.insertOne({ v: 1, ...record } as IdempotencyDocument);
        return true;
      } catch (error) {
        if (isDuplicateKey(error, ['accountId', 'key'])) return false;
        throw error;
      }
    },
    find: async (account, key) => {
      const document = await collection.findOne({ accountId: account, key }, { promoteBuffers: true });
      return document ? toRecord(document) : undefined;
    },
    replace: async (read, { holder, fingerprint, leaseUntil, expiresAt }) => {
      const { matchedCount } = await collection.updateOne(
        { accountId: read.accountId, key: read.key, holder: read.holder, leaseUntil: read.leaseUntil },
        { $set: { holder, fingerprint, leaseUntil, expiresAt }, $unset: { answer: '' } },
      );
      return matchedCount > 0;
    },
    settle: async (account, key, holder, answer) => {
      const { matchedCount } = await collection.updateOne(held(account, key, holder), { $set: { answer } });
      return matchedCount > 0;
    },
    release: async (account, key, holder) => {
      await collection.deleteOne(held(account, key, holder));
    },
  };
}

function toRecord({ accountId: account, answer, ...document }: IdempotencyDocument): IdempotencyRecord {
  const { key, fingerprint, holder, leaseUntil, expiresAt } = document;
  return {
    ...{ accountId: accountId(account), key, fingerprint, holder, leaseUntil, expiresAt },
    ...(answer && { answer: { ...answer, sealed: answer.sealed as Buffer } }),
  };
}
