import { fakeSignIns, GOOD_CODE, SESSION, STRANGER } from '../../support/fake-sign-ins';
import { BASE_URL, startGateway, type TestGateway } from '../../support/start-gateway';

const CLIENT_ID = 'hosted-assistant';
const REDIRECT_URI = 'https://assistant.example/callback';
const STATE = 'a+b c/&=%é"';
const REQUEST = {
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: REDIRECT_URI,
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  state: STATE,
};
type Fields = Record<string, string | undefined>;

const signIns = fakeSignIns();
let gateway: TestGateway;
beforeEach(() => signIns.forget());
beforeAll(async () => {
  gateway = await startGateway({
    auth: signIns.handlers,
    oauth: {
      OAUTH_HOSTED_CLIENT_ID: CLIENT_ID,
      OAUTH_HOSTED_CLIENT_NAME: 'The <b>Assistant</b>',
      OAUTH_HOSTED_REDIRECT_URIS: [REDIRECT_URI, 'https://assistant.example/other?kind=mcp'],
    },
  });
});

const query = (changes: Fields = {}, more: [string, string][] = []) =>
  new URLSearchParams([
    ...Object.entries({ ...REQUEST, ...changes }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
    ...more,
  ]);
const cookie = (session: string) => ({ cookie: `__Host-parcelyard_session=${session}` });
const open = (search: URLSearchParams, session?: string) =>
  fetch(`${gateway.url}/oauth/authorize?${search}`, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(session !== undefined && cookie(session)) },
  });
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

async function openConsent(changes: Fields = {}, session = SESSION) {
  const html = await (await open(query(changes), session)).text();
  return { csrf: hidden(html, 'csrf'), request: hidden(html, 'request') };
}
const answer = (fields: Record<string, string>, session = SESSION, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...cookie(session), ...headers },
    body: new URLSearchParams(fields),
  });
const target = (response: Response) => new URL(response.headers.get('location') ?? '');

describe('a request without a valid redirect address [MCP-A11]', () => {
  it.each<[string, Fields, [string, string][]]>([
    ['without client_id', { client_id: undefined }, []],
    ['of an unknown client', { client_id: 'nobody' }, []],
    ['of a client on a foreign host', { client_id: 'https://evil.example/app.json' }, []],
    ['with two client_ids', {}, [['client_id', CLIENT_ID]]],
    ['without redirect_uri', { redirect_uri: undefined }, []],
    ['with two redirect_uris', {}, [['redirect_uri', REDIRECT_URI]]],
    ['with an unregistered redirect URI', { redirect_uri: 'https://evil.example/' }, []],
    ['with a path below the registered one', { redirect_uri: `${REDIRECT_URI}/more` }, []],
    ['with a query that is not registered', { redirect_uri: `${REDIRECT_URI}?a=b` }, []],
    ['with another letter case', { redirect_uri: 'https://assistant.example/Callback' }, []],
    ['with a user in the address', { redirect_uri: 'https://assistant.example@evil.example/callback' }, []],
    [
      'with a loopback address that is not registered',
      { redirect_uri: 'http://127.0.0.1:3000/callback' },
      [],
    ],
  ])('%s shows a page and does not redirect', async (_, changes, more) => {
    for (const session of [undefined, SESSION]) {
      const response = await open(query(changes, more), session);
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(await response.text()).toContain('This app cannot be connected');
    }
  });
});

describe('an otherwise invalid request [MCP-A11]', () => {
  it.each<[string, string, Fields, [string, string][]]>([
    ['no response_type', 'invalid_request', { response_type: undefined }, []],
    ['response_type token', 'unsupported_response_type', { response_type: 'token' }, []],
    ['response_type "code token"', 'unsupported_response_type', { response_type: 'code token' }, []],
    ['no code_challenge', 'invalid_request', { code_challenge: undefined }, []],
    ['an empty code_challenge', 'invalid_request', { code_challenge: '' }, []],
    ['a short code_challenge', 'invalid_request', { code_challenge: 'c'.repeat(42) }, []],
    ['a code_challenge with padding', 'invalid_request', { code_challenge: `${'c'.repeat(43)}=` }, []],
    ['no code_challenge_method', 'invalid_request', { code_challenge_method: undefined }, []],
    ['code_challenge_method plain', 'invalid_request', { code_challenge_method: 'plain' }, []],
    ['another resource', 'invalid_target', { resource: 'https://other.example/mcp' }, []],
    ['a resource with a fragment', 'invalid_target', { resource: `${BASE_URL}/mcp#x` }, []],
    ['a second resource', 'invalid_target', { resource: `${BASE_URL}/mcp` }, [['resource', `${BASE_URL}/x`]]],
    ['two scopes', 'invalid_request', { scope: 'mcp:full' }, [['scope', 'mcp:full']]],
    ['two challenges', 'invalid_request', {}, [['code_challenge', 'd'.repeat(43)]]],
  ])('with %s is redirected with %s, with or without a session', async (_, error, changes, more) => {
    for (const session of [undefined, SESSION]) {
      const response = await open(query(changes, more), session);
      expect(response.status).toBe(303);
      expect(`${target(response).origin}${target(response).pathname}`).toBe(REDIRECT_URI);
      expect(Object.fromEntries(target(response).searchParams)).toEqual({
        error,
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        state: STATE,
        iss: BASE_URL,
      });
    }
    expect(signIns.issued).toEqual([]);
  });

  it('with two states is redirected with invalid_request and no state', async () => {
    const response = await open(query({}, [['state', 'another']]));
    expect(target(response).searchParams.get('error')).toBe('invalid_request');
    expect(target(response).searchParams.has('state')).toBe(false);
  });

  it('keeps the query of the registered address', async () => {
    const response = await open(
      query({ redirect_uri: 'https://assistant.example/other?kind=mcp', resource: 'x' }),
    );
    expect(response.headers.get('location')).toMatch(/^https:\/\/assistant\.example\/other\?kind=mcp&error=/);
  });
});

describe('a visitor without a session [MCP-A11]', () => {
  it('signs in first, and returns to the same request', async () => {
    const response = await open(query());
    expect(response.status).toBe(303);
    const signIn = new URL(response.headers.get('location') ?? '', gateway.url);
    expect(signIn.pathname).toBe('/signin');
    const back = new URL(signIn.searchParams.get('return_to') ?? '', gateway.url);
    expect(back.pathname).toBe('/oauth/authorize');
    expect(Object.fromEntries(back.searchParams)).toEqual(REQUEST);
  });

  it('cannot answer a consent request', async () => {
    const response = await answer({ ...(await openConsent()), decision: 'allow' }, 'U'.repeat(43));
    expect(response.headers.get('location')).toMatch(/^\/signin/);
    expect(signIns.issued).toEqual([]);
  });
});

describe('the consent page [MCP-A11]', () => {
  it('shows the app, its redirect address, the account, and what a connection can and cannot do', async () => {
    const response = await open(
      query({ scope: 'mcp:full offline_access', resource: `${BASE_URL}/mcp` }),
      SESSION,
    );
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('The &lt;b>Assistant&lt;/b>');
    expect(html).not.toContain('<b>Assistant');
    expect(html).toContain('assistant.example');
    expect(html).toContain('ada@example.com');
    expect(html).toContain('cannot buy labels');
    expect(signIns.issued).toEqual([]);
  });

  it('cannot be framed or cached, and its form may lead only to us and to the app', async () => {
    const { headers } = await open(query(), SESSION);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' https://assistant.example; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has one form, with a handle instead of the request', async () => {
    const html = await (await open(query(), SESSION)).text();
    expect(html.match(/<form/g)).toHaveLength(1);
    expect(
      [...html.matchAll(/ name="(\w+)"/g)]
        .map(([, name]) => name)
        .filter((name) => !['viewport', 'description'].includes(name as string)),
    ).toEqual(['csrf', 'request', 'decision', 'decision']);
  });

  it('is also shown for an app that was allowed before', async () => {
    await answer({ ...(await openConsent()), decision: 'allow' });
    expect((await open(query(), SESSION)).status).toBe(200);
  });
});

describe('an answer on the consent page [MCP-A11]', () => {
  it('that allows is sent to the app with a code, the unchanged state and the issuer', async () => {
    const response = await answer({ ...(await openConsent()), decision: 'allow' });
    expect(response.status).toBe(303);
    expect(`${target(response).origin}${target(response).pathname}`).toBe(REDIRECT_URI);
    expect(Object.fromEntries(target(response).searchParams)).toEqual({
      code: GOOD_CODE,
      state: STATE,
      iss: BASE_URL,
    });
    expect(signIns.issued).toEqual([
      {
        accountId: 7,
        clientId: CLIENT_ID,
        clientName: 'The <b>Assistant</b>',
        clientHost: 'assistant.example',
        redirectUri: REDIRECT_URI,
        codeChallenge: 'c'.repeat(43),
      },
    ]);
  });

  it('that denies is sent to the app with access_denied and without a code', async () => {
    const response = await answer({ ...(await openConsent()), decision: 'deny' });
    expect(Object.fromEntries(target(response).searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: STATE,
      iss: BASE_URL,
    });
    expect(signIns.issued).toEqual([]);
  });

  it('without a state is sent without a state', async () => {
    const response = await answer({ ...(await openConsent({ state: undefined })), decision: 'allow' });
    expect([...target(response).searchParams.keys()]).toEqual(['code', 'iss']);
  });

  it('counts once, and is refused when it is sent again', async () => {
    const form = { ...(await openConsent()), decision: 'allow' };
    await answer(form);
    const again = await answer(form);
    expect([again.status, again.headers.get('location')]).toEqual([400, null]);
    expect(await again.text()).toContain('This request is no longer valid');
    expect(signIns.issued).toHaveLength(1);
  });

  it('cannot change the request: only the handle is read', async () => {
    const form = {
      ...(await openConsent()),
      decision: 'allow',
      redirect_uri: 'https://evil.example/',
      client_id: 'x',
    };
    expect(target(await answer(form)).origin).toBe('https://assistant.example');
    expect(signIns.issued).toMatchObject([{ clientId: CLIENT_ID, redirectUri: REDIRECT_URI }]);
  });

  it.each([
    ['no decision', {}],
    ['another decision', { decision: 'maybe' }],
  ])('with %s is refused, and the page can still be used', async (_, decision) => {
    const form = await openConsent();
    expect((await answer({ ...form, ...decision })).status).toBe(400);
    expect((await answer({ ...form, decision: 'allow' })).status).toBe(303);
  });

  it.each(['', 'foreign'])('with the csrf token "%s" is refused', async (csrf) => {
    const response = await answer({ ...(await openConsent()), csrf, decision: 'allow' });
    expect(response.status).toBe(403);
    expect(signIns.issued).toEqual([]);
  });

  it('from another site is refused', async () => {
    const form = { ...(await openConsent()), decision: 'allow' };
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await answer(form, SESSION, headers)).status).toBe(403);
    }
    expect(signIns.issued).toEqual([]);
  });

  it("with another account's handle is refused", async () => {
    const { request } = await openConsent();
    const { csrf } = await openConsent({}, STRANGER);
    const response = await answer({ csrf, request, decision: 'allow' }, STRANGER);
    expect(response.status).toBe(400);
    expect(signIns.issued).toEqual([]);
  });

  it('by GET only shows the page again', async () => {
    const { request, csrf } = await openConsent();
    const response = await open(query({ request, csrf, decision: 'allow' }), SESSION);
    expect(response.status).toBe(200);
    expect(signIns.issued).toEqual([]);
  });
});

it.each(['PUT', 'DELETE', 'PATCH'])('%s is refused', async (method) => {
  const response = await fetch(`${gateway.url}/oauth/authorize?${query()}`, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});
