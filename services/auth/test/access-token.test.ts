import { randomBytes } from 'node:crypto';
import { AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { ACCESS_TOKEN_TTL_S, type AuthUnderTest, startAuth } from './support/start-auth';

let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
afterAll(() => t.stop());

const outcomeOf = async (token: string) => {
  const { authorizations } = await t.auth.authorize({ items: [{ token, surface: Surface.MCP }] });
  return authorizations[0]?.outcome;
};

describe('an access token', () => {
  test('is OAUTH2. and 43 characters, valid for 180 days', async () => {
    const { token, expiresAt } = await t.auth.showAccessToken({ accountId: await t.anAccount() });
    expect(token).toMatch(/^OAUTH2\.[A-Za-z0-9_-]{43}$/);
    expect(expiresAt?.getTime()).toBe(t.clock.now().getTime() + 180 * 86_400_000);
  });

  test('is shown again while it is valid, by every process', async () => {
    const accountId = await t.anAccount();
    const first = await t.auth.showAccessToken({ accountId });
    t.clock.advance(86_400_000);
    expect(await (await t.anotherProcess()).showAccessToken({ accountId })).toEqual(first);
  });

  test('is the same token for all requests that ask for the first one at once', async () => {
    const accountId = await t.anAccount();
    const other = await t.anotherProcess();
    const shown = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? t.auth : other).showAccessToken({ accountId })),
    );
    expect(new Set(shown.map(({ token }) => token)).size).toBe(1);
    expect(await outcomeOf((shown[0] as { token: string }).token)).toBe(AuthorizeOutcome.GRANTED);
  });

  test('is the same new token for all requests that ask after the old one expired', async () => {
    const accountId = await t.anAccount();
    const old = await t.auth.showAccessToken({ accountId });
    t.clock.advance(ACCESS_TOKEN_TTL_S * 1000);
    expect(await outcomeOf(old.token)).toBe(AuthorizeOutcome.EXPIRED_TOKEN);
    const shown = await Promise.all(Array.from({ length: 20 }, () => t.auth.showAccessToken({ accountId })));
    const tokens = new Set(shown.map(({ token }) => token));
    expect(tokens.size).toBe(1);
    expect(tokens).not.toContain(old.token);
    expect(await outcomeOf([...tokens][0] as string)).toBe(AuthorizeOutcome.GRANTED);
    expect(await outcomeOf(old.token)).toBe(AuthorizeOutcome.INVALID_TOKEN);
  });

  test('is replaced once by twenty requests to replace the same token, and all return the new token', async () => {
    const accountId = await t.anAccount();
    const old = await t.auth.showAccessToken({ accountId });
    const { issuedAt: replacesIssuedAt } = await t.auth.describeAccessToken({ accountId });
    t.clock.advance(1_000);
    const other = await t.anotherProcess();
    const replace = (n: number) =>
      (n % 2 ? t.auth : other).replaceAccessToken({ accountId, replacesIssuedAt });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => replace(n)));
    const [token = '', ...others] = new Set([...answers, await replace(0)].map((answer) => answer.token));
    expect(others).toEqual([]);
    expect(await outcomeOf(token)).toBe(AuthorizeOutcome.GRANTED);
    expect(await outcomeOf(old.token)).toBe(AuthorizeOutcome.INVALID_TOKEN);
  });

  test('has its expiry time in its description after it expired, until a new token exists', async () => {
    const accountId = await t.anAccount();
    expect(await t.auth.describeAccessToken({ accountId })).toMatchObject({ expiredAt: undefined });
    const { expiresAt } = await t.auth.showAccessToken({ accountId });
    t.clock.advance(ACCESS_TOKEN_TTL_S * 1000);
    expect(await t.auth.describeAccessToken({ accountId })).toMatchObject({
      expiredAt: expiresAt,
      expiresAt: undefined,
    });
    const fresh = await t.auth.showAccessToken({ accountId });
    expect(await t.auth.describeAccessToken({ accountId })).toMatchObject({
      expiredAt: undefined,
      expiresAt: fresh.expiresAt,
    });
  });

  test('is invalid as soon as it is replaced, and the new one is shown', async () => {
    const accountId = await t.anAccount();
    const old = await t.auth.showAccessToken({ accountId });
    const fresh = await t.auth.replaceAccessToken({ accountId });
    expect(fresh.token).not.toBe(old.token);
    expect(await outcomeOf(old.token)).toBe(AuthorizeOutcome.INVALID_TOKEN);
    expect(await outcomeOf(fresh.token)).toBe(AuthorizeOutcome.GRANTED);
    expect(await t.auth.showAccessToken({ accountId })).toEqual(fresh);
  });

  test('leaves one valid token when it is replaced many times at once', async () => {
    const accountId = await t.anAccount();
    const replaced = await Promise.all(
      Array.from({ length: 20 }, () => t.auth.replaceAccessToken({ accountId })),
    );
    const outcomes = await Promise.all(replaced.map(({ token }) => outcomeOf(token)));
    expect(outcomes.filter((outcome) => outcome === AuthorizeOutcome.GRANTED)).toHaveLength(1);
  });

  test('is not stored in plain text in the database', async () => {
    const accountId = await t.anAccount();
    const { token } = await t.auth.showAccessToken({ accountId });
    const stored = await t.database.db.collection('tokens').findOne({ accountId }, { promoteBuffers: true });
    expect(stored?.sealed.toString('latin1')).toHaveLength(12 + 16 + token.length);
    expect(`${JSON.stringify(stored)} ${stored?.sealed.toString('latin1')}`).not.toContain(token.slice(7));
  });

  test('that was encrypted with an older key is still shown; after that key is removed, a new token is needed', async () => {
    const accountId = await t.anAccount();
    const first = await t.auth.showAccessToken({ accountId });
    const newKey = `k2:${randomBytes(32).toString('base64url')}`;
    const rotated = await t.anotherProcess(parseKeyRing(`${newKey},${t.keys.current}`));
    expect(await rotated.showAccessToken({ accountId })).toEqual(first);
    const retired = await t.anotherProcess(parseKeyRing(newKey));
    await expect(retired.showAccessToken({ accountId })).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    const anew = await t.anotherProcess(parseKeyRing(`k1:${randomBytes(32).toString('base64url')}`));
    await expect(anew.showAccessToken({ accountId })).rejects.toMatchObject({
      reason: 'access_token_unreadable',
    });
    expect(await outcomeOf(first.token)).toBe(AuthorizeOutcome.GRANTED);
    const replaced = await retired.replaceAccessToken({ accountId });
    expect(await retired.showAccessToken({ accountId })).toEqual(replaced);
  });

  test("cannot be decrypted in another account's record", async () => {
    const [mine, theirs] = [await t.anAccount(), await t.anAccount()];
    await t.auth.showAccessToken({ accountId: mine });
    await t.auth.showAccessToken({ accountId: theirs });
    const tokens = t.database.db.collection('tokens');
    const stolen = await tokens.findOne({ accountId: theirs });
    await tokens.updateOne({ accountId: mine }, { $set: { sealed: stolen?.sealed } });
    await expect(t.auth.showAccessToken({ accountId: mine })).rejects.toMatchObject({
      reason: 'access_token_unreadable',
    });
  });

  test('is not found for an unknown account', async () => {
    await expect(t.auth.showAccessToken({ accountId: 9 })).rejects.toMatchObject({ code: 'not_found' });
    await expect(t.auth.replaceAccessToken({ accountId: 9 })).rejects.toMatchObject({ code: 'not_found' });
  });
});
