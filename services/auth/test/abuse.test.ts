import type { AuthDefinition } from '@parcelyard/contracts/auth';
import { Surface } from '@parcelyard/contracts/auth';
import type { DomainError } from '@parcelyard/service-kit/domain-error';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { wrapCollection } from '@parcelyard/testing/wrap-calls';
import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { type AuthUnderTest, PASSWORD, startAuth } from './support/start-auth';

let t: AuthUnderTest;
let made = 0;
beforeAll(async () => {
  t = await startAuth({ PASSWORDS_WAITING: '20', QUOTA_LABEL_LINKS: '5/3/60' });
  // MongoDB removes expired documents by its own clock. So the test's clock has the real time here.
  t.clock.set(new Date());
});
afterAll(() => t.stop());

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);

/** Starts another process of the service, and records the write commands that this process sends to the database. */
async function aWatchedProcess() {
  const client = new MongoClient(t.database.uri, { monitorCommands: true, ignoreUndefined: true });
  const writes: string[] = [];
  client.on('commandStarted', ({ commandName, databaseName }: CommandStartedEvent) => {
    if (databaseName === t.database.name && WRITES.has(commandName)) writes.push(commandName);
  });
  await client.connect();
  const auth = await t.anotherProcess(t.keys.ring, { ...t.database, client, db: client.db(t.database.name) });
  writes.length = 0;
  return { auth, writes, close: () => client.close() };
}

const anEmail = () => `abuse${++made}@example.com`;
const newAccount = (email = anEmail()) => ({
  email,
  password: PASSWORD,
  firstName: '',
  lastName: '',
  company: '',
  unverified: true,
});

const outcomesOf = async (calls: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls);
  return {
    done: settled.filter(({ status }) => status === 'fulfilled').length,
    refused: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as DomainError] : [])),
  };
};

describe('sign-ins', () => {
  it.each([
    ['that are correct do not limit each other, twenty at once', 0, 20],
    ['that are correct succeed at once after nine failures', 9, 8],
  ])('%s', async (_, failures, count) => {
    const account = newAccount();
    await t.auth.createAccount(account);
    const ip = `192.0.2.${++made}`;
    const { email } = account;
    for (let n = 0; n < failures; n += 1)
      await t.auth.signIn({ email, password: 'wrong horse', ip }).catch(() => undefined);
    const signIns = await Promise.all(
      Array.from({ length: count }, () => t.auth.signIn({ email, password: PASSWORD, ip })),
    );
    expect(signIns.map(({ outcome }) => outcome?.$case)).toEqual(Array(count).fill('session'));
  });

  it('that are refused write nothing to the database', async () => {
    const process = await aWatchedProcess();
    const attempt = { email: anEmail(), password: 'wrong horse', ip: `192.0.2.${++made}` };
    for (let n = 0; n < 10; n += 1) await process.auth.signIn(attempt).catch(() => undefined);
    await process.auth.signIn(attempt);
    process.writes.length = 0;
    for (let n = 0; n < 20; n += 1)
      expect((await process.auth.signIn(attempt)).outcome?.$case).toBe('quotaUsedUp');
    expect(process.writes).toEqual([]);
    await process.close();
  });
});

test('a session is invalid when the password changed between the password check and the storing of the session', async () => {
  const account = newAccount();
  const { accountId } = await t.auth.createAccount(account);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let reached: () => void = () => undefined;
  const verified = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const stalled = await t.anotherProcess(t.keys.ring, holdingSessions(t.database, held, reached));
  const signIn = stalled.signIn({ email: account.email, password: PASSWORD, ip: '192.0.2.250' });
  await verified;
  await t.auth.changePassword({
    accountId,
    presentPassword: PASSWORD,
    newPassword: 'another horse battery',
    ip: '192.0.2.251',
  });
  letGo();
  const { outcome } = await signIn;
  if (outcome?.$case !== 'session') throw new Error('no session');
  await expect(t.auth.getSession({ token: outcome.session.token })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

/** Returns a database in which saving a session waits until `held` resolves. */
function holdingSessions(mongo: MongoConnection, held: Promise<void>, reached: () => void): MongoConnection {
  const db = wrapCollection(mongo.db, 'sessions', (method, call) => {
    if (method !== 'insertOne') return call;
    return async (...inputs) => {
      reached();
      await held;
      return call(...inputs);
    };
  });
  return { ...mongo, db };
}

test('when two requests change one password at once, one succeeds and the other is refused', async () => {
  const { accountId } = await t.auth.createAccount(newAccount());
  const change = (newPassword: string) =>
    t.auth.changePassword({ accountId, presentPassword: PASSWORD, newPassword, ip: `192.0.2.${++made}` });
  const { done, refused } = await outcomesOf([change('first horse battery'), change('second horse battery')]);
  expect(done).toBe(1);
  expect(refused).toMatchObject([{ code: 'invalid_argument', field: 'present_password' }]);
});

describe('five hundred sign-ups at once', () => {
  it('hash at most the allowed number of passwords at once, refuse sign-ups above the queue limit, and do not delay token checks', async () => {
    const owner = await t.anAccount();
    const { token } = await t.auth.showAccessToken({ accountId: owner });
    const authorize = () => t.auth.authorize({ items: [{ token, surface: Surface.REST }] });
    let most = 0;
    let waits = 0;
    let flooding = true;
    const checked: number[] = [];
    const beside = (async () => {
      while (flooding) {
        const begun = performance.now();
        const { authorizations } = await authorize();
        checked.push(performance.now() - begun);
        expect(authorizations).toHaveLength(1);
        for (const { name, value, labels } of await t.metrics()) {
          if (name !== 'parcelyard_passwords') continue;
          if (labels.state === 'running') most = Math.max(most, value);
          else waits = Math.max(waits, value);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const { done, refused } = await outcomesOf(
      Array.from({ length: 500 }, () => t.auth.createAccount(newAccount())),
    );
    flooding = false;
    await beside;
    expect(done).toBeGreaterThanOrEqual(22);
    expect(done + refused.length).toBe(500);
    for (const error of refused) {
      expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) });
      expect(error.retryAfterSeconds).toBeGreaterThan(0);
    }
    expect(most).toBe(2);
    expect(waits).toBeLessThanOrEqual(20);
    expect(checked.length).toBeGreaterThan(5);
  });

  it('whose callers have timed out are not hashed', async () => {
    const signUps = Array.from({ length: 20 }, () => t.auth.createAccount(newAccount(), { timeoutMs: 40 }));
    const { refused } = await outcomesOf(signUps);
    expect(refused.length).toBeGreaterThan(0);
    const metric = (await t.metrics()).find(
      ({ name, labels }) => name === 'parcelyard_passwords' && labels.state === 'waiting',
    );
    expect(metric?.value).toBe(0);
  });
});

describe('a quota', () => {
  const take = (auth: RpcClient<typeof AuthDefinition>, ip: string, account: string) =>
    auth.takeQuota({ quota: 'label_links', ip, account });

  it('counts exactly for a network and for an account over two processes, and returns the seconds until there is room', async () => {
    const other = await t.anotherProcess();
    const at = (n: number) => (n % 2 ? t.auth : other);
    const byNetwork = await Promise.all(
      Array.from({ length: 40 }, (_, n) => take(at(n), `2001:db8:7:1::${n + 1}`, `link ${n}`)),
    );
    expect(byNetwork.filter(({ retryAfterSeconds }) => retryAfterSeconds === 0)).toHaveLength(5);
    expect(byNetwork.find(({ network }) => network)).toEqual({ retryAfterSeconds: 60, network: true });
    t.clock.advance(45_500);
    expect(await take(t.auth, '2001:db8:7:1::9', 'link 99')).toEqual({
      retryAfterSeconds: 15,
      network: true,
    });
    t.clock.advance(14_500);
    expect(await take(t.auth, '2001:db8:7:1::9', 'link 99')).toMatchObject({ retryAfterSeconds: 0 });
    const byAccount = await Promise.all(
      Array.from({ length: 20 }, (_, n) => take(at(n), `198.51.100.${n + 1}`, 'one link')),
    );
    expect(byAccount.filter(({ retryAfterSeconds }) => retryAfterSeconds === 0)).toHaveLength(3);
    expect(byAccount.find(({ retryAfterSeconds }) => retryAfterSeconds > 0)).toEqual({
      retryAfterSeconds: 60,
      network: false,
    });
  });

  it("counts a use that the account's limit refuses for neither the account nor the network", async () => {
    for (let n = 0; n < 8; n += 1) await take(t.auth, '198.51.100.77', 'a worn link');
    const others = await Promise.all([1, 2, 3].map((n) => take(t.auth, '198.51.100.77', `fresh link ${n}`)));
    expect(others.filter(({ retryAfterSeconds }) => retryAfterSeconds === 0)).toHaveLength(2);
  });

  it('writes nothing when it is used up, and stores neither IP addresses nor links', async () => {
    const process = await aWatchedProcess();
    for (let n = 0; n < 5; n += 1) await take(process.auth, '198.51.100.88', `secret link ${n}`);
    const before = JSON.stringify(await t.database.db.collection('quota_windows').find({}).toArray());
    for (let n = 0; n < 5; n += 1) await take(process.auth, '198.51.100.88', `more ${n}`);
    expect(JSON.stringify(await t.database.db.collection('quota_windows').find({}).toArray())).toBe(before);
    expect(before).not.toMatch(/198\.51|secret/);
    await process.close();
  });

  it('with an unknown name is refused, and other services cannot count sign-ins', async () => {
    for (const quota of ['nonsense', 'sign_in', ''])
      await expect(t.auth.takeQuota({ quota, ip: '', account: '' })).rejects.toMatchObject({
        field: 'quota',
      });
  });
});
