import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { aCode, aConnection, CLIENT_ID, FAR_AHEAD, outcomeOf } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

let t: AuthUnderTest;
let watched: WatchedQueries;
beforeAll(async () => {
  t = await startAuth();
  watched = await watchQueries(t.database);
  t.clock.set(FAR_AHEAD);
});
afterAll(async () => {
  await watched.close();
  await t.stop();
});

test('every query of an OAuth sign-in uses an index and reads no more than it returns', async () => {
  const auth = await t.anotherProcess(t.keys.ring, watched.mongo);
  const neighbours = await Promise.all(Array.from({ length: 5 }, () => t.anAccount()));
  for (const accountId of neighbours) await aConnection(t.auth, accountId);

  const accountId = await t.anAccount();
  const { handle } = await auth.keepConsent({ accountId, authorizationRequest: 'a=b' });
  await auth.takeConsent({ accountId, handle });
  const code = await aCode(auth, accountId);
  const { accessToken, refreshToken } = await auth.redeemCode(code);
  await outcomeOf(auth, accessToken);
  await auth.refreshOAuthTokens({ clientId: CLIENT_ID, refreshToken });
  const { apps } = await auth.listConnectedApps({ accountId });
  await auth.refreshOAuthTokens({ clientId: CLIENT_ID, refreshToken }).catch(() => undefined);
  await auth.redeemCode(code).catch(() => undefined);
  await auth.disconnectApp({ accountId, appId: apps[0]?.appId ?? '' });
  await auth.countTokenRequest({ ip: '192.0.2.1' });

  const explained = await watched.explain();
  expect(explained.length).toBeGreaterThan(10);
  expect(
    explained.filter(({ indexed, sortsInMemory, wasted }) => !indexed || sortsInMemory || wasted > 0),
  ).toEqual([]);
});
