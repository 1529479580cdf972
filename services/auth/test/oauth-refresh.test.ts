import { AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { eventually } from '@parcelyard/testing/eventually';
import type { TestDatabase } from '@parcelyard/testing/start-test-database';
import { wrapCollection } from '@parcelyard/testing/wrap-calls';
import { aConnection, CLIENT_ID, FAR_AHEAD, outcomeOf, settle } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

const { GRANTED, INVALID_TOKEN, EXPIRED_TOKEN, RATE_LIMITED } = AuthorizeOutcome;
const INVALID_GRANT = { code: 'unauthenticated', reason: 'oauth_grant_invalid' };
const DAY = 86_400_000;
let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
beforeEach(() => t.clock.set(FAR_AHEAD));
afterAll(() => t.stop());

const refresh = (refreshToken: string, clientId = CLIENT_ID) =>
  t.auth.refreshOAuthTokens({ clientId, refreshToken });

describe('a refresh [MCP-A13]', () => {
  test('gives a new pair, and the old access token is invalid at once', async () => {
    const old = await aConnection(t.auth, await t.anAccount());
    const fresh = await refresh(old.refreshToken);
    expect(fresh.accessToken).not.toBe(old.accessToken);
    expect(fresh.refreshToken).not.toBe(old.refreshToken);
    expect(await outcomeOf(t.auth, old.accessToken)).toBe(INVALID_TOKEN);
    expect(await outcomeOf(t.auth, fresh.accessToken)).toBe(GRANTED);
  });

  test('works after the access token expired, which is refused as expired until then', async () => {
    const old = await aConnection(t.auth, await t.anAccount());
    t.clock.advance(DAY - 1);
    expect(await outcomeOf(t.auth, old.accessToken)).toBe(GRANTED);
    t.clock.advance(1);
    expect(await outcomeOf(t.auth, old.accessToken)).toBe(EXPIRED_TOKEN);
    const fresh = await refresh(old.refreshToken);
    expect(await outcomeOf(t.auth, fresh.accessToken)).toBe(GRANTED);
  });

  test('starts a new count of requests', async () => {
    const old = await aConnection(t.auth, await t.anAccount());
    const items = Array.from({ length: 61 }, () => ({ token: old.accessToken, surface: Surface.MCP }));
    const { authorizations } = await t.auth.authorize({ items });
    expect(authorizations.filter(({ outcome }) => outcome === GRANTED)).toHaveLength(60);
    expect(await outcomeOf(t.auth, old.accessToken)).toBe(RATE_LIMITED);
    const fresh = await refresh(old.refreshToken);
    expect(await outcomeOf(t.auth, fresh.accessToken)).toBe(GRANTED);
  });

  test('is possible for 180 days after the last refresh, and a later one is refused without a revocation', async () => {
    const accountId = await t.anAccount();
    const first = await aConnection(t.auth, accountId);
    t.clock.advance(180 * DAY - 1);
    const second = await refresh(first.refreshToken);
    t.clock.advance(180 * DAY - 1);
    const third = await refresh(second.refreshToken);
    const sibling = await aConnection(t.auth, accountId);
    await refresh(sibling.refreshToken);
    t.clock.advance(180 * DAY);
    await expect(refresh(third.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
  });

  test('that comes too late is refused, and the access token stays expired, also after a new consent', async () => {
    const accountId = await t.anAccount();
    const old = await aConnection(t.auth, accountId);
    t.clock.advance(190 * DAY);
    await aConnection(t.auth, accountId);
    expect(await outcomeOf(t.auth, old.accessToken)).toBe(EXPIRED_TOKEN);
    await expect(refresh(old.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
  });

  test('of an expired token does not change the younger connections of the app', async () => {
    const accountId = await t.anAccount();
    const old = await aConnection(t.auth, accountId);
    t.clock.advance(180 * DAY - 1);
    const young = await aConnection(t.auth, accountId);
    t.clock.advance(1);
    await expect(refresh(old.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
    expect(await outcomeOf(t.auth, young.accessToken)).toBe(GRANTED);
  });

  test('by another client is refused and changes nothing', async () => {
    const tokens = await aConnection(t.auth, await t.anAccount());
    await expect(refresh(tokens.refreshToken, 'another-app')).rejects.toMatchObject(INVALID_GRANT);
    expect(await outcomeOf(t.auth, tokens.accessToken)).toBe(GRANTED);
    await refresh(tokens.refreshToken);
  });

  test.each(['', 'x', `pyor_${'A'.repeat(65)}`, `pyor_${'A'.repeat(64)}$`])(
    'of "%s" is refused',
    async (token) => {
      await expect(refresh(token)).rejects.toMatchObject(INVALID_GRANT);
    },
  );

  test('does not change the time of the last use', async () => {
    const accountId = await t.anAccount();
    const tokens = await aConnection(t.auth, accountId);
    await outcomeOf(t.auth, tokens.accessToken);
    const { apps: before } = await t.auth.listConnectedApps({ accountId });
    t.clock.advance(DAY);
    await refresh(tokens.refreshToken);
    expect((await t.auth.listConnectedApps({ accountId })).apps).toEqual(before);
  });
});

describe('a refresh token that was rotated before [MCP-A13]', () => {
  test('is refused and revokes every connection of the app to the account', async () => {
    const accountId = await t.anAccount();
    const sibling = await aConnection(t.auth, accountId);
    const first = await aConnection(t.auth, accountId);
    const second = await refresh(first.refreshToken);
    await expect(refresh(first.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
    for (const { accessToken } of [sibling, second])
      expect(await outcomeOf(t.auth, accessToken)).toBe(INVALID_TOKEN);
    for (const { refreshToken } of [sibling, second])
      await expect(refresh(refreshToken)).rejects.toMatchObject(INVALID_GRANT);
  });

  test('is reported in the log with account and app, and without the token', async () => {
    const accountId = await t.anAccount();
    const first = await aConnection(t.auth, accountId);
    await refresh(first.refreshToken);
    const before = t.logged.length;
    await expect(refresh(first.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
    const line = t.logged.slice(before).find((one) => one.includes('refresh token'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ kind: 'refresh token', accountId, clientId: CLIENT_ID });
    expect(t.logged.join()).not.toContain('pyor_');
  });

  test('revokes the connections after any number of rotations and days', async () => {
    const first = await aConnection(t.auth, await t.anAccount());
    let latest = first;
    for (let n = 0; n < 5; n += 1) {
      t.clock.advance(100 * DAY);
      latest = await refresh(latest.refreshToken);
    }
    await expect(refresh(first.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
    expect(await outcomeOf(t.auth, latest.accessToken)).toBe(INVALID_TOKEN);
  });

  test('does not change other apps, other accounts or later consents', async () => {
    const [accountId, neighbour] = [await t.anAccount(), await t.anAccount()];
    const otherApp = await aConnection(t.auth, accountId, { clientId: 'another-app' });
    const otherAccount = await aConnection(t.auth, neighbour);
    const first = await aConnection(t.auth, accountId);
    await refresh(first.refreshToken);
    await expect(refresh(first.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
    const again = await aConnection(t.auth, accountId);
    await expect(refresh(first.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
    for (const { accessToken } of [otherApp, otherAccount, again])
      expect(await outcomeOf(t.auth, accessToken)).toBe(GRANTED);
  });
});

describe('overlapping refreshes with one token', () => {
  const grants = () => t.database.db.collection('connected_apps');

  test('through two processes count as one use and get the same valid pair', async () => {
    const tokens = await aConnection(t.auth, await t.anAccount());
    const processes = [t.auth, await t.anotherProcess()];
    const request = { clientId: CLIENT_ID, refreshToken: tokens.refreshToken };
    t.refreshes.expect(50);
    const { succeeded, refused } = await settle(
      Array.from({ length: 25 }, () => processes.map((auth) => auth.refreshOAuthTokens(request))).flat(),
    );
    expect(refused).toEqual([]);
    expect(new Set(succeeded.map((pair) => JSON.stringify(pair))).size).toBe(1);
    const [fresh] = succeeded as [(typeof succeeded)[number]];
    expect(await outcomeOf(t.auth, tokens.accessToken)).toBe(INVALID_TOKEN);
    expect(await outcomeOf(t.auth, fresh.accessToken)).toBe(GRANTED);
    expect(
      (await t.auth.refreshOAuthTokens({ ...request, refreshToken: fresh.refreshToken })).accessToken,
    ).not.toBe(fresh.accessToken);
  });

  test('end with the answer: after it, the old token counts as used', async () => {
    const tokens = await aConnection(t.auth, await t.anAccount());
    t.refreshes.expect(2);
    const [fresh] = await Promise.all([refresh(tokens.refreshToken), refresh(tokens.refreshToken)]);
    await expect(refresh(tokens.refreshToken)).rejects.toMatchObject(INVALID_GRANT);
    expect(await outcomeOf(t.auth, fresh.accessToken)).toBe(INVALID_TOKEN);
  });

  test('store nothing after their answer, and nothing readable before it', async () => {
    const accountId = await t.anAccount();
    const tokens = await aConnection(t.auth, accountId);
    t.refreshes.expect(2);
    const answered = refresh(tokens.refreshToken);
    const waiting = await eventually(async () => {
      const found = await grants().findOne({ accountId, 'grants.unanswered': { $exists: true } });
      if (!found) throw new Error('not begun');
      return JSON.stringify(found);
    });
    t.refreshes.end();
    const { accessToken, refreshToken } = await answered;
    for (const secret of [accessToken, refreshToken]) expect(waiting).not.toContain(secret);
    expect(await grants().countDocuments({ accountId, 'grants.unanswered': { $exists: true } })).toBe(0);
  });

  test('whose process died before the answer get their pair when the app repeats the request', async () => {
    const accountId = await t.anAccount();
    const tokens = await aConnection(t.auth, accountId);
    const dying = await t.anotherProcess(undefined, withFailingUnset(t.database));
    const request = { clientId: CLIENT_ID, refreshToken: tokens.refreshToken };
    await expect(dying.refreshOAuthTokens(request)).rejects.toThrow();
    t.clock.advance(60_000);
    t.refreshes.expect(2);
    const both = await Promise.all([refresh(tokens.refreshToken), refresh(tokens.refreshToken)]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0].expiresInSeconds).toBe(86_400 - 60);
    expect(await outcomeOf(t.auth, both[0].accessToken)).toBe(GRANTED);
  });
});

function withFailingUnset(database: TestDatabase): MongoConnection {
  const db = wrapCollection(database.db, 'connected_apps', (method, call) => (...given) => {
    const [, update] = given as [unknown, { $unset?: object } | undefined];
    return method === 'updateOne' && update?.$unset ? Promise.reject(new Error('killed')) : call(...given);
  });
  return { ...database, db };
}
