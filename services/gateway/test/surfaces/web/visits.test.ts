import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createVisitor, formOf } from '@parcelyard/testing/visitor';
import { fakeOwners, PASSWORD } from '../../support/fake-owners';
import { type Options, startGateway } from '../../support/start-gateway';

const ADA = { email: 'ada@example.com', password: PASSWORD };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function anyone(options: Partial<Options> = {}) {
  const gateway = await startGateway({ auth: fakeOwners(), baseUrl: 'http://127.0.0.1', ...options });
  return { gateway, visitor: createVisitor(gateway.url) };
}

async function anOwner(options: Partial<Options> = {}) {
  const { gateway, visitor } = await anyone(options);
  await visitor.press(await visitor.open('/signin'), 'Sign in', ADA);
  return { gateway, visitor };
}

describe('signing in', () => {
  it('returns to the page that the visitor requested, with its query', async () => {
    const { visitor } = await anyone();
    const page = await visitor.open('/settings/api?from=mail');
    expect(page.path).toBe('/signin?return_to=%2Fsettings%2Fapi%3Ffrom%3Dmail');
    const after = await visitor.press(page, 'Sign in', ADA);
    expect([after.status, after.path]).toEqual([200, '/settings/api?from=mail']);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'settings/api',
    '/%0d%0aset-cookie:x',
  ])('never redirects to another site: %j', async (wanted) => {
    const { visitor } = await anyone();
    const page = await visitor.open('/signin');
    const { values } = formOf(page, 'Sign in');
    const body = new URLSearchParams({ ...values, ...ADA, return_to: wanted }).toString();
    const response = await visitor.send('/signin', { method: 'POST', headers: FORM, body });
    expect(response.status).toBe(303);
    const to = new URL(response.headers.get('location') as string, 'http://own.example');
    expect(to.origin).toBe('http://own.example');
    expect(response.headers.get('location')).toMatch(/^\/(?![/\\])/);
    expect(response.headers.getSetCookie().join()).not.toContain('set-cookie:x');
  });

  it('gets the same message for every failure, keeps the address, and never keeps the password', async () => {
    const { visitor } = await anyone();
    const wrong = { ...ADA, password: 'wrong "horse"' };
    const page = await visitor.press(await visitor.open('/signin'), 'Sign in', wrong);
    expect(page.status).toBe(401);
    expect(page.text).toContain('E-mail address or password is wrong.');
    expect(page.html).toContain('value="ada@example.com"');
    expect(page.html).not.toContain('horse');
  });

  it('waits after too many failures: 429 with Retry-After', async () => {
    const { visitor } = await anyone();
    const wrong = { ...ADA, email: 'limited@example.com' };
    const page = await visitor.press(await visitor.open('/signin'), 'Sign in', wrong);
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '840']);
    expect(page.text).toContain('Please wait 14 minutes');
  });

  it('creates a new session, whatever cookies were sent', async () => {
    const { gateway, visitor } = await anyone();
    const planted = 'p'.repeat(43);
    visitor.cookies.set('parcelyard_session', planted);
    await visitor.press(await visitor.open('/signin'), 'Sign in', ADA);
    expect(visitor.cookies.get('parcelyard_session')).not.toBe(planted);
    expect(visitor.cookies.get('parcelyard_session')).not.toBe(visitor.cookies.get('parcelyard_form'));
    const stranger = createVisitor(gateway.url);
    stranger.cookies.set('parcelyard_session', planted);
    expect((await stranger.open('/settings/api')).path).toContain('/signin');
  });
});

describe('cookies', () => {
  it('under https are __Host- cookies that scripts cannot read and plain http cannot set', async () => {
    const { visitor } = await anyone({ baseUrl: 'https://ship.example' });
    const page = await visitor.open('/signin');
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-parcelyard_form=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const body = new URLSearchParams({ ...formOf(page, 'Sign in').values, ...ADA }).toString();
    const response = await visitor.send('/signin', { method: 'POST', headers: FORM, body });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-parcelyard_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=Wed, 01 Apr 2026/,
      ),
    ]);
  });

  it('are not set by a page without forms', async () => {
    const { visitor } = await anyone();
    expect((await visitor.open('/')).status).toBe(200);
    expect(visitor.cookies.size).toBe(0);
  });

  it('that cannot be a session are not looked up, and the cookie of an ended session is cleared', async () => {
    const { gateway, visitor } = await anyone();
    visitor.cookies.set('parcelyard_session', 'short');
    await visitor.open('/');
    expect(gateway.authCalls).toEqual([]);
    visitor.cookies.set('parcelyard_session', 'o'.repeat(43));
    await visitor.open('/');
    expect(visitor.cookies.has('parcelyard_session')).toBe(false);
  });
});

describe('a form', () => {
  const replace = (headers: Record<string, string>, body: string) => ({
    method: 'POST',
    headers: { ...FORM, ...headers },
    body,
  });
  const replacements = (gateway: { authCalls: { method: string }[] }) =>
    gateway.authCalls.filter(({ method }) => method === 'replaceAccessToken').length;

  it('of the page itself is accepted, also when the browser hides the origin', async () => {
    const { gateway, visitor } = await anOwner();
    const { csrf = '' } = formOf(await visitor.open('/settings/api/generate'), 'Generate API key').values;
    const body = new URLSearchParams({ csrf, action: 'generate' }).toString();
    for (const headers of [
      {},
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { origin: 'http://127.0.0.1' },
      { origin: gateway.url },
    ]) {
      expect((await visitor.send('/settings/api', replace(headers, body))).status).toBe(200);
    }
    expect(replacements(gateway)).toBe(4);
  });

  it('with the csrf token of another session, of no session, or without one is refused and changes nothing', async () => {
    const { gateway, visitor } = await anOwner();
    const other = createVisitor(gateway.url);
    await other.press(await other.open('/signin'), 'Sign in', ADA);
    const csrfOf = async (who: typeof visitor, path: string, button: string) =>
      formOf(await who.open(path), button).values.csrf ?? '';
    const tokens = [
      await csrfOf(other, '/settings/api/generate', 'Generate API key'),
      await csrfOf(createVisitor(gateway.url), '/signin', 'Sign in'),
      '',
      'x'.repeat(43),
    ];
    for (const csrf of tokens) {
      const body = new URLSearchParams({ csrf, action: 'generate' }).toString();
      const response = await visitor.send('/settings/api', replace({}, body));
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('This form can no longer be sent');
    }
    expect((await visitor.send('/settings/api', replace({}, 'action=generate'))).status).toBe(403);
    expect(replacements(gateway)).toBe(0);
  });

  it('of another session leads back to its page', async () => {
    const { gateway, visitor } = await anOwner();
    const page = await visitor.open('/settings/api/generate');
    const other = createVisitor(gateway.url);
    await other.press(await other.open('/signin'), 'Sign in', ADA);
    for (const [name, value] of other.cookies) visitor.cookies.set(name, value);
    const refused = await visitor.press(page, 'Generate API key');
    expect(refused.status).toBe(403);
    expect((await visitor.click(refused, 'Open the page again')).path).toBe('/settings/api');
    expect(replacements(gateway)).toBe(0);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('that another site sends (%j) is refused even with the right csrf token', async (headers) => {
    const { gateway, visitor } = await anOwner();
    const { csrf = '' } = formOf(await visitor.open('/settings/api/generate'), 'Generate API key').values;
    const body = new URLSearchParams({ csrf, action: 'generate' }).toString();
    expect((await visitor.send('/settings/api', replace(headers, body))).status).toBe(403);
    expect(replacements(gateway)).toBe(0);
  });

  it('for the sign-in requires the cookie of its page', async () => {
    const { gateway, visitor } = await anyone();
    const { values } = formOf(await visitor.open('/signin'), 'Sign in');
    const body = new URLSearchParams({ ...values, ...ADA }).toString();
    const bare = await fetch(`${gateway.url}/signin`, { method: 'POST', headers: FORM, body });
    expect(bare.status).toBe(403);
    expect(gateway.authCalls).toEqual([]);
  });

  it.each([
    ['multipart/form-data; boundary=x', '', 415],
    ['application/json', '{}', 415],
    [undefined, '', 415],
    ['application/x-www-form-urlencoded; charset=utf-8', `csrf=${'x'.repeat(70_000)}`, 413],
  ])('of type %s is accepted only in the expected type and size', async (type, body, status) => {
    const { visitor } = await anOwner();
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const sent = type === undefined ? Buffer.from('a') : body;
    const response = await visitor.send('/settings/api', { method: 'POST', headers, body: sent });
    expect(response.status).toBe(status);
  });

  it('of an ended session leads to the sign-in and changes nothing', async () => {
    const { gateway, visitor } = await anOwner();
    const second = createVisitor(gateway.url);
    for (const [name, value] of visitor.cookies) second.cookies.set(name, value);
    const page = await visitor.open('/settings/api/generate');
    await second.press(await second.open('/settings/api'), 'Sign out');
    const after = await visitor.press(page, 'Generate API key');
    expect(after.path).toBe('/signin?return_to=%2Fsettings%2Fapi&unsent=1');
    expect(after.text).toContain('You are signed out, so your last click changed nothing.');
    expect(replacements(gateway)).toBe(0);
  });

  it.each([
    ['/settings/billing/auto-recharge', '/settings/billing'],
    ['/settings/webhook/rotate-secret', '/settings/webhook/rotate-secret'],
    ['/settings/webhook/test', '/settings/webhook'],
    ['/settings/shipping/fulfillment/retry', '/settings/shipping'],
    ['/orders/1001/return/label', '/orders/1001/return'],
    ['/settings/account/verification', '/settings/account'],
  ])('sent to %s without a session leads, after the sign-in, to the page %s', async (path, page) => {
    const { visitor } = await anyone();
    const sent = await visitor.send(path, { method: 'POST', headers: FORM, body: 'csrf=x' });
    const signInPath = sent.headers.get('location') ?? '';
    const { values } = formOf(await visitor.open(signInPath), 'Sign in');
    expect(values.return_to).toBe(page);
  });

  it('has a page that its address leads to when it is opened, for example after a refusal', async () => {
    const { visitor } = await anOwner();
    for (const path of ['/settings/billing/auto-recharge', '/orders/1001/return/label']) {
      const { status, headers } = await visitor.send(path);
      expect([status, headers.get('location')]).toEqual([303, path.slice(0, path.lastIndexOf('/'))]);
    }
  });

  it('of the sign-in leads to the requested page also when another tab has signed in meanwhile', async () => {
    const { visitor } = await anyone();
    const page = await visitor.open('/settings/account');
    await visitor.press(await visitor.open('/signin'), 'Sign in', ADA);
    expect((await visitor.press(page, 'Sign in', ADA)).path).toBe('/settings/account');
  });
});

describe('the API key', () => {
  it('is on a page only after Show or Generate, and not after a reload [MCP-A9]', async () => {
    const { visitor } = await anOwner();
    const page = await visitor.open('/settings/api');
    expect(page.text).toContain('August 28, 2026');
    expect(page.text).not.toContain('OAUTH2.generation');
    expect((await visitor.press(page, 'Show API key')).text).toContain('OAUTH2.generation-1');
    expect((await visitor.press(page, 'Show API key')).text).toContain('OAUTH2.generation-1');
    const question = await visitor.click(page, 'Generate API key');
    const generated = await visitor.press(question, 'Generate API key');
    expect(generated.text).toContain('OAUTH2.generation-2');
    expect(generated.headers.get('cache-control')).toBe('no-store');
    expect((await visitor.open('/settings/api')).text).not.toContain('OAUTH2.generation');
  });

  it('is replaced only if it is the key that the page was about', async () => {
    const { gateway, visitor } = await anOwner();
    await visitor.press(await visitor.open('/settings/api/generate'), 'Generate API key');
    const { request } = gateway.authCalls.find(({ method }) => method === 'replaceAccessToken') ?? {};
    expect(request).toMatchObject({ replacesIssuedAt: new Date('2026-03-02T00:00:00Z') });
  });

  it('that is the first one ends no previous key', async () => {
    const none = {
      issuedAt: undefined,
      expiresAt: undefined,
      expiredAt: undefined,
      lastUsedAt: undefined,
      usedOverMcp: false,
    };
    const { visitor } = await anOwner({ auth: { ...fakeOwners(), describeAccessToken: async () => none } });
    const page = await visitor.open('/settings/api');
    expect(page.text).toContain('You have no valid key. Both buttons create one.');
    const { text } = await visitor.press(page, 'Generate API key');
    expect(text).toContain('This is your key.');
    expect(text).not.toContain('previous key');
  });

  it.each(['/settings/api', '/settings/mcp'])('that cannot be shown is a refusal on %s', async (path) => {
    const showAccessToken = async () => {
      throw new DomainError('failed_precondition', 'access_token_unreadable', {});
    };
    const { visitor } = await anOwner({ auth: { ...fakeOwners(), showAccessToken } });
    const after = await visitor.press(await visitor.open(path), 'Show API key');
    expect(after.status).toBe(400);
  });

  it.each(['/settings/api', '/settings/mcp'])(
    'that has expired is shown on %s with its expiry',
    async (path) => {
      const gone = {
        issuedAt: undefined,
        expiresAt: undefined,
        expiredAt: new Date('2026-08-30T12:00:00Z'),
        lastUsedAt: undefined,
        usedOverMcp: true,
      };
      const { visitor } = await anOwner({ auth: { ...fakeOwners(), describeAccessToken: async () => gone } });
      const { text } = await visitor.open(path);
      expect(text).toMatch(/The key expired on\s+Aug 30, 2026, 7:00 AM CDT/);
      expect(text).not.toContain('None yet');
    },
  );

  it('is inserted in the set-up of every client after it is shown', async () => {
    const { visitor } = await anOwner();
    const page = await visitor.open('/settings/mcp');
    expect(page.text).toContain('Authorization: Bearer <API KEY>');
    const shown = await visitor.press(page, 'Show API key');
    expect(shown.text.split('Bearer OAUTH2.generation-1')).toHaveLength(6);
    expect(shown.text).not.toContain('<API KEY>');
  });
});

describe('the start page', () => {
  const app = {
    appId: 'a1',
    name: 'The Assistant',
    host: 'assistant.example',
    connections: 1,
    connectedAt: new Date('2026-03-02T00:00:00Z'),
    lastUsedAt: undefined,
  };
  const key = {
    issuedAt: undefined,
    expiresAt: undefined,
    expiredAt: undefined,
    lastUsedAt: undefined,
    usedOverMcp: false,
  };

  it.each([
    ['the guide before the first use of a client', {}, '/welcome'],
    [
      'the order list after a use of the key over MCP',
      { describeAccessToken: async () => ({ ...key, usedOverMcp: true }) },
      '/orders',
    ],
    [
      'the order list after an app was connected',
      { listConnectedApps: async () => ({ apps: [app] }) },
      '/orders',
    ],
  ])('is %s', async (_, auth, path) => {
    const { visitor } = await anOwner({ auth: { ...fakeOwners(), ...auth } });
    const response = await visitor.send('/');
    expect([response.status, response.headers.get('location')]).toEqual([303, path]);
  });

  it('describes Parcelyard to visitors without a session', async () => {
    const { visitor } = await anyone();
    expect((await visitor.open('/')).text).toContain('Parcelyard gives an AI assistant a shipping desk');
  });
});

describe('the IP address of a visitor', () => {
  it.each([
    [0, '127.0.0.1'],
    [1, '198.51.100.7'],
  ])('comes from %i trusted proxies, and not from the visitor', async (hops, expected) => {
    const { gateway, visitor } = await anyone({ trustProxyHops: hops });
    const { values } = formOf(await visitor.open('/signin'), 'Sign in');
    const body = new URLSearchParams({ ...values, ...ADA }).toString();
    const headers = { ...FORM, 'x-forwarded-for': '203.0.113.1, 198.51.100.7' };
    await visitor.send('/signin', { method: 'POST', headers, body });
    const request = gateway.authCalls.find(({ method }) => method === 'signIn')?.request;
    expect((request as { ip: string }).ip.replace('::ffff:', '')).toBe(expected);
  });
});

describe('a page', () => {
  it('is 404 in the usual layout for browsers, and JSON for programs', async () => {
    const { gateway, visitor } = await anyone();
    const page = await visitor.open('/nothing-here');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Page not found');
    const member = await anOwner();
    expect((await member.visitor.open('/nothing-here')).text).toContain('Sign out');
    expect(await (await fetch(`${gateway.url}/nothing-here`)).json()).toMatchObject({ error: 'not_found' });
  });

  it('answers an unsupported method with the allowed methods', async () => {
    const { gateway } = await anyone();
    const response = await fetch(`${gateway.url}/settings/api`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await fetch(`${gateway.url}/signin`, { method: 'HEAD' })).status).toBe(200);
  });

  it('is 503 while a service is unavailable, and 500 with a reference after an unexpected error', async () => {
    const failing = (error: Error) => ({
      auth: { ...fakeOwners(), describeAccessToken: () => Promise.reject(error) },
    });
    const away = await anOwner(failing(new DomainError('unavailable', 'text', { text: 'Away.' })));
    const page = await away.visitor.open('/settings/api');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    const broken = await anOwner(failing(new Error('secret detail')));
    const failed = await broken.visitor.open('/settings/api');
    expect(failed.status).toBe(500);
    expect(failed.text).toMatch(/reference [0-9a-f-]{36}/);
    expect(failed.text).not.toContain('secret detail');
  });

  it('of sign-in and sign-up redirects a visitor with a session', async () => {
    const { visitor } = await anOwner();
    expect((await visitor.open('/signin?return_to=/settings/mcp')).path).toBe('/settings/mcp');
    expect((await visitor.open('/signup')).path).toBe('/welcome');
  });

  it('has a stylesheet that is cached forever, at an address that changes with its content', async () => {
    const { gateway, visitor } = await anyone();
    const [path] = /\/assets\/[^"]+\.css/.exec((await visitor.open('/')).html) as unknown as [string];
    const sheet = await fetch(gateway.url + path);
    expect(sheet.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await sheet.text()).not.toMatch(/url\(|@import/);
    expect((await fetch(`${gateway.url}/assets/parcelyard-000000000000.css`)).status).toBe(404);
  });
});
