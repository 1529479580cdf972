import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Binary, Db, IndexDescription } from 'mongodb';
import type { AccessTokenRecord, Tokens } from '../../ports';
import { countKnown } from './count-known';
import { countRequest, type TokenDocument } from './count-request';

/**
 * The one access token of an account. It is replaced in place, so that the old text stops being found by the very
 * write that makes the new one known.
 */
interface AccessTokenDocument extends TokenDocument {
  connection: 'access_token';
  v: 1;
  /** For the settings page, which shows the same token again. Other connections keep only the hash. */
  kid: string;
  sealed: Binary | Buffer;
  issuedAt: Date;
}

const COLLECTION = 'tokens';

export const tokenIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { tokenHash: 1 }, unique: true }],
};

export function createTokenStore(db: Db): Tokens {
  const collection = db.collection<AccessTokenDocument>(COLLECTION);
  const key = (accountId: AccountId) => ({ _id: `access:${accountId}`, accountId });

  /** False when somebody else inserted the account's document meanwhile. */
  const save = async (
    accountId: AccountId,
    token: AccessTokenRecord,
    condition: { expiresAt?: { $lte: Date } },
  ) => {
    try {
      // A new text starts with fresh rate windows.
      const fields = {
        ...token,
        connection: 'access_token',
        v: 1,
        mcp: 0,
        rest: 0,
        lastUsedAt: null,
      } as const;
      await collection.updateOne({ ...key(accountId), ...condition }, { $set: fields }, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error, ['_id'])) return false;
      throw error;
    }
  };

  return {
    count: countRequest(db, COLLECTION),
    countKnown: countKnown(db, COLLECTION),
    findAccessToken: async (accountId) => {
      const projection = { tokenHash: 1, kid: 1, sealed: 1, issuedAt: 1, expiresAt: 1 };
      const document = await collection.findOne(key(accountId), { projection, promoteBuffers: true });
      return document ? { ...document, sealed: document.sealed as Buffer } : undefined;
    },
    describeAccessToken: async (accountId) => {
      const projection = { issuedAt: 1, expiresAt: 1, lastUsedAt: 1, mcp: 1 };
      const document = await collection.findOne(key(accountId), { projection });
      if (!document) return undefined;
      const { issuedAt, expiresAt, lastUsedAt, mcp } = document;
      return { issuedAt, expiresAt, lastUsedAt: lastUsedAt ?? undefined, usedOverMcp: mcp > 0 };
    },
    issueAccessToken: (accountId, token, now) => save(accountId, token, { expiresAt: { $lte: now } }),
    replaceAccessToken: async (accountId, token) => {
      // The document that got in between is there now, so the second attempt replaces it.
      while (!(await save(accountId, token, {})));
    },
  };
}
