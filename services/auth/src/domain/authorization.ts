import type { AccountId } from '@parcelyard/service-kit/ids';
import { type RateWindow, REQUESTS_PER_MINUTE, requestsIn, type Surface } from './rate-window';

/** What a bearer token stands for. */
export type Connection = 'access_token' | 'oauth';

/** The token's record right after this request was counted. */
export interface CountedToken {
  accountId: AccountId;
  connection: Connection;
  expiresAt: Date;
  window: RateWindow;
}

export type Authorization =
  | { outcome: 'granted' | 'expired_token' | 'rate_limited'; accountId: AccountId; connection: Connection }
  | { outcome: 'invalid_token' };

export const INVALID_TOKEN: Authorization = { outcome: 'invalid_token' };

/** A token lives until the moment it expires, not including it. */
export const isLive = (token: { expiresAt: Date }, now: Date): boolean => token.expiresAt > now;

/** Decides one request from what its own atomic count left behind; an unknown token has no record. */
export function authorize(token: CountedToken | undefined, surface: Surface, now: Date): Authorization {
  if (!token) return INVALID_TOKEN;
  const { accountId, connection } = token;
  if (!isLive(token, now)) return { outcome: 'expired_token', accountId, connection };
  const granted = requestsIn(token.window) <= REQUESTS_PER_MINUTE[surface];
  return { outcome: granted ? 'granted' : 'rate_limited', accountId, connection };
}
