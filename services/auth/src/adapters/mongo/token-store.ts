import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { SealedText } from '@parcelyard/service-kit/text-sealer';
import type { Binary, Db, IndexDescription } from 'mongodb';
import { countKnown } from './count-known';
import { countRequest, type TokenDocument } from './count-request';

/** An account's access token. An account has only one: a new token replaces the old token in one write. */
interface AccessTokenDocument extends TokenDocument {
  v: 1;
  /**
   * The token's text, encrypted, because the settings page shows the token again. Of OAuth tokens, only hashes are
   * stored.
   */
  kid: string;
  sealed: Binary | Buffer;
  issuedAt: Date;
}

export interface AccessTokenRecord extends SealedText {
  tokenHash: string;
  issuedAt: Date;
  expiresAt: Date;
}

const COLLECTION = 'tokens';

export const tokenIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { tokenHash: 1 }, unique: true }],
};

export function createTokenStore(db: Db) {
  const collection = db.collection<AccessTokenDocument>(COLLECTION);
  const key = (accountId: number) => ({ _id: `access:${accountId}`, accountId });

  /** Saves the token. Returns false when another call has inserted the account's document at the same time. */
  const save = async (
    accountId: number,
    token: AccessTokenRecord,
    condition: { expiresAt?: { $lte: Date }; issuedAt?: Date },
  ) => {
    // A new token starts without counted requests.
    const fields = {
      ...token,
      connection: 'access_token',
      v: 1,
      mcp: 0,
      rest: 0,
      lastUsedAt: null,
    } as const;
    return unlessDuplicate(
      collection.updateOne({ ...key(accountId), ...condition }, { $set: fields }, { upsert: true }),
      ['_id'],
    );
  };

  return {
    count: countRequest(db, COLLECTION),
    countKnown: countKnown(db, COLLECTION),
    findAccessToken: async (accountId: number): Promise<AccessTokenRecord | undefined> => {
      const projection = { tokenHash: 1, kid: 1, sealed: 1, issuedAt: 1, expiresAt: 1 };
      const document = await collection.findOne(key(accountId), { projection, promoteBuffers: true });
      return document ? { ...document, sealed: document.sealed as Buffer } : undefined;
    },
    describeAccessToken: async (accountId: number) => {
      const projection = { issuedAt: 1, expiresAt: 1, lastUsedAt: 1, mcp: 1 };
      const document = await collection.findOne(key(accountId), { projection });
      if (!document) return undefined;
      const { issuedAt, expiresAt, lastUsedAt, mcp } = document;
      const used = { lastUsedAt: lastUsedAt ?? undefined, usedOverMcp: mcp > 0 };
      return { issuedAt, expiresAt, expiredAt: undefined, ...used };
    },
    /** Saves this token as the account's access token. Returns false when the account already has a valid token. */
    issueAccessToken: (accountId: number, token: AccessTokenRecord, now: Date) =>
      save(accountId, token, { expiresAt: { $lte: now } }),
    setTimeZone: async (accountId: number, timeZone: string): Promise<void> => {
      await collection.updateOne(key(accountId), { $set: { timeZone } });
    },
    /**
     * Saves this token in place of the account's access token. Returns false when the token that was issued at
     * `issuedAt` is no longer the access token.
     */
    replaceAccessToken: async (
      accountId: number,
      token: AccessTokenRecord,
      issuedAt?: Date,
    ): Promise<boolean> => {
      if (issuedAt) return save(accountId, token, { issuedAt });
      // If another call has just inserted the account's document, the first attempt fails. The second attempt then
      // updates this document.
      while (!(await save(accountId, token, {})));
      return true;
    },
  };
}

export type TokenStore = ReturnType<typeof createTokenStore>;
