import type { AccountId } from '@parcelyard/service-kit/ids';
import type { CountedToken } from './domain/authorization';
import type { Email } from './domain/email';
import type { ConnectedApp, IssuedCode, OAuthConnection, TokenPair } from './domain/oauth-grant';
import type { RateWindow, Surface } from './domain/rate-window';

/** One customer of the service, with the person who signs in. */
export interface Account {
  accountId: AccountId;
  email: Email;
  firstName: string;
  lastName: string;
  company: string;
  createdAt: Date;
  /** Whether the owner proved to read the mail of the address. */
  addressVerified: boolean;
}

export interface Credentials {
  account: Account;
  passwordHash: string;
  /** How often the password was changed: what was verified with an earlier one counts no more. */
  epoch: number;
}

export interface Accounts {
  nextId(): Promise<AccountId>;
  /** False when the e-mail address is taken; nothing is saved then. */
  insert(account: Account, passwordHash: string): Promise<boolean>;
  find(accountId: AccountId): Promise<Account | undefined>;
  findCredentials(email: Email): Promise<Credentials | undefined>;
  /** The account, unless its password was changed after that epoch. */
  findAt(accountId: AccountId, epoch: number): Promise<Account | undefined>;
  /** Puts the password in the place of the one of that epoch, and begins the next; false when it is over already. */
  replacePassword(accountId: AccountId, epoch: number, passwordHash: string): Promise<boolean>;
  /** Keeps the link, in the place of an earlier one; false when the address is verified, or there is no account. */
  keepVerificationLink(accountId: AccountId, linkHash: string, expiresAt: Date): Promise<boolean>;
  /** Verifies the address by the live link, which then is none any more; false when it is not that. */
  verifyAddress(accountId: AccountId, linkHash: string, now: Date): Promise<boolean>;
}

/** What takes a core and much memory for a while. */
export interface PasswordWork {
  hash(password: string): Promise<string>;
  /** Takes the same work whether there is a hash or not, so that time does not tell who has an account. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

export interface Passwords {
  /**
   * Runs something that works on passwords when it is its turn; only a few run at one time. An abort takes it out of the
   * queue, and ends the work.
   * @throws DomainError unavailable, with retryAfterSeconds, when too many wait already
   */
  inTurn<T>(run: (work: PasswordWork) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A text, encrypted under the key that `kid` names and bound to its account. */
export interface SealedToken {
  kid: string;
  sealed: Buffer;
}

export interface Box {
  seal(text: string, accountId: AccountId): SealedToken;
  /** undefined when the key was retired. */
  open(sealed: SealedToken, accountId: AccountId): string | undefined;
}

export interface TokenSecrets extends Box {
  /** Fresh random bytes in base64url. */
  random(bytes: number): string;
  /** What a token is looked up by. */
  hash(token: string): string;
}

/** An access token as it is kept. */
export interface AccessTokenRecord extends SealedToken {
  tokenHash: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** One request of one token, by its hash. */
export interface TokenRequest {
  tokenHash: string;
  surface: Surface;
}

/** One of a token that was granted before. */
export interface KnownTokenRequest extends TokenRequest {
  /** Whether this process counted a request of it in this minute already. */
  opened: boolean;
}

/** An access token as its owner may see it without asking for its text. */
export interface AccessTokenDescription {
  issuedAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | undefined;
  usedOverMcp: boolean;
}

export interface Tokens {
  /** Checks, counts and notes the use of one request in a single atomic operation. */
  count(tokenHash: string, surface: Surface, now: Date): Promise<CountedToken | undefined>;
  /**
   * The same for many requests of tokens that were granted before. True, in their order, for those counted; false leaves
   * open why (unknown, expired, over the limit, opened by another process, or not possible here) and wrote nothing.
   */
  countKnown(requests: readonly KnownTokenRequest[], now: Date): Promise<boolean[]>;
  findAccessToken(accountId: AccountId): Promise<AccessTokenRecord | undefined>;
  describeAccessToken(accountId: AccountId): Promise<AccessTokenDescription | undefined>;
  /** Makes it the account's access token unless a live one is there; false when it is. */
  issueAccessToken(accountId: AccountId, token: AccessTokenRecord, now: Date): Promise<boolean>;
  /** Makes it the account's access token; the one before is unknown from that instant. */
  replaceAccessToken(accountId: AccountId, token: AccessTokenRecord): Promise<void>;
}

/** The app that an owner approved, as the approval page showed it. */
export interface ApprovedApp {
  accountId: AccountId;
  appId: string;
  clientId: string;
  name: string;
  host: string;
}

/** A code as it is presented; all of it must be what the code was issued for. */
export interface PresentedCode {
  clientId: string;
  codeHash: string;
  redirectUri: string;
  codeChallenge: string;
}

export interface PresentedRefreshToken {
  clientId: string;
  family: string;
  refreshHash: string;
}

/** An app that lost all that it had to an account, because of a replay. */
export interface RevokedApp {
  accountId: AccountId;
  clientId: string;
}

/** Tells whoever runs the product that somebody holds a copy of what only one should have. */
export type ReportReplay = (kind: 'code' | 'refresh token', app: RevokedApp) => void;

/** What apps have to accounts. Every verb is one write to one document, and so happens entirely or not at all. */
export interface ConnectedApps {
  /** As `Tokens.count`, for the access tokens of OAuth connections. */
  count(tokenHash: string, surface: Surface, now: Date): Promise<CountedToken | undefined>;
  issueCode(app: ApprovedApp, code: IssuedCode, now: Date): Promise<void>;
  /** Turns an unused, unexpired code into a connection; false when there is none. */
  redeem(code: PresentedCode, connection: OAuthConnection, now: Date): Promise<boolean>;
  /** Removes the app with all that it has when this code was redeemed before; undefined when it was not. */
  revokeForReplayedCode(code: PresentedCode): Promise<RevokedApp | undefined>;
  /** Puts a new pair in the place of the one with this refresh token; false when it is not the live one. */
  rotate(token: PresentedRefreshToken, pair: TokenPair, now: Date): Promise<boolean>;
  /** Removes the app with all that it has when this refresh token was rotated before; undefined when it was not. */
  revokeForReplayedRefresh(token: PresentedRefreshToken): Promise<RevokedApp | undefined>;
  list(accountId: AccountId): Promise<ConnectedApp[]>;
  /** Removes the app with all that it has; false when there is no such app. */
  disconnect(accountId: AccountId, appId: string): Promise<boolean>;
}

/** Authorization requests that wait for their owner's answer. */
export interface Approvals {
  keep(
    accountId: AccountId,
    handleHash: string,
    authorizationRequest: string,
    expiresAt: Date,
  ): Promise<void>;
  /** Gives it out once. */
  take(accountId: AccountId, handleHash: string, now: Date): Promise<string | undefined>;
}

export interface TokenRequestWindows {
  /** Counts one request of this caller into the present minute. */
  count(caller: string, now: Date): Promise<RateWindow>;
}

/** Somebody's stay in the web application. */
export interface SessionRecord {
  tokenHash: string;
  accountId: AccountId;
  /** Of the password that opened it. */
  epoch: number;
  openedAt: Date;
  lastUsedAt: Date;
  /** When it ends unless it is used again. */
  expiresAt: Date;
}

export interface Sessions {
  insert(session: SessionRecord): Promise<void>;
  find(tokenHash: string): Promise<SessionRecord | undefined>;
  /** Notes a use; a session that ended meanwhile stays ended. */
  moveOn(tokenHash: string, lastUsedAt: Date, expiresAt: Date): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  removeAll(accountId: AccountId): Promise<void>;
}

/** What was used of budgets of late. */
export interface BudgetWindows {
  /**
   * Counts one use if there is room for it among those of the last seconds, in one atomic operation; otherwise it tells
   * when there will be.
   */
  use(
    key: string,
    room: { limit: number; seconds: number },
    now: Date,
  ): Promise<{ counted: true; id: string } | { counted: false; roomAt: Date }>;
  giveBack(key: string, id: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** What a request with an Idempotency-Key is known by. */
export interface KeyedRequest {
  /** 0 for a partner, whose key is part of `key`. */
  accountId: AccountId;
  key: string;
  /** Digest of method, path and body. */
  fingerprint: string;
}

export interface IdempotencyRecord extends KeyedRequest {
  /** Of the one who works on it, or did; a lease that ran out takes another. */
  holder: string;
  leaseUntil: Date;
  /** When the key means nothing any more. */
  expiresAt: Date;
  /** Absent while it is worked on. */
  answer?: SealedAnswer | undefined;
}

export interface SealedAnswer extends SealedToken {
  status: number;
}

/** Keys of REST requests and the first answers to them, at most one record a key. */
export interface IdempotencyRecords {
  /** False when there is a record of the key. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  find(accountId: AccountId, key: string): Promise<IdempotencyRecord | undefined>;
  /** Puts another in the place of the one that was read; false when somebody else was there first. */
  replace(read: IdempotencyRecord, next: IdempotencyRecord): Promise<boolean>;
  /** False when the holder lost it meanwhile. */
  settle(accountId: AccountId, key: string, holder: string, answer: SealedAnswer): Promise<boolean>;
  /** Forgets the key unless it is settled or somebody else's. */
  release(accountId: AccountId, key: string, holder: string): Promise<void>;
}
