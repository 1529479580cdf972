import { AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import { wrapCollection } from '@parcelyard/testing/wrap-calls';
import { aConnection, authorize } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
afterAll(() => t.stop());

const zoneOf = async (accountId: number) => (await t.auth.getAccount({ accountId })).timeZone;
const choose = (accountId: number, timeZone: string) =>
  t.auth.setTimeZone({ accountId, timeZone, guessed: false });
const guess = (accountId: number, timeZone: string) =>
  t.auth.setTimeZone({ accountId, timeZone, guessed: true });

describe('the time zone of an account', () => {
  test('is in every authorization after its change, for the access token and for connected apps', async () => {
    const accountId = await t.anAccount();
    const { token } = await t.auth.showAccessToken({ accountId });
    const { accessToken } = await aConnection(t.auth, accountId);
    expect([
      (await authorize(t.auth, token)).timeZone,
      (await authorize(t.auth, accessToken)).timeZone,
    ]).toEqual([undefined, undefined]);
    await choose(accountId, 'America/New_York');
    for (const one of [token, accessToken]) {
      expect((await authorize(t.auth, one)).timeZone).toBe('America/New_York');
    }
  });

  test('is in the authorizations of tokens and apps that are created after its change', async () => {
    const accountId = await t.anAccount();
    await choose(accountId, 'Europe/Berlin');
    const { token } = await t.auth.showAccessToken({ accountId });
    const { token: replaced } = await t.auth.replaceAccessToken({ accountId });
    const { accessToken } = await aConnection(t.auth, accountId);
    expect((await authorize(t.auth, token)).outcome).toBe(AuthorizeOutcome.INVALID_TOKEN);
    for (const one of [replaced, accessToken]) {
      expect((await authorize(t.auth, one)).timeZone).toBe('Europe/Berlin');
    }
  });

  test('is in authorizations that are counted together, whichever process changed it', async () => {
    const accountId = await t.anAccount();
    const { token } = await t.auth.showAccessToken({ accountId });
    const items = Array.from({ length: 3 }, () => ({ token, surface: Surface.MCP }));
    await t.auth.authorize({ items });
    await t.auth.authorize({ items });
    await (await t.anotherProcess()).setTimeZone({
      accountId,
      timeZone: 'Pacific/Guam',
      guessed: false,
    });
    for (let round = 0; round < 2; round++) {
      const { authorizations } = await t.auth.authorize({ items });
      expect(authorizations.map(({ outcome, timeZone }) => [outcome, timeZone])).toEqual(
        items.map(() => [AuthorizeOutcome.GRANTED, 'Pacific/Guam']),
      );
    }
  });

  test('is in authorizations when a choice and a guess come at the same moment', async () => {
    const accountId = await t.anAccount();
    const { token } = await t.auth.showAccessToken({ accountId });
    let isChosen = false;
    const db = wrapCollection(t.database.db, 'tokens', (method, call) => async (...inputs) => {
      // The owner chooses another zone after the guess was saved, and before the guess is copied to the token.
      if (method === 'updateOne' && !isChosen) {
        isChosen = true;
        await choose(accountId, 'Europe/Berlin');
      }
      return call(...inputs);
    });
    const slow = await t.anotherProcess(undefined, { ...t.database, db });
    await slow.setTimeZone({ accountId, timeZone: 'America/Denver', guessed: true });
    expect(await zoneOf(accountId)).toBe('Europe/Berlin');
    expect((await authorize(t.auth, token)).timeZone).toBe('Europe/Berlin');
  });

  test('is guessed until the owner chooses it, and not afterwards', async () => {
    const accountId = await t.anAccount();
    await guess(accountId, 'America/Denver');
    expect(await zoneOf(accountId)).toBe('America/Denver');
    await guess(accountId, 'America/Los_Angeles');
    expect(await zoneOf(accountId)).toBe('America/Los_Angeles');
    await choose(accountId, 'America/Chicago');
    expect((await guess(accountId, 'America/Denver')).timeZone).toBe('America/Chicago');
  });

  test.each(['', 'Central', 'Mars/Olympus', '+05:00'])(
    "%j is refused with the field's name, and nothing changes",
    async (name) => {
      const accountId = await t.anAccount();
      await choose(accountId, 'America/Denver');
      await expect(choose(accountId, name)).rejects.toMatchObject({
        code: 'invalid_argument',
        reason: 'time_zone_unknown',
        field: 'time_zone',
      });
      expect(await zoneOf(accountId)).toBe('America/Denver');
    },
  );

  test('is not found for an account that does not exist', async () => {
    await expect(choose(999_999, 'America/Denver')).rejects.toMatchObject({ code: 'not_found' });
  });
});
