import { AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import type { ConnectedApp } from '@parcelyard/contracts/oauth';
import { aCode, aConnection, FAR_AHEAD, outcomeOf } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

const { GRANTED, INVALID_TOKEN } = AuthorizeOutcome;
let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
beforeEach(() => t.clock.set(FAR_AHEAD));
afterAll(() => t.stop());

const appsOf = async (accountId: number) => (await t.auth.listConnectedApps({ accountId })).apps;

describe('the list of connected apps', () => {
  test('shows name, host, time of the connection, number of connections and time of the last use', async () => {
    const accountId = await t.anAccount();
    const connectedAt = t.clock.now();
    const { accessToken } = await aConnection(t.auth, accountId);
    expect(await appsOf(accountId)).toEqual([
      {
        appId: expect.stringMatching(/^[\w-]{43}$/),
        name: 'Assistant',
        host: 'assistant.example',
        connectedAt,
        lastUsedAt: undefined,
        connections: 1,
      },
    ]);
    t.clock.advance(5_000);
    const usedAt = t.clock.now();
    await outcomeOf(t.auth, accessToken);
    t.clock.advance(5_000);
    await aConnection(t.auth, accountId);
    expect(await appsOf(accountId)).toMatchObject([{ connectedAt, lastUsedAt: usedAt, connections: 2 }]);
  });

  test('is in the order of connection, and shows each app with the name of its latest consent', async () => {
    const accountId = await t.anAccount();
    await aConnection(t.auth, accountId);
    t.clock.advance(1_000);
    await aConnection(t.auth, accountId, { clientId: 'second' });
    await aCode(t.auth, accountId, { name: 'Assistant 2' });
    expect((await appsOf(accountId)).map(({ name }) => name)).toEqual(['Assistant', 'Assistant 2']);
  });

  test('leaves out an app with an unused code that has expired, and one whose connections have all expired', async () => {
    const accountId = await t.anAccount();
    await aCode(t.auth, accountId);
    expect(await appsOf(accountId)).toHaveLength(1);
    t.clock.advance(300_000);
    expect(await appsOf(accountId)).toEqual([]);
    await aConnection(t.auth, accountId);
    t.clock.advance(180 * 86_400_000);
    expect(await appsOf(accountId)).toEqual([]);
  });

  test('is empty for an account without consents', async () => {
    expect(await appsOf(await t.anAccount())).toEqual([]);
  });
});

describe('disconnecting an app', () => {
  test('ends all its connections and codes at once in every process, and a repeat changes nothing', async () => {
    const accountId = await t.anAccount();
    const tokens = [await aConnection(t.auth, accountId), await aConnection(t.auth, accountId)];
    const code = await aCode(t.auth, accountId);
    const other = await t.anotherProcess();
    expect(await outcomeOf(other, (tokens[0] as { accessToken: string }).accessToken)).toBe(GRANTED);
    const [{ appId }] = (await appsOf(accountId)) as [ConnectedApp];
    await t.auth.disconnectApp({ accountId, appId });
    for (const { accessToken } of tokens) expect(await outcomeOf(other, accessToken)).toBe(INVALID_TOKEN);
    await expect(other.redeemCode(code)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await appsOf(accountId)).toEqual([]);
    await other.disconnectApp({ accountId, appId });
  });

  test('of another account changes nothing', async () => {
    const [accountId, stranger] = [await t.anAccount(), await t.anAccount()];
    const { accessToken } = await aConnection(t.auth, accountId);
    const [{ appId }] = (await appsOf(accountId)) as [ConnectedApp];
    await t.auth.disconnectApp({ accountId: stranger, appId });
    expect(await outcomeOf(t.auth, accessToken)).toBe(GRANTED);
  });

  test('does not change the access token of the account, and a replaced access token does not disconnect the app', async () => {
    const accountId = await t.anAccount();
    const { token } = await t.auth.showAccessToken({ accountId });
    const { accessToken } = await aConnection(t.auth, accountId);
    const fresh = await t.auth.replaceAccessToken({ accountId });
    expect(await outcomeOf(t.auth, token)).toBe(INVALID_TOKEN);
    expect(await outcomeOf(t.auth, accessToken)).toBe(GRANTED);
    const [{ appId }] = (await appsOf(accountId)) as [ConnectedApp];
    await t.auth.disconnectApp({ accountId, appId });
    expect(await outcomeOf(t.auth, fresh.token)).toBe(GRANTED);
  });
});

test('an app that is approved repeatedly keeps its newest 50 connections, and codes that are not yet redeemed remove none of them', async () => {
  const accountId = await t.anAccount();
  const connections = [];
  for (let n = 0; n < 52; n += 1) connections.push(await aConnection(t.auth, accountId));
  await Promise.all(Array.from({ length: 51 }, () => aCode(t.auth, accountId)));
  const items = connections.map(({ accessToken }) => ({ token: accessToken, surface: Surface.MCP }));
  const { authorizations } = await t.auth.authorize({ items });
  const granted = authorizations.map(({ outcome }) => outcome === GRANTED);
  expect(granted).toEqual([false, false, ...Array.from({ length: 50 }, () => true)]);
});

test('many first consents of one app at once create one app, and every code works', async () => {
  const accountId = await t.anAccount();
  const other = await t.anotherProcess();
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, n) => aCode(n % 2 ? t.auth : other, accountId)),
  );
  await Promise.all(codes.map((code) => t.auth.redeemCode(code)));
  expect(await appsOf(accountId)).toMatchObject([{ connections: 10 }]);
});
