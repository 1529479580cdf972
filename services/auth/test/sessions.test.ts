import { type AuthUnderTest, PASSWORD, startAuth } from './support/start-auth';

let t: AuthUnderTest;
let owners = 0;
beforeAll(async () => {
  t = await startAuth();
  // MongoDB removes expired documents by its own clock. So the test's clock has the real time here.
  t.clock.set(new Date());
});
afterAll(() => t.stop());

const DAY_S = 86_400;

/** Returns a different network for each owner, so that no test uses up the quota of another test. */
const aNetwork = () => `198.51.100.${++owners}`;

async function anOwner() {
  const email = `session${++owners}@example.com`;
  const { accountId } = await t.auth.createAccount({
    email,
    password: PASSWORD,
    firstName: 'Ann',
    lastName: 'Lee',
    company: '',
    unverified: false,
  });
  const signIn = async (password = PASSWORD, ip = aNetwork(), auth = t.auth) => {
    const { outcome } = await auth.signIn({ email, password, ip });
    return outcome;
  };
  const open = async () => {
    const outcome = await signIn();
    if (outcome?.$case !== 'session') throw new Error('no session');
    return outcome.session;
  };
  return { email, accountId, signIn, open };
}

const isOver = (token: string) =>
  expect(t.auth.getSession({ token })).rejects.toMatchObject({ code: 'unauthenticated' });

describe('a session', () => {
  it('belongs to its account, and is found only by its token', async () => {
    const owner = await anOwner();
    const { token } = await owner.open();
    expect(token).toMatch(/^[\w-]{43}$/);
    const session = await t.auth.getSession({ token });
    expect(session).toMatchObject({ token: '', account: { accountId: owner.accountId, email: owner.email } });
    await isOver(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`);
    await isOver('');
    const stored = await t.database.db.collection('sessions').find({}).toArray();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('is new at every sign-in', async () => {
    const owner = await anOwner();
    const tokens = [(await owner.open()).token, (await owner.open()).token];
    expect(new Set(tokens).size).toBe(2);
  });

  it('ends after 14 days without use, and no later than 30 days after the sign-in', async () => {
    const owner = await anOwner();
    const [idle, busy] = [await owner.open(), await owner.open()];
    t.clock.advance(13 * DAY_S * 1000);
    await t.auth.getSession({ token: busy.token });
    t.clock.advance(2 * DAY_S * 1000);
    await isOver(idle.token);
    await t.auth.getSession({ token: busy.token });
    t.clock.advance(13 * DAY_S * 1000);
    await t.auth.getSession({ token: busy.token });
    t.clock.advance(2 * DAY_S * 1000);
    await isOver(busy.token);
  });

  it('ends at sign-out in every process at once, and a second sign-out is no error', async () => {
    const owner = await anOwner();
    const [mine, phone] = [await owner.open(), await owner.open()];
    await t.auth.endSession({ token: mine.token });
    await t.auth.endSession({ token: mine.token });
    await isOver(mine.token);
    await t.auth.getSession({ token: phone.token });
  });

  it('ends together with every other session when the password changes, and the answer contains a new session', async () => {
    const owner = await anOwner();
    const sessions = [await owner.open(), await owner.open()];
    const { outcome } = await t.auth.changePassword({
      accountId: owner.accountId,
      presentPassword: PASSWORD,
      newPassword: 'another horse battery',
      ip: aNetwork(),
    });
    for (const { token } of sessions) await isOver(token);
    if (outcome?.$case !== 'session') throw new Error('no session');
    await t.auth.getSession({ token: outcome.session.token });
    await expect(owner.signIn()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await owner.signIn('another horse battery')).toMatchObject({ $case: 'session' });
  });

  it.each([
    ['one after the other', false],
    ['at once', true],
  ])('is open after the change of the password was sent twice, %s', async (_, atOnce) => {
    const owner = await anOwner();
    const change = () =>
      t.auth.changePassword({
        accountId: owner.accountId,
        presentPassword: PASSWORD,
        newPassword: 'another horse battery',
        ip: aNetwork(),
      });
    const first = change();
    if (!atOnce) await first;
    const outcomes = await Promise.all([first, change()]);
    for (const { outcome } of outcomes) {
      if (outcome?.$case !== 'session') throw new Error('no session');
      await t.auth.getSession({ token: outcome.session.token });
    }
    expect(await owner.signIn('another horse battery')).toMatchObject({ $case: 'session' });
  });

  it.each([
    ['a wrong present password', { presentPassword: 'wrong horse' }, 'present_password'],
    ['a new password that is too short', { newPassword: 'short' }, 'new_password'],
  ])('and the password stay unchanged after a change with %s', async (_, wrong, field) => {
    const owner = await anOwner();
    const { token } = await owner.open();
    const request = { presentPassword: PASSWORD, newPassword: 'another horse battery', ip: aNetwork() };
    await expect(
      t.auth.changePassword({ accountId: owner.accountId, ...request, ...wrong }),
    ).rejects.toMatchObject({ code: 'invalid_argument', field });
    await t.auth.getSession({ token });
    expect(await owner.signIn()).toMatchObject({ $case: 'session' });
  });
});

describe('sign-ins that fail', () => {
  it('are checked ten times in 15 minutes for an address, and then even the right password is refused until the time is over', async () => {
    const owner = await anOwner();
    for (let n = 0; n < 10; n += 1) {
      await expect(owner.signIn('wrong horse')).rejects.toMatchObject({ code: 'unauthenticated' });
      t.clock.advance(1_000);
    }
    expect(await owner.signIn()).toEqual({
      $case: 'quotaUsedUp',
      quotaUsedUp: { retryAfterSeconds: 15 * 60 - 10 },
    });
    t.clock.advance((15 * 60 - 10) * 1000);
    expect(await owner.signIn()).toMatchObject({ $case: 'session' });
  });

  it('get the same answers for an address without an account', async () => {
    const nobody = { email: 'nobody-at-all@example.com', password: 'wrong horse' };
    for (let n = 0; n < 10; n += 1) {
      await expect(t.auth.signIn({ ...nobody, ip: aNetwork() })).rejects.toMatchObject({
        reason: 'credentials_wrong',
      });
    }
    expect(await t.auth.signIn({ ...nobody, ip: aNetwork() })).toEqual({
      outcome: { $case: 'quotaUsedUp', quotaUsedUp: { retryAfterSeconds: 15 * 60 } },
    });
  });

  it.each([
    ['an IPv4 address', () => '203.0.113.9'],
    ['all addresses of an IPv6 network', (n: number) => `2001:db8:0:1::${n + 1}`],
  ])('are counted for %s across all accounts', async (_, ip) => {
    const owner = await anOwner();
    for (let n = 0; n < 10; n += 1) {
      const email = `spray${n}@example.com`;
      await t.auth.signIn({ email, password: 'wrong horse', ip: ip(n) }).catch(() => undefined);
    }
    expect(await owner.signIn(PASSWORD, ip(77))).toMatchObject({ $case: 'quotaUsedUp' });
    expect(await owner.signIn()).toMatchObject({ $case: 'session' });
  });

  it('are counted also for both passwords of a change whose present password is wrong', async () => {
    const { accountId, signIn } = await anOwner();
    const guess = (n: number) =>
      t.auth.changePassword({
        accountId,
        presentPassword: `wrong horse ${n}`,
        newPassword: `another wrong horse ${n}`,
        ip: aNetwork(),
      });
    for (let n = 0; n < 5; n += 1)
      await expect(guess(n)).rejects.toMatchObject({ field: 'present_password' });
    expect(await guess(5)).toMatchObject({ outcome: { $case: 'quotaUsedUp' } });
    expect(await signIn()).toMatchObject({ $case: 'quotaUsedUp' });
  });

  it('are no longer counted for the address after a successful sign-in, which is itself not counted', async () => {
    const owner = await anOwner();
    const home = aNetwork();
    for (let n = 0; n < 9; n += 1) await owner.signIn('wrong horse', home).catch(() => undefined);
    for (let n = 0; n < 3; n += 1)
      expect(await owner.signIn(PASSWORD, home)).toMatchObject({ $case: 'session' });
    for (let n = 0; n < 10; n += 1)
      await expect(owner.signIn('wrong horse')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await owner.signIn()).toMatchObject({ $case: 'quotaUsedUp' });
  });

  it('are checked exactly ten times when they all come at once to two processes', async () => {
    const owner = await anOwner();
    const other = await t.anotherProcess();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => owner.signIn('wrong horse', aNetwork(), n % 2 ? t.auth : other)),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(outcomes.filter((o) => o.status === 'fulfilled' && o.value?.$case === 'quotaUsedUp')).toHaveLength(
      30,
    );
  });
});
