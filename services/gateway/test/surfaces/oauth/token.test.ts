import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fakeSignIns, GOOD_CODE, GOOD_REFRESH, INVALID_GRANT } from '../../support/fake-sign-ins';
import { BASE_URL, startGateway, type TestGateway } from '../../support/start-gateway';

const CLIENT_ID = 'hosted-assistant';
const REDIRECT_URI = 'https://assistant.example/callback';
const oauth = { OAUTH_HOSTED_CLIENT_ID: CLIENT_ID, OAUTH_HOSTED_REDIRECT_URIS: [REDIRECT_URI] };
const signIns = fakeSignIns();
let common: TestGateway;
beforeEach(() => signIns.forget());
beforeAll(async () => {
  common = await startGateway({ auth: signIns.handlers, oauth });
});

const CODE_GRANT = {
  grant_type: 'authorization_code',
  client_id: CLIENT_ID,
  code: GOOD_CODE,
  redirect_uri: REDIRECT_URI,
  code_verifier: 'v'.repeat(43),
};
const REFRESH_GRANT = { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: GOOD_REFRESH };

type Fields = Record<string, string> | [string, string][];

async function send(fields: Fields | string, headers: Record<string, string> = {}, { url } = common) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers,
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

describe('the token endpoint [MCP-A14]', () => {
  it.each([
    ['a code', CODE_GRANT],
    ['a refresh token', REFRESH_GRANT],
    ['a code for this resource', { ...CODE_GRANT, resource: `${BASE_URL}/mcp` }],
    ['a refresh token for the scope', { ...REFRESH_GRANT, scope: 'mcp:full' }],
    ['a refresh token for more scopes', { ...REFRESH_GRANT, scope: 'mcp:full offline_access' }],
    ['a client with a metadata document', { ...CODE_GRANT, client_id: 'https://assistant.example/app.json' }],
  ])('exchanges %s for two tokens that must not be cached', async (_, fields) => {
    const { status, headers, body } = await send(fields);
    expect([status, body]).toEqual([
      200,
      {
        access_token: 'pyoa_fresh',
        token_type: 'Bearer',
        expires_in: 86_400,
        refresh_token: 'pyor_fresh',
        scope: 'mcp:full',
      },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('answers at /token too, for clients without the metadata', async () => {
    const response = await fetch(`${common.url}/token`, {
      method: 'POST',
      body: new URLSearchParams(REFRESH_GRANT),
    });
    expect(await response.json()).toMatchObject({ access_token: 'pyoa_fresh' });
  });

  it('passes the request on unchanged, and auth compares it', async () => {
    await send(CODE_GRANT);
    expect(signIns.redeemed).toEqual([
      { clientId: CLIENT_ID, code: GOOD_CODE, redirectUri: REDIRECT_URI, codeVerifier: 'v'.repeat(43) },
    ]);
  });

  const without = (name: string) =>
    Object.fromEntries(Object.entries(CODE_GRANT).filter(([key]) => key !== name));
  const evil = 'https://evil.example/app.json';

  it.each<[string, string, Fields]>([
    ['an empty body', 'invalid_request', {}],
    ['no grant_type', 'invalid_request', without('grant_type')],
    ['an empty grant_type', 'invalid_request', { ...CODE_GRANT, grant_type: '' }],
    ['two codes', 'invalid_request', [...Object.entries(CODE_GRANT), ['code', 'x']]],
    ['two clients', 'invalid_request', [...Object.entries(CODE_GRANT), ['client_id', CLIENT_ID]]],
    ['no client_id', 'invalid_client', without('client_id')],
    ['an unknown client_id', 'invalid_client', { ...CODE_GRANT, client_id: 'nobody' }],
    ['a client of another host', 'invalid_client', { ...CODE_GRANT, client_id: evil }],
    [
      'a client over http',
      'invalid_client',
      { ...CODE_GRANT, client_id: 'http://assistant.example/app.json' },
    ],
    ['password', 'unsupported_grant_type', { ...CODE_GRANT, grant_type: 'password' }],
    ['client_credentials', 'unsupported_grant_type', { ...CODE_GRANT, grant_type: 'client_credentials' }],
    ['the name of an object method', 'unsupported_grant_type', { ...CODE_GRANT, grant_type: 'constructor' }],
    ['another resource', 'invalid_target', { ...CODE_GRANT, resource: 'https://other.example/mcp' }],
  ])('refuses %s with 400 and %s', async (_, error, fields) => {
    const { status, body, headers } = await send(fields);
    expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['a wrong code', { ...CODE_GRANT, code: 'pyoc_bad' }],
    ['no code', without('code')],
    ['a wrong refresh token', { ...REFRESH_GRANT, refresh_token: 'pyor_bad' }],
    ['no refresh token', { grant_type: 'refresh_token', client_id: CLIENT_ID }],
  ])('refuses %s with invalid_grant and the same message', async (_, fields) => {
    const { status, body } = await send(fields);
    expect([status, body]).toEqual([400, { error: 'invalid_grant', error_description: INVALID_GRANT }]);
  });

  it.each([
    ['JSON', 'application/json', JSON.stringify(CODE_GRANT)],
    ['text', 'text/plain', String(new URLSearchParams(CODE_GRANT))],
    ['a body that is too large', 'application/x-www-form-urlencoded', `code=${'x'.repeat(70_000)}`],
  ])('refuses %s with invalid_request', async (_, type, body) => {
    const answer = await send(body, { 'content-type': type });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'The body must be application/x-www-form-urlencoded.' },
    ]);
  });

  it('answers slow_down before any other check when the IP address made too many requests', async () => {
    const ips: string[] = [];
    const auth: typeof signIns.handlers = {
      ...signIns.handlers,
      countTokenRequest: async ({ ip }) => {
        ips.push(ip);
        return { allowed: false };
      },
    };
    const gateway = await startGateway({ auth, oauth });
    const claimed = { 'content-type': 'text/plain', 'x-forwarded-for': '203.0.113.9' };
    const { status, headers, body } = await send('not a form', claimed, gateway);
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    expect(body).toEqual({ error: 'slow_down', error_description: expect.any(String) });
    expect([ips, signIns.redeemed]).toEqual([['127.0.0.1'], []]);
  });

  it.each([
    [new DomainError('unavailable', 'text', { text: 'Away.' }), 503, 'temporarily_unavailable'],
    [new DomainError('deadline_exceeded', 'text', { text: 'Late.' }), 503, 'temporarily_unavailable'],
    [new Error('a secret detail'), 500, 'server_error'],
  ])('does not blame the client for %s', async (error, expected, code) => {
    const auth = { ...signIns.handlers, redeemCode: () => Promise.reject(error) };
    const { status, body } = await send(CODE_GRANT, {}, await startGateway({ auth, oauth }));
    expect([status, body]).toEqual([expected, { error: code, error_description: expect.any(String) }]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('accepts only POST and the preflight of a browser', async () => {
    const { url } = common;
    const get = await fetch(`${url}/oauth/token?code=x`);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const preflight = await fetch(`${url}/oauth/token`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
