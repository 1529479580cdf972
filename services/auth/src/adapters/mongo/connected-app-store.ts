import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, Filter, IndexDescription } from 'mongodb';
import { type ConnectedApp, type IssuedCode, later } from '../../domain/oauth-grant';
import type { ApprovedApp, ConnectedApps } from '../../ports';
import type { ConnectedAppDocument } from './connected-app-document';
import { countOAuthRequest } from './count-oauth-request';

const COLLECTION = 'connected_apps';
/** Of each kind; the oldest go first. One app on that many devices is not a person's any more. */
const MOST_GRANTS = 50;
/** How long what has expired is still told as expired; 30 days. */
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

export function createConnectedAppStore(db: Db): ConnectedApps {
  const collection = db.collection<ConnectedAppDocument>(COLLECTION);
  const key = (accountId: AccountId, appId: string) => ({ _id: `${accountId}:${appId}`, accountId });

  const issueCode: ConnectedApps['issueCode'] = async (app, code, now) => {
    try {
      const document = key(app.accountId, app.appId);
      await collection.updateOne(document, withCode(app, code, now), { upsert: true });
    } catch (error) {
      // Two first approvals at once: the document is there now.
      if (isDuplicateKey(error, ['_id'])) return issueCode(app, code, now);
      throw error;
    }
  };

  const revoke = async (filter: Filter<ConnectedAppDocument>) => {
    const revoked = await collection.findOneAndDelete(filter, { projection: { accountId: 1, clientId: 1 } });
    return revoked ? { accountId: revoked.accountId, clientId: revoked.clientId } : undefined;
  };

  return {
    count: countOAuthRequest(db, COLLECTION),
    issueCode,
    redeem: async ({ clientId, ...code }, connection, now) => {
      const unused = { ...code, codeExpiresAt: { $gt: now }, tokenHash: { $exists: false } };
      const { matchedCount } = await collection.updateOne(
        { clientId, 'grants.codeHash': code.codeHash, grants: { $elemMatch: unused } },
        { $set: inGrant(connection), $max: { endsAt: connection.endsAt } },
        { arrayFilters: [{ 'grant.codeHash': code.codeHash }] },
      );
      return matchedCount === 1;
    },
    revokeForReplayedCode: async ({ clientId, ...code }) => {
      const used = { ...code, tokenHash: { $exists: true } };
      return revoke({ clientId, 'grants.codeHash': code.codeHash, grants: { $elemMatch: used } });
    },
    rotate: async ({ clientId, family, refreshHash }, pair, now) => {
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
    revokeForReplayedRefresh: ({ family, refreshHash }) =>
      revoke({
        'grants.family': family,
        grants: { $elemMatch: { family, refreshHash: { $ne: refreshHash } } },
      }),
    list: async (accountId) => (await collection.find({ accountId }).toArray()).map(toApp),
    disconnect: async (accountId, appId) =>
      (await collection.deleteOne(key(accountId, appId))).deletedCount === 1,
  };
}

const inGrant = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`grants.$[grant].${name}`, value]));

/** Adds a code to what the app has, and clears away what has expired. */
function withCode({ accountId, clientId, name, host }: ApprovedApp, code: IssuedCode, now: Date) {
  const connections = newest({ $gt: ['$$one.endsAt', later(now, -KEPT_SECONDS)] });
  const codes = newest({ $and: [{ $not: ['$$one.tokenHash'] }, { $gt: ['$$one.codeExpiresAt', now] }] });
  return [
    {
      $set: {
        v: 1,
        accountId,
        // A text that begins with a dollar sign would be read as the name of a field.
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
  $slice: [{ $filter: { input: { $ifNull: ['$grants', []] }, as: 'one', cond } }, -MOST_GRANTS],
});

function toApp({ _id, accountId, name, host, connectedAt, grants }: ConnectedAppDocument): ConnectedApp {
  return { appId: _id.slice(_id.indexOf(':') + 1), accountId, name, host, connectedAt, grants };
}
