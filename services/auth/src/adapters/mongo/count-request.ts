import type { Db } from 'mongodb';
import type { RateWindow, Surface } from '../../domain/rate-window';
import { countedWindow } from './counted-window';

/**
 * The fields of an access token's document that requests use. `_id` is `access:<account>`, so an account has at most
 * one access token. Requests find the document by `tokenHash`.
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
  /** A copy of the account's time zone, so that the check of a token reads only this document. */
  timeZone?: string;
}

export interface CountedToken {
  accountId: number;
  expiresAt: Date;
  window: RateWindow;
  /** Only for access tokens. */
  issuedAt?: Date | undefined;
  /** Only for apps. */
  appName?: string;
  timeZone?: string | undefined;
}

/**
 * Checks a request's token, counts the request and records the use, in one atomic operation. Returns undefined for an
 * unknown token.
 */
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
 * Checks that a token is valid, counts the request and records the use in one `findAndModify`. The limit is exact for
 * any number of processes.
 *
 * Every request makes this write, so it does not wait for a majority or the journal. A crash loses at most a few counts
 * of one minute and a last-used time. Revocations do wait for a majority. A primary that is cut off from the other
 * members may accept a replaced token for some seconds (ADR 36).
 *
 * The command is sent without the driver's helper. The helper would add a transaction number, which costs one more
 * write in the server and is needed only for retries.
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

/** Returns the update that counts a request. If the token has expired, the update changes nothing. */
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
