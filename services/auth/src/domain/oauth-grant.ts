import type { RateWindow } from './rate-window';

/** A consent that its app may redeem once. */
export interface IssuedCode {
  codeHash: string;
  redirectUri: string;
  codeChallenge: string;
  codeExpiresAt: Date;
}

/** The valid token pair of one connection. A refresh replaces the pair. */
export interface TokenPair {
  tokenHash: string;
  expiresAt: Date;
  refreshHash: string;
  refreshExpiresAt: Date;
  /** When both tokens have expired. */
  endsAt: Date;
}

/** A new pair that was not yet returned to the app. */
export interface UnansweredPair {
  /** Hash of the presented refresh token. */
  refreshHash: string;
  /** The new tokens, sealed for the holder of that refresh token. */
  sealed: string;
  /** The time of the answer. All requests that arrive until then get the same answer. */
  answeredAt: Date;
}

/** A redeemed code: a connection. */
export interface OAuthConnection extends TokenPair {
  /** Hash of the prefix shared by all refresh tokens of this connection. */
  family: string;
  /** Present from a refresh until its answer. */
  unanswered?: UnansweredPair;
  mcp: RateWindow;
  rest: RateWindow;
  lastUsedAt: Date | null;
}

/** One consent for an app. First it is a code, and after its redemption a connection. */
export type OAuthGrant = IssuedCode & Partial<OAuthConnection>;

/** Lifetimes in seconds. */
export interface OAuthLifetimes {
  code: number;
  access: number;
  refresh: number;
}

export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** Returns connections with a token that is still valid. */
export const liveConnections = (grants: readonly OAuthGrant[], now: Date): readonly OAuthGrant[] =>
  grants.filter(({ endsAt }) => endsAt !== undefined && endsAt > now);

/** Returns whether the app has a valid connection or an unredeemed code. */
export const isConnected = (grants: readonly OAuthGrant[], now: Date): boolean =>
  liveConnections(grants, now).length > 0 ||
  grants.some(({ tokenHash, codeExpiresAt }) => tokenHash === undefined && codeExpiresAt > now);

/** Returns the last use; undefined until a connection has made a request. */
export const lastUse = (grants: readonly OAuthGrant[]): Date | undefined =>
  grants.reduce<Date | undefined>(
    (latest, { lastUsedAt }) => (lastUsedAt && (!latest || lastUsedAt > latest) ? lastUsedAt : latest),
    undefined,
  );
