import { withUnseen } from '@parcelyard/testing/unseen-text';
import { type AuthUnderTest, PASSWORD, startAuth } from './support/start-auth';

let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
afterAll(() => t.stop());

const ann = {
  email: ' Ann@Example.com ',
  password: PASSWORD,
  firstName: 'Ann',
  lastName: 'Lee',
  company: 'Lee Ltd',
  unverified: false,
};

describe('an account', () => {
  test('is found by its normalized e-mail address', async () => {
    const created = await t.auth.createAccount(ann);
    expect(created).toMatchObject({
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      company: 'Lee Ltd',
      createdAt: t.clock.now(),
    });
    expect(await t.auth.getAccount({ accountId: created.accountId })).toEqual(created);
  });

  test('stores names without invisible characters [MCP-O25]', async () => {
    const names = { firstName: 'Eve', lastName: 'Lee', company: 'Lee Ltd' };
    const created = await t.auth.createAccount({ ...ann, email: 'unseen@example.com', ...withUnseen(names) });
    expect(created).toMatchObject(names);
  });

  test('is not found for an unknown id', async () => {
    await expect(t.auth.getAccount({ accountId: 9 })).rejects.toMatchObject({ code: 'not_found' });
  });

  // This test fails when the unique index on users.email is removed.
  test('is created once when many requests with one address come at once, in any spelling', async () => {
    const spellings = ['bob@example.com', 'BOB@example.com', ' bob@EXAMPLE.com', 'Bob@Example.Com'];
    const other = await t.anotherProcess();
    const outcomes = await Promise.allSettled(
      spellings.map((email, n) => (n % 2 ? t.auth : other).createAccount({ ...ann, email })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'already_exists', field: 'email' });
      }
    }
    expect(
      await t.database.db.collection('accounts').countDocuments({ 'users.email': 'bob@example.com' }),
    ).toBe(1);
  });

  test('stores its password only as an argon2id hash', async () => {
    const stored = await t.database.db.collection('accounts').find({}).toArray();
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
    for (const account of stored)
      expect(account.users[0].passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a password', () => {
  test('is accepted with each spelling of its address', async () => {
    const { accountId } = await t.auth.createAccount({ ...ann, email: 'cy@example.com' });
    const signedIn = await t.auth.verifyPassword({ email: ' CY@Example.com', password: PASSWORD });
    expect(signedIn.accountId).toBe(accountId);
  });

  test('is refused with the same message for an unknown address, a wrong password and an empty password', async () => {
    await t.auth.createAccount({ ...ann, email: 'dee@example.com' });
    const attempts = [
      { email: 'nobody@example.com', password: PASSWORD },
      { email: 'dee@example.com', password: 'wrong horse battery' },
      { email: 'dee@example.com', password: '' },
      { email: '', password: '' },
      { email: '{"$gt":""}', password: PASSWORD },
    ];
    const outcomes = await Promise.all(
      attempts.map((attempt) => t.auth.verifyPassword(attempt).catch((error: unknown) => error)),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        code: 'unauthenticated',
        reason: 'credentials_wrong',
      });
    }
  });
});

describe('the address of a new owner', () => {
  const unverified = (email: string) => t.auth.createAccount({ ...ann, email, unverified: true });

  test('is verified by its link, also without a session, and a second click succeeds', async () => {
    const { accountId, addressVerified } = await unverified('eli@example.com');
    expect(addressVerified).toBe(false);
    const { token, expiresAt } = await t.auth.createVerificationLink({ accountId });
    expect(token).toMatch(new RegExp(`^${accountId}\\.[\\w-]{43}$`));
    expect(expiresAt).toEqual(new Date(t.clock.now().getTime() + 172_800_000));
    const stored = await t.database.db.collection('accounts').find({}).toArray();
    expect(JSON.stringify(stored)).not.toContain(token.split('.')[1]);
    const other = await t.anotherProcess();
    const outcomes = await Promise.allSettled([t.auth, other].map((auth) => auth.verifyAddress({ token })));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    t.clock.advance(172_800_000);
    expect(await t.auth.verifyAddress({ token })).toMatchObject({ accountId, addressVerified: true });
    expect(await t.auth.getAccount({ accountId })).toMatchObject({ addressVerified: true });
    await expect(t.auth.createVerificationLink({ accountId })).rejects.toMatchObject({
      code: 'failed_precondition',
    });
  });

  test('is not verified by a link that was replaced, has expired, was altered or belongs to another account', async () => {
    const { accountId } = await unverified('fay@example.com');
    const eve = await unverified('eve@example.com');
    const replaced = await t.auth.createVerificationLink({ accountId });
    const { token } = await t.auth.createVerificationLink({ accountId });
    const secret = token.split('.')[1];
    const wrong = [replaced.token, `${eve.accountId}.${secret}`, `${token}x`, `${accountId}.`, '', '1.$gt'];
    for (const text of wrong)
      await expect(t.auth.verifyAddress({ token: text })).rejects.toMatchObject({ code: 'not_found' });
    t.clock.advance(172_800_000);
    await expect(t.auth.verifyAddress({ token })).rejects.toMatchObject({ code: 'not_found' });
    expect(await t.auth.getAccount({ accountId })).toMatchObject({ addressVerified: false });
  });

  test('counts as verified in accounts that were created before the rule', async () => {
    const { accountId } = await t.auth.createAccount({ ...ann, email: 'gus@example.com' });
    const stored = await t.database.db.collection<{ _id: number }>('accounts').findOne({ _id: accountId });
    expect(stored).not.toHaveProperty('unverified');
    expect(await t.auth.getAccount({ accountId })).toMatchObject({ addressVerified: true });
  });
});
