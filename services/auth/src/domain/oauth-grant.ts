import type { RateWindow } from './rate-window';

/** A consent that its app may redeem once. */
export interface IssuedCode {
  codeHash: string;
  redirectUri: string;
  codeChallenge: string;
  codeExpiresAt: Date;
}

/** The live pair of tokens of one connection; a refresh replaces it. */
export interface TokenPair {
  tokenHash: string;
  expiresAt: Date;
  refreshHash: string;
  refreshExpiresAt: Date;
  /** When both of them have expired. */
  endsAt: Date;
}

/** A pair that was made and not answered yet. */
export interface UnansweredPair {
  /** Of the refresh token that was presented. */
  refreshHash: string;
  /** The new tokens, for the holder of that refresh token. */
  sealed: string;
  /** When it is answered to all that came until then. */
  answeredAt: Date;
}

/** What a consent becomes when its code is redeemed. */
export interface OAuthConnection extends TokenPair {
  /** Hash of the prefix that all refresh tokens of this connection share. */
  family: string;
  /** Present from a refresh until its answer. */
  unanswered?: UnansweredPair;
  mcp: RateWindow;
  rest: RateWindow;
  lastUsedAt: Date | null;
}

/** One consent of an app: a code at first, a connection after its redemption. */
export type OAuthGrant = IssuedCode & Partial<OAuthConnection>;

/** Lifetimes in seconds. */
export interface OAuthLifetimes {
  code: number;
  access: number;
  refresh: number;
}

export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** Connections of which a token is still valid. */
export const liveConnections = (grants: readonly OAuthGrant[], now: Date): readonly OAuthGrant[] =>
  grants.filter(({ endsAt }) => endsAt !== undefined && endsAt > now);

/** Whether anything of the app can still be used, a code that was not redeemed yet included. */
export const isConnected = (grants: readonly OAuthGrant[], now: Date): boolean =>
  liveConnections(grants, now).length > 0 ||
  grants.some(({ tokenHash, codeExpiresAt }) => tokenHash === undefined && codeExpiresAt > now);

/** undefined while no connection has made a request. */
export const lastUse = (grants: readonly OAuthGrant[]): Date | undefined =>
  grants.reduce<Date | undefined>(
    (latest, { lastUsedAt }) => (lastUsedAt && (!latest || lastUsedAt > latest) ? lastUsedAt : latest),
    undefined,
  );
