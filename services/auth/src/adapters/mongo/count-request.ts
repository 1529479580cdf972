import type { Db } from 'mongodb';
import type { RateWindow, Surface } from '../../domain/rate-window';
import { countedWindow } from './counted-window';

/**
 * What every bearer token's document has, whatever the token gives access to. `_id` names the connection
 * (`access:<account>`), so a connection has one valid text at most; `tokenHash` (unique) is what a request is found by.
 * The collection is small, one document a connection, and stays unsharded.
 */
export interface TokenDocument {
  _id: string;
  accountId: number;
  connection: 'access_token';
  issuedAt?: Date;
  /** SHA-256, base64url. */
  tokenHash: string;
  expiresAt: Date;
  mcp: RateWindow;
  rest: RateWindow;
  lastUsedAt: Date | null;
  /** A copy of the account's, so that an authorization reads nothing else. */
  timeZone?: string;
}

/** What a token's record says right after this request was counted. */
export interface CountedToken {
  accountId: number;
  expiresAt: Date;
  window: RateWindow;
  /** Only of an access token. */
  issuedAt?: Date | undefined;
  /** Only of an app. */
  appName?: string;
  timeZone?: string | undefined;
}

/** Checks, counts and notes the use of one request in a single atomic operation; undefined for an unknown token. */
export type CountRequest = (
  tokenHash: string,
  surface: Surface,
  now: Date,
) => Promise<CountedToken | undefined>;

type Answer = {
  value: Pick<TokenDocument, 'accountId' | 'expiresAt' | 'issuedAt' | 'timeZone' | Surface> | null;
};

const FIELDS = {
  mcp: { _id: 0, accountId: 1, expiresAt: 1, issuedAt: 1, timeZone: 1, mcp: 1 },
  rest: { _id: 0, accountId: 1, expiresAt: 1, issuedAt: 1, timeZone: 1, rest: 1 },
} as const;

/**
 * Whether a token is known and valid, its place in the minute and its last use, by ONE `findAndModify`: exactly as many
 * requests are granted as the limit says, however many processes count.
 *
 * This is the one write that waits for neither a majority nor the journal: every request pays for it, and a crash can
 * lose only a few counts of one minute and a last-used time. Revocation and expiry are written elsewhere, with full
 * care; a primary that was cut off grants for some seconds what the new one has replaced (ADR 36). The command is sent
 * as it is, because the driver would otherwise give it a transaction number: a bookkeeping write on the server at each
 * request, for a retry that could count twice.
 */
export function countRequest(db: Db, collection: string): CountRequest {
  const command = { findAndModify: collection, new: true, writeConcern: { w: 1, j: false } };
  return async (tokenHash, surface, now) => {
    const { value } = (await db.command({
      ...command,
      query: { tokenHash },
      update: countIn(surface, now),
      fields: FIELDS[surface],
    })) as unknown as Answer;
    if (!value) return undefined;
    const { accountId, expiresAt, issuedAt, timeZone } = value;
    return { accountId, expiresAt, issuedAt, timeZone, window: value[surface] };
  };
}

/** An expired token is left as it is. */
function countIn(surface: Surface, now: Date) {
  const isLive = { $gt: ['$expiresAt', now] };
  return [
    {
      $set: {
        [surface]: { $cond: [isLive, countedWindow(`$${surface}`, now), `$${surface}`] },
        lastUsedAt: { $cond: [isLive, now, '$lastUsedAt'] },
      },
    },
  ];
}
