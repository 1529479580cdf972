import type { AccountId } from '@parcelyard/service-kit/ids';
import type { RateWindow } from './rate-window';

/** An approval that its app may redeem once. */
export interface IssuedCode {
  codeHash: string;
  redirectUri: string;
  codeChallenge: string;
  codeExpiresAt: Date;
}

/** The live pair of tokens of one connection; a refresh puts another in its place. */
export interface TokenPair {
  tokenHash: string;
  expiresAt: Date;
  refreshHash: string;
  refreshExpiresAt: Date;
  /** When neither of the two is good any more. */
  endsAt: Date;
}

/** What an approval became when its code was redeemed. */
export interface OAuthConnection extends TokenPair {
  /** Hash of what all refresh tokens of this connection begin with. */
  family: string;
  mcp: RateWindow;
  rest: RateWindow;
  lastUsedAt: Date | null;
}

/** One approval of an app: a code at first, a connection from its redemption on. */
export type OAuthGrant = IssuedCode & Partial<OAuthConnection>;

/** All that an app has to an account. */
export interface ConnectedApp {
  /** SHA-256 of the client id. */
  appId: string;
  accountId: AccountId;
  name: string;
  host: string;
  connectedAt: Date;
  grants: readonly OAuthGrant[];
}

/** Lifetimes in seconds. */
export interface OAuthLifetimes {
  code: number;
  access: number;
  refresh: number;
}

export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** Connections of which a token is still good. */
export const liveConnections = ({ grants }: ConnectedApp, now: Date): readonly OAuthGrant[] =>
  grants.filter(({ endsAt }) => endsAt !== undefined && endsAt > now);

/** Whether anything of the app can still be used, a code that waits included. */
export const isConnected = (app: ConnectedApp, now: Date): boolean =>
  liveConnections(app, now).length > 0 ||
  app.grants.some(({ tokenHash, codeExpiresAt }) => tokenHash === undefined && codeExpiresAt > now);

/** null while no connection has made a request. */
export const lastUse = ({ grants }: ConnectedApp): Date | null =>
  grants.reduce<Date | null>(
    (latest, { lastUsedAt }) => (lastUsedAt && (!latest || lastUsedAt > latest) ? lastUsedAt : latest),
    null,
  );
