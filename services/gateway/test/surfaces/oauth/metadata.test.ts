import { BASE_URL, startGateway, type TestGateway } from '../../support/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});

const RESOURCE = {
  resource: `${BASE_URL}/mcp`,
  authorization_servers: [BASE_URL],
  scopes_supported: ['mcp:full'],
  bearer_methods_supported: ['header'],
};
const SERVER = {
  issuer: BASE_URL,
  authorization_endpoint: `${BASE_URL}/oauth/authorize`,
  token_endpoint: `${BASE_URL}/oauth/token`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
  scopes_supported: ['mcp:full'],
};
const DOCUMENTS: [string, object][] = [
  ['/.well-known/oauth-protected-resource', RESOURCE],
  ['/.well-known/oauth-protected-resource/mcp', RESOURCE],
  ['/.well-known/oauth-authorization-server', SERVER],
];

describe.each(DOCUMENTS)('%s [MCP-A10]', (path, document) => {
  it('has the specified members and one of RFC 9207, without a token', async () => {
    const response = await fetch(gateway.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(document);
    expect(gateway.authCalls).toEqual([]);
  });

  it('can be read by a page of any site', async () => {
    const origin = 'https://inspector.example';
    const response = await fetch(gateway.url + path, { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await fetch(gateway.url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'mcp-protocol-version' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
  });

  it('answers HEAD without a body, and refuses other methods', async () => {
    const head = await fetch(gateway.url + path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(gateway.url + path, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('an unknown address', () => {
  it.each([
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/jwks.json',
    '/oauth/register',
    '/oauth/revoke',
    '/oauth/introspect',
    '/register',
  ])('%s gets 404 as JSON', async (path) => {
    const response = await fetch(gateway.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'not_found' });
  });
});
