import { AuthorizeOutcome, ClaimOutcome, Surface } from '@parcelyard/contracts/auth';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { connectMongo, type MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { eventually } from '@parcelyard/testing/eventually';
import type { TestDatabase } from '@parcelyard/testing/start-test-database';
import { aCode, aConnection, CLIENT_ID, outcomeOf, settle } from './support/an-app';
import { type AuthUnderTest, PASSWORD, startAuth } from './support/start-auth';
import { type Gate, startGate } from './support/start-gate';

const { GRANTED, INVALID_TOKEN, RATE_LIMITED, UNAVAILABLE } = AuthorizeOutcome;
const IP = '192.0.2.7';
let t: AuthUnderTest;
let gate: Gate;
let behindGate: MongoConnection;
/** A replica that reaches the second database through a proxy, which the test can close. */
let replica: AuthUnderTest['auth'];
let accounts: [Owner[], Owner[]];

interface Owner {
  readonly accountId: number;
  readonly email: string;
}

beforeAll(async () => {
  t = await startAuth({ QUOTA_SIGN_UP: '5/3/3600' }, 2);
  const [second] = t.further;
  gate = await startGate(new URL(String(second?.uri)));
  // With close watching, an attempt to connect has only three seconds.
  behindGate = await eventually(() =>
    connectMongo({ uri: gate.uri, database: String(second?.name), watchClosely: true }),
  );
  replica = await t.anotherProcess(t.keys.ring, t.database, [behindGate]);
  accounts = [[], []];
  for (let n = 0; accounts.some(({ length }) => length < 3); n += 1) {
    const email = `shop${n}@example.com`;
    const { accountId } = await t.auth.createAccount({
      email,
      password: PASSWORD,
      firstName: '',
      lastName: '',
      company: '',
      unverified: true,
    });
    const here = await t.database.db.collection<{ _id: number }>('accounts').findOne({ _id: accountId });
    accounts[here ? 0 : 1].push({ accountId, email });
  }
});
beforeEach(() => t.clock.advance(3_600_000));
afterAll(async () => {
  await behindGate.close();
  await gate.stop();
  await t.stop();
});

const first = (place: 0 | 1): Owner => accounts[place][0] as Owner;
const tokenOf = async ({ accountId }: Owner) => (await t.auth.showAccessToken({ accountId })).token;
const signIn = async (auth: AuthUnderTest['auth'], { email }: Owner, password = PASSWORD) => {
  const { outcome } = await auth.signIn({ email, password, ip: IP });
  return outcome?.$case === 'session' ? outcome.session : undefined;
};

describe.each([0, 1] as const)('an account in database %i of two', (place) => {
  test('stores all its documents there and none in the other database', async () => {
    const owner = first(place);
    const { accountId } = owner;
    await tokenOf(owner);
    await signIn(t.auth, owner);
    await aConnection(t.auth, accountId);
    await t.auth.keepConsent({ accountId, authorizationRequest: 'scope=mcp' });
    const databases = [t.database, ...t.further];
    for (const [at, { db }] of databases.entries())
      for (const name of ['tokens', 'sessions', 'connected_apps', 'consents'])
        expect([name, at, await db.collection(name).countDocuments({ accountId })]).toEqual([
          name,
          at,
          at === place ? 1 : 0,
        ]);
  });

  test('signs in, is found by its session on every replica, changes its password and signs out', async () => {
    const owner = accounts[place][1] as Owner;
    const { accountId } = owner;
    const session = await signIn(t.auth, owner);
    const token = String(session?.token);
    expect(await replica.getSession({ token })).toMatchObject({ account: { accountId } });
    const changed = await t.auth.changePassword({
      accountId,
      presentPassword: PASSWORD,
      newPassword: 'another password',
      ip: IP,
    });
    await expect(replica.getSession({ token })).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(signIn(t.auth, owner)).rejects.toMatchObject({ code: 'unauthenticated' });
    const next = changed.outcome?.$case === 'session' ? changed.outcome.session.token : '';
    expect(await replica.getSession({ token: next })).toMatchObject({ account: { accountId } });
    await t.auth.endSession({ token: next });
    await expect(replica.getSession({ token: next })).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('gets 60 requests a minute however many replicas count, and its replaced token is invalid everywhere', async () => {
    const owner = first(place);
    const token = await tokenOf(owner);
    const items = Array.from({ length: 40 }, () => ({ token, surface: Surface.MCP }));
    const answers = await Promise.all([t.auth.authorize({ items }), replica.authorize({ items })]);
    const outcomes = answers.flatMap(({ authorizations }) => authorizations.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === GRANTED)).toHaveLength(60);
    expect(outcomes.filter((outcome) => outcome === RATE_LIMITED)).toHaveLength(20);
    const { token: next } = await t.auth.replaceAccessToken(owner);
    expect(await outcomeOf(replica, token)).toBe(INVALID_TOKEN);
    expect(await outcomeOf(replica, next)).toBe(GRANTED);
  });

  test('connects an app once by a code and refreshes it, and a repeated use of the old token revokes the connection', async () => {
    const { accountId } = first(place);
    const code = await aCode(t.auth, accountId);
    const { succeeded } = await settle([t.auth.redeemCode(code)]);
    const [tokens] = succeeded;
    const old = { clientId: CLIENT_ID, refreshToken: String(tokens?.refreshToken) };
    expect(await outcomeOf(replica, String(tokens?.accessToken))).toBe(GRANTED);
    t.refreshes.expect(2);
    const [one, other] = await Promise.all([t.auth.refreshOAuthTokens(old), replica.refreshOAuthTokens(old)]);
    expect(one?.accessToken).toBe(other?.accessToken);
    expect(await outcomeOf(t.auth, String(tokens?.accessToken))).toBe(INVALID_TOKEN);
    expect(await outcomeOf(t.auth, String(one?.accessToken))).toBe(GRANTED);
    await expect(t.auth.refreshOAuthTokens(old)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await outcomeOf(replica, String(one?.accessToken))).toBe(INVALID_TOKEN);
  });

  test('answers repeated requests once, and returns its consent page once', async () => {
    const { accountId } = first(place);
    const claim = { accountId, key: `order-${place}`, fingerprint: 'f', leaseSeconds: 60 };
    const claims = await Promise.all([t.auth, replica].map((auth) => auth.claimIdempotencyKey(claim)));
    expect(claims.map(({ outcome }) => outcome).sort()).toEqual(
      [ClaimOutcome.CLAIMED, ClaimOutcome.BUSY].sort(),
    );
    const { handle } = await t.auth.keepConsent({ accountId, authorizationRequest: 'scope=mcp' });
    const { succeeded, refused } = await settle(
      [t.auth, replica].map((auth) => auth.takeConsent({ accountId, handle })),
    );
    expect([succeeded.length, refused.length]).toEqual([1, 1]);
  });
});

test('limits of networks are exact over all replicas and databases', async () => {
  for (let n = 0; n < 8; n += 1) {
    const ip = `203.0.${n}.9`;
    const asks = Array.from({ length: 8 }, (_, at) =>
      (at % 2 ? t.auth : replica).takeQuota({ quota: 'sign_up', ip, account: '' }),
    );
    const taken = (await Promise.all(asks)).filter(({ retryAfterSeconds }) => retryAfterSeconds === 0);
    expect(taken).toHaveLength(5);
  }
  const counts = [t.database, ...t.further].map(({ db }) => db.collection('quota_windows').countDocuments());
  for (const count of await Promise.all(counts)) expect(count).toBeGreaterThan(0);
  const requests = Array.from({ length: 40 }, (_, at) =>
    (at % 2 ? t.auth : replica).countTokenRequest({ ip: IP }),
  );
  expect((await Promise.all(requests)).filter(({ allowed }) => allowed)).toHaveLength(30);
});

test('an e-mail address has one account, and accounts are listed by id across both databases', async () => {
  const { email } = first(1);
  const again = { email, password: PASSWORD, firstName: '', lastName: '', company: '', unverified: true };
  await expect(replica.createAccount(again)).rejects.toMatchObject({ code: 'already_exists' });
  const ids = accounts.flat().map(({ accountId }) => accountId);
  const sorted = [...ids].sort((one, other) => one - other);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await t.auth.listAccounts({ afterAccountId: 0, limit: 100 })).accountIds).toEqual(sorted);
  const after = { afterAccountId: sorted[1] as number, limit: 2 };
  expect((await t.auth.listAccounts(after)).accountIds).toEqual(sorted.slice(2, 4));
});

describe.each(['closed', 'silent'] as const)('while the second database is %s', (state) => {
  let tokens: [string, string];
  beforeAll(async () => {
    tokens = [await tokenOf(first(0)), await tokenOf(first(1))];
    gate.set(state);
    await eventually(async () => expect(await outcomeOf(replica, tokens[1])).toBe(UNAVAILABLE));
  });
  afterAll(() => gate.set('open'));

  test('requests of its accounts are refused, and requests of other accounts in the same call are granted', async () => {
    const both = [0, 1, 0, 1].map((place) => ({ token: tokens[place] as string, surface: Surface.MCP }));
    for (let n = 0; n < 2; n += 1) {
      const { authorizations } = await replica.authorize({ items: both });
      expect(authorizations.map(({ outcome }) => outcome)).toEqual([
        GRANTED,
        UNAVAILABLE,
        GRANTED,
        UNAVAILABLE,
      ]);
      expect(authorizations[1]?.refusedForMs).toBeUndefined();
    }
  });

  test('sign-in and pages are unavailable for its accounts and available for the others', async () => {
    const owner = accounts[0][2] as Owner;
    const addresses = Array.from({ length: 12 }, (_, n) => `198.51.${n}.1`);
    const ends = await settle(
      addresses.map((ip) => replica.signIn({ email: owner.email, password: PASSWORD, ip })),
    );
    // Each network's attempts are counted in one of the databases. Attempts whose database is unreachable are refused.
    expect(ends.succeeded.length).toBeGreaterThan(0);
    for (const error of ends.refused) expect(error).toMatchObject({ code: 'unavailable' });
    const away = accounts[1][2] as Owner;
    await expect(replica.signIn({ email: away.email, password: PASSWORD, ip: IP })).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'unavailable',
    });
    await expect(replica.getAccount(away)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await replica.getAccount(owner)).toMatchObject({ accountId: owner.accountId });
    await expect(replica.showAccessToken(away)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await replica.describeAccessToken(first(0))).toHaveProperty('issuedAt', expect.any(Date));
  });
});

test('a database that is available again serves its accounts again', async () => {
  const token = await tokenOf(first(1));
  await eventually(async () => expect(await outcomeOf(replica, token)).toBe(GRANTED));
});

describe('a start', () => {
  const start = (mongo: MongoConnection, further: readonly MongoConnection[], uris: number) =>
    t.anotherProcess(parseKeyRing(t.keys.current), mongo, further, {
      MONGODB_FURTHER_URIS: Array.from({ length: uris }, () => 'mongodb://nowhere').join(' '),
    });

  test('is refused when the databases are in another order or one is missing', async () => {
    const [second] = t.further as readonly [TestDatabase];
    await expect(start(second, [t.database], 1)).rejects.toThrow('MONGODB_FURTHER_URIS');
    await expect(start(t.database, [], 0)).rejects.toThrow('it is number 1 of 2');
    await expect(start(t.database, [second, second], 2)).rejects.toThrow('number 1 of 3');
  });

  test('is refused when it would distribute the accounts of one database over several', async () => {
    const one = await startAuth({}, 1);
    await one.anAccount();
    const [second] = t.further as readonly [TestDatabase];
    await expect(start(one.database, [second], 1)).rejects.toThrow('it is number 1 of 1');
    await one.stop();
  });
});
