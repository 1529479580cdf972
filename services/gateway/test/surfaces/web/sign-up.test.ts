import { OwnerEmailKind } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createLogger } from '@parcelyard/service-kit/logger';
import { createVisitor, formOf } from '@parcelyard/testing/visitor';
import { someEntitlements } from '../../support/contracts';
import { ACCOUNT_ID } from '../../support/fake-auth';
import { fakeOwners, PASSWORD } from '../../support/fake-owners';
import { startGateway, type TestGateway } from '../../support/start-gateway';

const ADA = { name: 'Ada King Lovelace', email: 'ada@example.com', password: PASSWORD, company: 'Engines' };
const CREATED = new Date('2026-03-02T14:59:00Z');

const anAccount = {
  accountId: ACCOUNT_ID,
  email: ADA.email,
  firstName: 'Ada',
  lastName: '',
  company: '',
  createdAt: CREATED,
  addressVerified: true,
};

interface World {
  failures?: number;
  verified?: boolean;
  /** In how many seconds a sign-up is possible again. */
  quota?: number;
  busy?: boolean;
}

/** Returns a fake auth with at most one account, and a fake billing that fails the given number of times. */
function services({ failures = 0, verified = true, quota = 0, busy = false }: World = {}) {
  let exists = false;
  let plan = 'none';
  let left = failures;
  const members = fakeOwners({ addressVerified: verified });
  return startGateway({
    baseUrl: 'http://127.0.0.1',
    auth: {
      ...members,
      takeQuota: async ({ quota: name }) => ({
        retryAfterSeconds: name === 'sign_up' ? quota : 0,
        network: true,
      }),
      createAccount: async () => {
        if (busy) throw new DomainError('unavailable', 'text', { text: 'Busy.' }, { retryAfterSeconds: 3 });
        if (exists) throw new DomainError('already_exists', 'text', { text: 'Exists.' }, { field: 'email' });
        exists = true;
        return anAccount;
      },
      verifyPassword: async ({ password }) => {
        if (password !== PASSWORD) throw new DomainError('unauthenticated', 'text', { text: 'Wrong.' });
        return anAccount;
      },
      createVerificationLink: async () => ({ token: '7.link', expiresAt: new Date('2026-03-04T00:00:00Z') }),
    },
    customers: { sendOwnerEmail: async () => ({}) },
    billing: {
      startTrial: async () => {
        left -= 1;
        if (left >= 0) throw new DomainError('unavailable', 'text', { text: 'Away.' });
        plan = 'trial';
        return {};
      },
      recordReferral: async ({ code }) => {
        if (code === 'TYPO')
          throw new DomainError('invalid_argument', 'text', { text: 'Nobody has this code.' });
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
  it('creates the account, its plan and a session, and splits the name', async () => {
    const gateway = await services();
    expect((await signUp(gateway)).path).toBe('/welcome');
    expect(gateway.authCalls[1]).toMatchObject({
      method: 'createAccount',
      request: { firstName: 'Ada', lastName: 'King Lovelace', company: 'Engines', unverified: true },
    });
    expect(gateway.calls[0]).toMatchObject({
      method: 'startTrial',
      request: { accountId: ACCOUNT_ID },
    });
  });

  it.each(['FRIEND', 'TYPO'])(
    'with the code %s is sent to billing, and continues with any answer',
    async (code) => {
      const gateway = await services();
      expect((await signUp(gateway, `/signup?ref=${code}`)).path).toBe('/welcome');
      expect(gateway.calls[0]).toMatchObject({ method: 'recordReferral', request: { code, name: 'Ada' } });
    },
  );

  it('that stopped before its plan was set is completed when the form is sent again', async () => {
    const gateway = await services({ failures: 1 });
    expect((await signUp(gateway)).status).toBe(503);
    expect((await signUp(gateway)).path).toBe('/welcome');
  });

  it('sends the verification link, and every page says so until it is used', async () => {
    const gateway = await services({ verified: false });
    const welcome = await signUp(gateway);
    expect(gateway.calls.filter(({ method }) => method === 'sendOwnerEmail')).toMatchObject([
      {
        request: {
          kind: OwnerEmailKind.VERIFY_ADDRESS,
          recipient: ADA.email,
          accountId: ACCOUNT_ID,
          linkPath: '/verify/7.link',
        },
      },
    ]);
    expect(welcome.text).toContain('Confirm your e-mail address');
  });

  it('with the address of an existing account gets the usual answer, and the owner gets a mail', async () => {
    const post = async (gateway: TestGateway, password: string) => {
      const visitor = createVisitor(gateway.url);
      const page = await visitor.open('/signup');
      const { action, values } = formOf(page, 'Create account');
      const response = await visitor.send(action, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...values, ...ADA, password }).toString(),
      });
      return { visitor, response, body: await response.text() };
    };
    const gateway = await services();
    const fresh = await post(gateway, PASSWORD);
    const known = await post(gateway, 'something else');
    const shapeOf = ({ response, body }: typeof fresh) => ({
      status: response.status,
      body,
      headers: [...response.headers]
        .filter(([name]) => name !== 'date' && name !== 'x-request-id')
        .map(([name, value]) => [name, value.replace(/=[\w-]{43};/, '=…;').replace(/Expires=[^;]*/, '')]),
    });
    expect(shapeOf(known)).toEqual(shapeOf(fresh));
    expect(known.visitor.cookies.size).toBe(fresh.visitor.cookies.size);
    expect(gateway.calls.at(-1)).toMatchObject({
      method: 'sendOwnerEmail',
      request: { kind: OwnerEmailKind.ADDRESS_IN_USE, recipient: ADA.email, accountId: 0 },
    });
    const next = await known.visitor.open('/welcome');
    expect([
      next.path.split('?')[0],
      next.text.includes('see the e-mail that we sent to your address'),
    ]).toEqual(['/signin', true]);
  });

  it('over its quota is refused with the seconds to wait, before a password is hashed', async () => {
    const gateway = await services({ quota: 2_520 });
    const visitor = createVisitor(gateway.url);
    for (let n = 0; n < 3; n += 1) {
      const page = await visitor.press(await visitor.open('/signup'), 'Create account', ADA);
      expect([page.status, page.headers.get('retry-after')]).toEqual([429, '2520']);
    }
    const methods = gateway.authCalls.map(({ method }) => method);
    expect(methods).not.toContain('createAccount');
    // The gateway remembers the first refusal, so it does not ask auth for the quota again.
    expect(methods.filter((method) => method === 'takeQuota')).toHaveLength(1);
  });

  it('that is refused by the full password queue gets the time to try again', async () => {
    const gateway = await services({ busy: true });
    const { status, headers } = await signUp(gateway);
    expect([status, headers.get('retry-after')]).toEqual([503, '3']);
  });
});

describe('the verification link for an address', () => {
  it('only asks when it is opened, and says what to do after a newer link has replaced it', async () => {
    let isReplaced = false;
    const gateway = await startGateway({
      baseUrl: 'http://127.0.0.1',
      auth: {
        ...fakeOwners(),
        verifyAddress: async () => {
          if (isReplaced) throw new DomainError('not_found', 'verification_link_dead', {});
          return anAccount;
        },
      },
    });
    const visitor = createVisitor(gateway.url);
    const asked = await visitor.open('/verify/7.link');
    expect(asked.status).toBe(200);
    expect(gateway.authCalls).toEqual([]);
    const done = await visitor.press(asked, 'Confirm address');
    expect(done.text).toContain('Your address is confirmed');
    expect(gateway.authCalls).toMatchObject([{ method: 'verifyAddress', request: { token: '7.link' } }]);
    isReplaced = true;
    const again = await visitor.press(asked, 'Confirm address');
    expect([again.status, again.text.includes('send the e-mail again')]).toEqual([404, true]);
  });

  it('is not logged when the verification fails, because it is still valid', async () => {
    const lines: string[] = [];
    const logger = createLogger('gateway', 'info', { write: (line) => void lines.push(line) });
    const verifyAddress = async () => {
      throw new Error('auth is broken');
    };
    const gateway = await startGateway({ logger, baseUrl: 'http://127.0.0.1', auth: { verifyAddress } });
    const visitor = createVisitor(gateway.url);
    const failed = await visitor.press(await visitor.open('/verify/7.link'), 'Confirm address');
    expect(failed.status).toBe(500);
    expect(lines.join('')).toContain('page failed');
    expect(lines.join('')).toContain('/verify/:token');
    expect(lines.join('')).not.toContain('7.link');
  });

  it('is sent again by the button on every page, within its quota', async () => {
    const gateway = await services({ verified: false });
    const visitor = createVisitor(gateway.url);
    const welcome = await visitor.press(await visitor.open('/signup'), 'Create account', ADA);
    const page = await visitor.press(welcome, 'Send the e-mail again');
    expect([page.path, page.text.includes('We have sent an e-mail to ada@example.com')]).toEqual([
      '/settings/account?changed=verification',
      true,
    ]);
    expect(gateway.calls.filter(({ method }) => method === 'sendOwnerEmail')).toHaveLength(2);
    expect(gateway.authCalls).toContainEqual({
      method: 'takeQuota',
      request: { quota: 'verification_mails', ip: expect.any(String), account: String(ACCOUNT_ID) },
    });
  });
});
