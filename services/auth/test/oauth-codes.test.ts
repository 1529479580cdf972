import { AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { aCode, aConnection, authorize, FAR_AHEAD, outcomeOf, settle } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

const { GRANTED, INVALID_TOKEN } = AuthorizeOutcome;
const INVALID_GRANT = { code: 'unauthenticated', reason: 'oauth_grant_invalid' };
let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
beforeEach(() => t.clock.set(FAR_AHEAD));
afterAll(() => t.stop());

describe('an authorization code', () => {
  test('is exchanged for opaque tokens of its account on an OAuth connection', async () => {
    const accountId = await t.anAccount();
    const tokens = await t.auth.redeemCode(await aCode(t.auth, accountId));
    expect(tokens).toEqual({
      accessToken: expect.stringMatching(/^pyoa_[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^pyor_[\w-]{65}$/),
      expiresInSeconds: 86_400,
    });
    expect(await authorize(t.auth, tokens.accessToken)).toEqual({
      outcome: GRANTED,
      accountId,
      connectionKind: ConnectionKind.APP,
      appName: 'Assistant',
      issuedAt: undefined,
    });
  });

  test.each([
    ['another client', { clientId: 'https://assistant.example/other.json' }],
    ['another redirect URI', { redirectUri: 'https://assistant.example/callback?kind=mcp&x' }],
    ['another verifier', { codeVerifier: 'A'.repeat(43) }],
    ['no verifier', { codeVerifier: '' }],
    ['a verifier that is too short', { codeVerifier: 'A'.repeat(42) }],
    ['another code', { code: `pyoc_${'A'.repeat(43)}` }],
    ['no code', { code: '' }],
  ])('that is sent with %s is refused, and still works for its app', async (_, wrong) => {
    const code = await aCode(t.auth, await t.anAccount());
    await expect(t.auth.redeemCode({ ...code, ...wrong })).rejects.toMatchObject(INVALID_GRANT);
    expect(await t.auth.redeemCode(code)).toMatchObject({ expiresInSeconds: 86_400 });
  });

  test('works for five minutes and not a millisecond longer', async () => {
    const accountId = await t.anAccount();
    const [inTime, late] = [await aCode(t.auth, accountId), await aCode(t.auth, accountId)];
    t.clock.advance(299_999);
    await t.auth.redeemCode(inTime);
    t.clock.advance(1);
    await expect(t.auth.redeemCode(late)).rejects.toMatchObject(INVALID_GRANT);
  });

  test('is not created for an account that does not exist', async () => {
    await expect(aCode(t.auth, 9)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each(['$name', '$$ROOT', '{"$gt":""}'])('is created for an app with the name %s', async (name) => {
    const accountId = await t.anAccount();
    await t.auth.redeemCode(await aCode(t.auth, accountId, { name }));
    expect((await t.auth.listConnectedApps({ accountId })).apps).toMatchObject([{ name }]);
  });
});

describe('a code redeemed twice [MCP-A13]', () => {
  test('is refused and revokes every connection that the app has to the account', async () => {
    const accountId = await t.anAccount();
    const laptop = await aConnection(t.auth, accountId);
    const code = await aCode(t.auth, accountId);
    const phone = await t.auth.redeemCode(code);
    const waiting = await aCode(t.auth, accountId);
    await expect(t.auth.redeemCode(code)).rejects.toMatchObject(INVALID_GRANT);
    expect(await outcomeOf(t.auth, laptop.accessToken)).toBe(INVALID_TOKEN);
    expect(await outcomeOf(t.auth, phone.accessToken)).toBe(INVALID_TOKEN);
    await expect(t.auth.redeemCode(waiting)).rejects.toMatchObject(INVALID_GRANT);
    expect(await t.auth.listConnectedApps({ accountId })).toEqual({ apps: [] });
  });

  test('does not change other apps of the account or other accounts of the app', async () => {
    const [accountId, neighbour] = [await t.anAccount(), await t.anAccount()];
    const otherApp = await aConnection(t.auth, accountId, { clientId: 'another-app' });
    const otherAccount = await aConnection(t.auth, neighbour);
    const code = await aCode(t.auth, accountId);
    await t.auth.redeemCode(code);
    await expect(t.auth.redeemCode(code)).rejects.toMatchObject(INVALID_GRANT);
    expect(await outcomeOf(t.auth, otherApp.accessToken)).toBe(GRANTED);
    expect(await outcomeOf(t.auth, otherAccount.accessToken)).toBe(GRANTED);
  });

  test('revokes the connections also long after the code has expired', async () => {
    const accountId = await t.anAccount();
    const code = await aCode(t.auth, accountId);
    await t.auth.redeemCode(code);
    t.clock.advance(100 * 86_400_000);
    await expect(t.auth.redeemCode(code)).rejects.toMatchObject(INVALID_GRANT);
    expect(await t.auth.listConnectedApps({ accountId })).toEqual({ apps: [] });
  });

  test('revokes nothing when the second request lacks the verifier, because somebody may have found the code in a log', async () => {
    const code = await aCode(t.auth, await t.anAccount());
    const tokens = await t.auth.redeemCode(code);
    await expect(t.auth.redeemCode({ ...code, codeVerifier: 'A'.repeat(43) })).rejects.toMatchObject(
      INVALID_GRANT,
    );
    expect(await outcomeOf(t.auth, tokens.accessToken)).toBe(GRANTED);
  });

  test('does not revoke a connection that the owner approved after the revocation', async () => {
    const accountId = await t.anAccount();
    const code = await aCode(t.auth, accountId);
    await t.auth.redeemCode(code);
    await expect(t.auth.redeemCode(code)).rejects.toMatchObject(INVALID_GRANT);
    const again = await aConnection(t.auth, accountId);
    await expect(t.auth.redeemCode(code)).rejects.toMatchObject(INVALID_GRANT);
    expect(await outcomeOf(t.auth, again.accessToken)).toBe(GRANTED);
  });
});

test('when two processes redeem one code 50 times at once, one succeeds and its tokens are then revoked', async () => {
  const accountId = await t.anAccount();
  const code = await aCode(t.auth, accountId);
  const other = await t.anotherProcess();
  const { succeeded, refused } = await settle(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? t.auth : other).redeemCode(code)),
  );
  expect(succeeded).toHaveLength(1);
  expect(refused).toHaveLength(49);
  for (const error of refused) expect(error).toMatchObject(INVALID_GRANT);
  expect(await outcomeOf(t.auth, (succeeded[0] as { accessToken: string }).accessToken)).toBe(INVALID_TOKEN);
  expect(await t.auth.listConnectedApps({ accountId })).toEqual({ apps: [] });
});

test('no code and no token is stored in plain text in the database', async () => {
  const accountId = await t.anAccount();
  const code = await aCode(t.auth, accountId);
  const tokens = await t.auth.redeemCode(code);
  const waiting = await aCode(t.auth, accountId);
  const stored = JSON.stringify(
    await t.database.db.collection('connected_apps').find({ accountId }).toArray(),
  );
  const family = tokens.refreshToken.slice(5, 27);
  for (const secret of [code.code, waiting.code, tokens.accessToken, tokens.refreshToken, family]) {
    expect(stored).not.toContain(secret.replace(/^pyo[acr]_/, ''));
  }
});
