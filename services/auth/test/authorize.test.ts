import { AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { MongoServerError } from 'mongodb';
import { ACCESS_TOKEN_TTL_S, type AuthUnderTest, startAuth } from './support/start-auth';

const { GRANTED, INVALID_TOKEN, EXPIRED_TOKEN, RATE_LIMITED } = AuthorizeOutcome;
let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
beforeEach(() => t.clock.set('2026-03-02T15:00:20.000Z'));
afterAll(() => t.stop());

const aToken = async () => {
  const accountId = await t.anAccount();
  const { token } = await t.auth.showAccessToken({ accountId });
  return { accountId, token };
};
const repeat = (token: string, count: number, surface = Surface.MCP) =>
  Array.from({ length: count }, () => ({ token, surface }));
const outcomes = async (items: { token: string; surface: Surface }[]) => {
  const { authorizations } = await t.auth.authorize({ items });
  return authorizations.map(({ outcome }) => outcome);
};
const countOf = (all: AuthorizeOutcome[], expected: AuthorizeOutcome) =>
  all.filter((outcome) => outcome === expected).length;

describe('a request', () => {
  test('with a valid token is granted for the account of the token', async () => {
    const { accountId, token } = await aToken();
    const { authorizations } = await t.auth.authorize({ items: repeat(token, 1) });
    const issuedAt = t.clock.now();
    expect(authorizations).toEqual([
      { outcome: GRANTED, accountId, connectionKind: ConnectionKind.TOKEN, appName: '', issuedAt },
    ]);
  });

  test.each([
    ['nothing', ''],
    ['an unknown token', `OAUTH2.${'A'.repeat(43)}`],
    ['the whole header as the token', 'Bearer OAUTH2.abc'],
    ['control characters', 'OAUTH2.\u0000\n'],
    ['a very long text', 'A'.repeat(100_000)],
  ])('with %s is invalid', async (_, token) => {
    const { authorizations } = await t.auth.authorize({ items: repeat(token, 1) });
    expect(authorizations).toMatchObject([
      { outcome: INVALID_TOKEN, accountId: 0, connectionKind: ConnectionKind.UNSPECIFIED },
    ]);
  });

  test('with a token that expires in this millisecond is refused as expired, is not counted and does not change the last use', async () => {
    const { accountId, token } = await aToken();
    t.clock.advance(ACCESS_TOKEN_TTL_S * 1000 - 1);
    expect(await outcomes(repeat(token, 1))).toEqual([GRANTED]);
    const tokens = t.database.db.collection('tokens');
    const before = await tokens.findOne({ accountId });
    t.clock.advance(1);
    expect(await outcomes(repeat(token, 2))).toEqual([EXPIRED_TOKEN, EXPIRED_TOKEN]);
    expect(await tokens.findOne({ accountId })).toEqual(before);
  });

  test('stores when the token was last used', async () => {
    const { accountId, token } = await aToken();
    t.clock.advance(1234);
    await outcomes(repeat(token, 1));
    const stored = await t.database.db.collection('tokens').findOne({ accountId });
    expect(stored?.lastUsedAt).toEqual(t.clock.now());
  });

  test('without a surface is refused as an error of the caller', async () => {
    const { token } = await aToken();
    await expect(t.auth.authorize({ items: repeat(token, 1, Surface.UNSPECIFIED) })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

describe('a batch', () => {
  test('is answered in its order, each item separately', async () => {
    const [one, two] = [await aToken(), await aToken()];
    const items = [one.token, 'OAUTH2.nobody', two.token].map((token) => ({ token, surface: Surface.MCP }));
    const { authorizations } = await t.auth.authorize({ items });
    expect(authorizations.map(({ outcome, accountId }) => [outcome, accountId])).toEqual([
      [GRANTED, one.accountId],
      [INVALID_TOKEN, 0],
      [GRANTED, two.accountId],
    ]);
  });

  test('may be empty', async () => {
    expect(await t.auth.authorize({ items: [] })).toEqual({ authorizations: [] });
  });
});

describe('a refusal says how long it is valid', () => {
  const refusedForMs = async (token: string, surface = Surface.MCP) => {
    const { authorizations } = await t.auth.authorize({ items: repeat(token, 1, surface) });
    return authorizations[0]?.refusedForMs;
  };

  test('over the limit, until the minute ends and not a millisecond longer', async () => {
    const { token } = await aToken();
    expect(await refusedForMs(token)).toBeUndefined();
    await outcomes(repeat(token, 60));
    const left = await refusedForMs(token);
    expect(left).toBe(40_000);
    t.clock.advance(39_999);
    expect(await outcomes(repeat(token, 1))).toEqual([RATE_LIMITED]);
    t.clock.advance(1);
    expect(await outcomes(repeat(token, 1))).toEqual([GRANTED]);
  });

  test('for an expired token until the minute ends, for an unknown token two seconds', async () => {
    const { token } = await aToken();
    t.clock.advance(ACCESS_TOKEN_TTL_S * 1000 + 15_000);
    expect(await refusedForMs(token)).toBe(25_000);
    expect(await refusedForMs(`OAUTH2.${'B'.repeat(43)}`)).toBe(2_000);
  });
});

describe('the rate window', () => {
  test('grants exactly 60 of 100 MCP requests that come at once through two processes', async () => {
    const { token } = await aToken();
    const other = await t.anotherProcess();
    const answers = await Promise.all(
      repeat(token, 100).map((item, n) => (n % 2 ? t.auth : other).authorize({ items: [item] })),
    );
    const all = answers.flatMap(({ authorizations }) => authorizations.map(({ outcome }) => outcome));
    expect(countOf(all, GRANTED)).toBe(60);
    expect(countOf(all, RATE_LIMITED)).toBe(40);
  });

  test('grants exactly 600 of 620 REST requests, counted separately from MCP', async () => {
    const { token } = await aToken();
    expect(countOf(await outcomes(repeat(token, 61)), GRANTED)).toBe(60);
    const all = await outcomes(repeat(token, 620, Surface.REST));
    expect(countOf(all, GRANTED)).toBe(600);
    expect(countOf(all, RATE_LIMITED)).toBe(20);
    expect(await outcomes(repeat(token, 1))).toEqual([RATE_LIMITED]);
  });

  test('opens again at the start of the next UTC minute, not 60 seconds after the first request', async () => {
    const { token } = await aToken();
    t.clock.set('2026-03-02T15:00:59.000Z');
    expect(countOf(await outcomes(repeat(token, 70)), GRANTED)).toBe(60);
    t.clock.set('2026-03-02T15:00:59.999Z');
    expect(await outcomes(repeat(token, 1))).toEqual([RATE_LIMITED]);
    t.clock.set('2026-03-02T15:01:00.000Z');
    expect(countOf(await outcomes(repeat(token, 70)), GRANTED)).toBe(60);
  });

  test('is returned to REST after each request, counted over all processes: requests left and seconds left', async () => {
    const { token } = await aToken();
    const other = await t.anotherProcess();
    const windowsOf = async (auth: typeof other, count: number) =>
      (await auth.authorize({ items: repeat(token, count, Surface.REST) })).authorizations.map(
        ({ rateWindow }) => rateWindow,
      );
    expect(await windowsOf(t.auth, 1)).toEqual([{ left: 599, secondsLeft: 40 }]);
    const left = (await Promise.all([windowsOf(t.auth, 3), windowsOf(other, 2)])).flat();
    expect(left.map((window) => window?.left).sort()).toEqual([594, 595, 596, 597, 598]);
    t.clock.set('2026-03-02T15:00:59.999Z');
    await windowsOf(other, 594);
    const { authorizations } = await t.auth.authorize({ items: repeat(token, 1, Surface.REST) });
    expect(authorizations).toMatchObject([
      { outcome: RATE_LIMITED, rateWindow: { left: 0, secondsLeft: 1 } },
    ]);
    t.clock.set('2026-03-02T15:01:00.000Z');
    expect(await windowsOf(t.auth, 1)).toEqual([{ left: 599, secondsLeft: 60 }]);
  });

  test('of one token does not change the window of another token', async () => {
    const [one, two] = [await aToken(), await aToken()];
    await outcomes(repeat(one.token, 61));
    expect(await outcomes(repeat(two.token, 1))).toEqual([GRANTED]);
  });

  test('is fresh for a new token', async () => {
    const { accountId, token } = await aToken();
    await outcomes(repeat(token, 61));
    const fresh = await t.auth.replaceAccessToken({ accountId });
    expect(countOf(await outcomes(repeat(fresh.token, 61)), GRANTED)).toBe(60);
  });
});

describe('requests of tokens that were granted before are counted in one command:', () => {
  const use = (token: string, surface = Surface.MCP) => outcomes(repeat(token, 1, surface));

  test('each request counts in its own window: 60 of 100 through two processes, also beside REST requests', async () => {
    const { token } = await aToken();
    const other = await t.anotherProcess();
    const items = [...repeat(token, 10), ...repeat(token, 2, Surface.REST)];
    await use(token, Surface.REST);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? t.auth : other).authorize({ items })),
    );
    const mcp = answers.flatMap(({ authorizations }) => authorizations.slice(0, 10));
    const rest = answers.flatMap(({ authorizations }) => authorizations.slice(10));
    expect(mcp.filter(({ outcome }) => outcome === GRANTED)).toHaveLength(60);
    expect(mcp.filter(({ outcome }) => outcome === RATE_LIMITED)).toHaveLength(40);
    expect(rest.every(({ outcome }) => outcome === GRANTED)).toBe(true);
  });

  test('a token that was replaced meanwhile is invalid while the other tokens of the call are granted', async () => {
    const [one, two, three] = [await aToken(), await aToken(), await aToken()];
    const items = [one, two, three].map(({ token }) => ({ token, surface: Surface.MCP }));
    expect(await outcomes(items)).toEqual([GRANTED, GRANTED, GRANTED]);
    await t.auth.replaceAccessToken({ accountId: two.accountId });
    expect(await outcomes(items)).toEqual([GRANTED, INVALID_TOKEN, GRANTED]);
    expect(await outcomes(items)).toEqual([GRANTED, INVALID_TOKEN, GRANTED]);
  });

  test('a token that expires within the minute is refused as expired', async () => {
    const { token } = await aToken();
    t.clock.advance(ACCESS_TOKEN_TTL_S * 1000 - 1);
    expect(await outcomes(repeat(token, 2))).toEqual([GRANTED, GRANTED]);
    t.clock.advance(1);
    expect(await outcomes(repeat(token, 2))).toEqual([EXPIRED_TOKEN, EXPIRED_TOKEN]);
  });

  test('a new minute is opened once by the first process that needs it', async () => {
    const { accountId, token } = await aToken();
    const other = await t.anotherProcess();
    const batch = { items: repeat(token, 10) };
    for (const auth of [t.auth, other]) await auth.authorize(batch);
    t.clock.set('2026-03-02T15:01:00.000Z');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? t.auth : other).authorize(batch)),
    );
    const all = answers.flatMap(({ authorizations }) => authorizations.map(({ outcome }) => outcome));
    expect(countOf(all, GRANTED)).toBe(60);
    expect(countOf(all, RATE_LIMITED)).toBe(20);
    const stored = await t.database.db.collection('tokens').findOne({ accountId });
    expect(stored?.lastUsedAt).toEqual(t.clock.now());
  });

  test('a token that was replaced in an earlier minute is invalid, and one that expired then is expired', async () => {
    const [replaced, kept] = [await aToken(), await aToken()];
    const items = [replaced, kept].map(({ token }) => ({ token, surface: Surface.MCP }));
    expect(await outcomes(items)).toEqual([GRANTED, GRANTED]);
    await t.auth.replaceAccessToken({ accountId: replaced.accountId });
    t.clock.set('2026-03-02T15:01:00.000Z');
    expect(await outcomes(items)).toEqual([INVALID_TOKEN, GRANTED]);
    t.clock.advance(ACCESS_TOKEN_TTL_S * 1000);
    expect(await outcomes(items)).toEqual([INVALID_TOKEN, EXPIRED_TOKEN]);
  });

  test('the last use is stored', async () => {
    const { accountId, token } = await aToken();
    await use(token);
    t.clock.advance(2_000);
    expect(await outcomes(repeat(token, 2))).toEqual([GRANTED, GRANTED]);
    const stored = await t.database.db.collection('tokens').findOne({ accountId });
    expect(stored?.lastUsedAt).toEqual(t.clock.now());
  });

  test('they are counted one by one on a database server without that command', async () => {
    const { token } = await aToken();
    const older = await t.anotherProcess(undefined, withoutBulkWrite(t.database));
    const all: AuthorizeOutcome[] = [];
    for (let batch = 0; batch < 7; batch++) {
      const { authorizations } = await older.authorize({ items: repeat(token, 10) });
      all.push(...authorizations.map(({ outcome }) => outcome));
    }
    expect(countOf(all, GRANTED)).toBe(60);
    expect(countOf(all, RATE_LIMITED)).toBe(10);
  });
});

/** Returns the same database, but without the command `bulkWrite`, as in MongoDB 7. */
function withoutBulkWrite({ db, isReachable }: MongoConnection): MongoConnection {
  const unknown = async () => {
    throw new MongoServerError({ message: "no such command: 'bulkWrite'", code: 59 });
  };
  const client = new Proxy(db.client, {
    get: (target, name) => (name === 'db' ? () => ({ command: unknown }) : Reflect.get(target, name)),
  });
  const older = new Proxy(db, {
    get: (target, name) => {
      const value: unknown = name === 'client' ? client : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db: older, isReachable, close: async () => undefined } as MongoConnection;
}

test('every query of a token uses an index', async () => {
  const tokens = t.database.db.collection('tokens');
  for (const filter of [
    { tokenHash: 'x' },
    { tokenHash: 'x', mcp: { $gte: 1 } },
    { _id: 'access:1' as never, accountId: 1 },
  ]) {
    const plan = JSON.stringify(await tokens.find(filter).explain('queryPlanner'));
    expect(plan).not.toContain('COLLSCAN');
  }
});
