import type { RateWindow } from './rate-window';

/** A code that the app may exchange once for tokens. */
export interface IssuedCode {
  codeHash: string;
  redirectUri: string;
  codeChallenge: string;
  codeExpiresAt: Date;
}

export interface TokenPair {
  tokenHash: string;
  expiresAt: Date;
  refreshHash: string;
  refreshExpiresAt: Date;
  /** When both tokens have expired. */
  endsAt: Date;
}

/** A new pair that was not sent to the app yet. */
export interface UnansweredPair {
  /** Hash of the refresh token with which the app asked for the new pair. */
  refreshHash: string;
  /** The new tokens, encrypted under a key that is derived from the refresh token of `refreshHash`. */
  sealed: string;
  /**
   * When the new pair is sent to the app. Requests with the same refresh token that come before this time wait until
   * then, and get the same answer.
   */
  answeredAt: Date;
}

/** An app's connection to an account. It begins when the app exchanges its code for tokens. */
export interface OAuthConnection extends TokenPair {
  /** Hash of the first part of the refresh token. All refresh tokens of a connection have the same first part. */
  family: string;
  unanswered?: UnansweredPair;
  mcp: RateWindow;
  rest: RateWindow;
  lastUsedAt: Date | null;
}

/**
 * One consent for an app. The record begins as a code. When the app exchanges the code, the record becomes a
 * connection.
 */
export type OAuthGrant = IssuedCode & Partial<OAuthConnection>;

/** Lifetimes in seconds. */
export interface OAuthLifetimes {
  code: number;
  access: number;
  refresh: number;
}

export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

export const liveConnections = (grants: readonly OAuthGrant[], now: Date): readonly OAuthGrant[] =>
  grants.filter(({ endsAt }) => endsAt !== undefined && endsAt > now);

/** Returns whether the app has a valid connection or an unused code. */
export const isConnected = (grants: readonly OAuthGrant[], now: Date): boolean =>
  liveConnections(grants, now).length > 0 ||
  grants.some(({ tokenHash, codeExpiresAt }) => tokenHash === undefined && codeExpiresAt > now);

/** Returns when the app last made a request; undefined if it has made none. */
export const lastUse = (grants: readonly OAuthGrant[]): Date | undefined =>
  grants.reduce<Date | undefined>(
    (latest, { lastUsedAt }) => (lastUsedAt && (!latest || lastUsedAt > latest) ? lastUsedAt : latest),
    undefined,
  );
