import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createVisitor } from '@parcelyard/testing/visitor';
import { someEntitlements } from '../../support/contracts';
import { ACCOUNT_ID } from '../../support/fake-auth';
import { fakeMembers, PASSWORD } from '../../support/fake-members';
import { startGateway } from '../../support/start-gateway';

const ADA = { name: 'Ada King Lovelace', email: 'ada@example.com', password: PASSWORD, company: 'Engines' };
const settings = { plan: 'trial', autoRechargeCents: 0, paymentMethod: 'sandbox_ok', referralCreditCents: 0 };
const CREATED = new Date('2026-03-02T14:59:00Z');

/** Auth with at most one account, and billing that fails as often as it is told to. */
function services({ failures = 0, since = CREATED }: { failures?: number; since?: Date } = {}) {
  const account = {
    ...{ accountId: ACCOUNT_ID, email: ADA.email, firstName: 'Ada', lastName: '', company: '' },
    createdAt: since,
    addressVerified: true,
  };
  let exists = false;
  let plan = 'none';
  let left = failures;
  return startGateway({
    baseUrl: 'http://127.0.0.1',
    auth: {
      ...fakeMembers(),
      createAccount: async () => {
        if (exists) throw new DomainError('already_exists', 'Exists.', { field: 'email' });
        exists = true;
        return account;
      },
      verifyPassword: async ({ password }) => {
        if (password !== PASSWORD) throw new DomainError('unauthenticated', 'Wrong.');
        return account;
      },
    },
    billing: {
      updateAccount: async () => {
        left -= 1;
        if (left >= 0) throw new DomainError('unavailable', 'Away.');
        plan = 'trial';
        return settings;
      },
      recordReferral: async ({ code }) => {
        if (code === 'TYPO') throw new DomainError('invalid_argument', 'Nobody has this code.');
        return {};
      },
      getEntitlements: async () => someEntitlements({ plan }),
    },
  });
}

async function signUp(gateway: { url: string }, path = '/signup', person = ADA) {
  const visitor = createVisitor(gateway.url);
  return visitor.press(await visitor.open(path), 'Create account', person);
}

describe('a sign-up', () => {
  it('makes the account, its plan and a session, and splits the name', async () => {
    const gateway = await services();
    expect((await signUp(gateway)).path).toBe('/welcome');
    expect(gateway.authCalls[0]).toMatchObject({
      method: 'createAccount',
      request: { firstName: 'Ada', lastName: 'King Lovelace', company: 'Engines' },
    });
    expect(gateway.calls).toMatchObject([
      { method: 'updateAccount', request: { accountId: ACCOUNT_ID, plan: 'trial' } },
    ]);
  });

  it.each(['FRIEND', 'TYPO'])(
    'by the code %s is told to billing, and goes on whatever that says',
    async (code) => {
      const gateway = await services();
      expect((await signUp(gateway, `/signup?ref=${code}`)).path).toBe('/welcome');
      expect(gateway.calls[0]).toMatchObject({ method: 'recordReferral', request: { code, name: 'Ada' } });
    },
  );

  it('that was broken off before its plan is finished by sending the form again', async () => {
    const gateway = await services({ failures: 1 });
    expect((await signUp(gateway)).status).toBe(503);
    expect((await signUp(gateway)).path).toBe('/welcome');
    expect((await signUp(gateway)).status).toBe(409);
  });

  it('with another password, or long after, is no way into the account', async () => {
    const gateway = await services({ failures: 1 });
    await signUp(gateway);
    expect((await signUp(gateway, '/signup', { ...ADA, password: 'something else' })).status).toBe(409);
    const old = await services({ failures: 1, since: new Date('2026-03-01T00:00:00Z') });
    await signUp(old);
    expect((await signUp(old)).status).toBe(409);
  });
});
