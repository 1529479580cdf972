import { repeatIfDuplicate } from '@parcelyard/service-kit/mongo/repeat-if-duplicate';
import type { Db, Filter, IndexDescription } from 'mongodb';
import {
  type IssuedCode,
  later,
  type OAuthConnection,
  type OAuthGrant,
  type TokenPair,
  type UnansweredPair,
} from '../../domain/oauth-grant';
import { countOAuthRequest } from './count-oauth-request';

/**
 * All access of one app to one account: codes that were not exchanged yet, and connections. When a code or token is
 * used twice, the whole document is deleted.
 */
export interface ConnectedAppDocument extends Omit<AllowedApp, 'appId'> {
  /** `<account>:<app>` */
  _id: string;
  v: 1;
  connectedAt: Date;
  /** When the last code or connection of the app expires. */
  endsAt: Date;
  /** A copy of the account's time zone. */
  timeZone?: string;
  grants: OAuthGrant[];
}

interface AllowedApp {
  accountId: number;
  /** SHA-256 of the client id. */
  appId: string;
  clientId: string;
  name: string;
  host: string;
}

/** A code as the app sends it. Each field must equal the field of the issued code. */
type PresentedCode = Pick<AllowedApp, 'clientId'> & Omit<IssuedCode, 'codeExpiresAt'>;

export interface PresentedRefreshToken {
  clientId: string;
  family: string;
  refreshHash: string;
}

/** An app that lost all its access to an account, because one of its codes or tokens was used twice. */
export type RevokedApp = Pick<ConnectedAppDocument, 'accountId' | 'clientId'>;

const COLLECTION = 'connected_apps';
/**
 * When an app gets a new code, it keeps at most this many of its older unused codes, and at most this many connections.
 * The oldest are removed first.
 */
const MAX_GRANTS = 50;
/** For 30 days after its expiry, a token is reported as expired. After that it is reported as unknown. */
const KEPT_SECONDS = 2_592_000;

export const connectedAppIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [
    { key: { accountId: 1 } },
    { key: { 'grants.tokenHash': 1 } },
    { key: { 'grants.codeHash': 1 } },
    { key: { 'grants.family': 1 } },
    { key: { endsAt: 1 }, expireAfterSeconds: KEPT_SECONDS },
  ],
};

/** Each method makes one write to one document, so a method's change happens fully or not at all. */
export function createConnectedAppStore(db: Db) {
  const collection = db.collection<ConnectedAppDocument>(COLLECTION);
  const key = (accountId: number, appId: string) => ({ _id: `${accountId}:${appId}`, accountId });

  const issueCode = async (app: AllowedApp, code: IssuedCode, now: Date): Promise<void> => {
    const document = key(app.accountId, app.appId);
    await repeatIfDuplicate(() => collection.updateOne(document, withCode(app, code, now), { upsert: true }));
  };

  const revoke = async (filter: Filter<ConnectedAppDocument>): Promise<RevokedApp | undefined> => {
    const revoked = await collection.findOneAndDelete(filter, { projection: { accountId: 1, clientId: 1 } });
    return revoked ? { accountId: revoked.accountId, clientId: revoked.clientId } : undefined;
  };

  return {
    count: countOAuthRequest(db, COLLECTION),
    issueCode,
    /** Turns an unused, unexpired code into a connection; returns false when there is no such code. */
    redeem: async (
      { clientId, ...code }: PresentedCode,
      connection: OAuthConnection,
      now: Date,
    ): Promise<boolean> => {
      const unused = { ...code, codeExpiresAt: { $gt: now }, tokenHash: { $exists: false } };
      const { matchedCount } = await collection.updateOne(
        { clientId, 'grants.codeHash': code.codeHash, grants: { $elemMatch: unused } },
        { $set: inGrant(connection), $max: { endsAt: connection.endsAt } },
        { arrayFilters: [{ 'grant.codeHash': code.codeHash }] },
      );
      return matchedCount === 1;
    },
    /**
     * If this code was used before, removes all access of the app to the account, and returns the app. Otherwise
     * returns undefined.
     */
    revokeForReplayedCode: ({ clientId, ...code }: PresentedCode) => {
      const used = { ...code, tokenHash: { $exists: true } };
      return revoke({ clientId, 'grants.codeHash': code.codeHash, grants: { $elemMatch: used } });
    },
    /**
     * Replaces the access token and the refresh token of a connection. The new pair is marked as not yet sent to the
     * app. Returns false when the given refresh token is not valid.
     */
    rotate: async (
      { clientId, family, refreshHash }: PresentedRefreshToken,
      pair: TokenPair & { unanswered: UnansweredPair },
      now: Date,
    ): Promise<boolean> => {
      const live = { refreshHash, refreshExpiresAt: { $gt: now } };
      // A new access token starts with fresh rate windows.
      const fresh = { ...pair, mcp: 0, rest: 0 };
      const { matchedCount } = await collection.updateOne(
        { clientId, 'grants.family': family, grants: { $elemMatch: live } },
        { $set: inGrant(fresh), $max: { endsAt: pair.endsAt } },
        { arrayFilters: [{ 'grant.family': family }] },
      );
      return matchedCount === 1;
    },
    /** Returns the new pair that was created for this refresh token, if the pair was not sent to the app yet. */
    findUnanswered: async ({
      clientId,
      family,
      refreshHash,
    }: PresentedRefreshToken): Promise<UnansweredPair | undefined> => {
      const found = await collection.findOne({ clientId, 'grants.family': family });
      const unanswered = found?.grants.find((grant) => grant.family === family)?.unanswered;
      return unanswered?.refreshHash === refreshHash ? unanswered : undefined;
    },
    /** Sets a later time for sending the new pair, unless the pair was already sent to the app. */
    collectAnew: async ({ family, refreshHash }: PresentedRefreshToken, answeredAt: Date): Promise<void> => {
      await collection.updateOne(
        { 'grants.family': family },
        { $set: inGrant({ 'unanswered.answeredAt': answeredAt }) },
        { arrayFilters: [{ 'grant.family': family, 'grant.unanswered.refreshHash': refreshHash }] },
      );
    },
    /** Records that the pair was sent to the app. Returns false when the connection no longer has this pair. */
    noteAnswered: async ({
      family,
      refreshHash,
    }: Omit<PresentedRefreshToken, 'clientId'>): Promise<boolean> => {
      const { matchedCount } = await collection.updateOne(
        { 'grants.family': family, grants: { $elemMatch: { family, refreshHash } } },
        { $unset: inGrant({ unanswered: '' }) },
        { arrayFilters: [{ 'grant.family': family }] },
      );
      return matchedCount === 1;
    },
    /**
     * If this refresh token was replaced before, removes all access of the app to the account, and returns the app.
     * Otherwise returns undefined.
     */
    revokeForReplayedRefresh: ({ family, refreshHash }: PresentedRefreshToken) =>
      revoke({
        'grants.family': family,
        grants: { $elemMatch: { family, refreshHash: { $ne: refreshHash } } },
      }),
    setTimeZone: async (accountId: number, timeZone: string): Promise<void> => {
      await collection.updateMany({ accountId }, { $set: { timeZone } });
    },
    list: async (accountId: number) =>
      (await collection.find({ accountId }).toArray()).map(({ _id, name, host, connectedAt, grants }) => ({
        appId: _id.slice(_id.indexOf(':') + 1),
        name,
        host,
        connectedAt,
        grants,
      })),
    disconnect: async (accountId: number, appId: string): Promise<void> => {
      await collection.deleteOne(key(accountId, appId));
    },
  };
}

export type ConnectedAppStore = ReturnType<typeof createConnectedAppStore>;

const inGrant = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`grants.$[grant].${name}`, value]));

/** Adds a code to the app's grants, and removes the expired grants. */
function withCode({ accountId, clientId, name, host }: AllowedApp, code: IssuedCode, now: Date) {
  const connections = newest({ $gt: ['$$one.endsAt', later(now, -KEPT_SECONDS)] });
  const codes = newest({ $and: [{ $not: ['$$one.tokenHash'] }, { $gt: ['$$one.codeExpiresAt', now] }] });
  return [
    {
      $set: {
        v: 1,
        accountId,
        // Without $literal, MongoDB reads a text that begins with a dollar sign as a field name.
        clientId: { $literal: clientId },
        name: { $literal: name },
        host: { $literal: host },
        connectedAt: { $ifNull: ['$connectedAt', now] },
        endsAt: { $max: ['$endsAt', code.codeExpiresAt] },
        grants: { $concatArrays: [connections, codes, [{ $literal: code }]] },
      },
    },
  ];
}

const newest = (cond: object) => ({
  $slice: [{ $filter: { input: { $ifNull: ['$grants', []] }, as: 'one', cond } }, -MAX_GRANTS],
});
