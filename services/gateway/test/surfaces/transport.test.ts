import { request } from 'node:http';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createLogger } from '@parcelyard/service-kit/logger';
import { TOKENS } from '../support/fake-auth';
import { BASE_URL, post, startGateway, type TestGateway } from '../support/start-gateway';

const CHALLENGE = `Bearer resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`;
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const NOTIFICATION = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe('POST /mcp', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ allowedOrigins: ['https://app.example'] });
  });
  beforeEach(() => {
    gateway.authCalls.length = 0;
  });

  describe('authorization', () => {
    const bearer = (value: string | undefined) => ({ authorization: value });

    it.each([
      ['no Authorization header [MCP-A4]', undefined, 'missing_bearer_token', CHALLENGE],
      ['an empty bearer token [MCP-A4]', 'Bearer ', 'missing_bearer_token', CHALLENGE],
      ['the bare word Bearer', 'Bearer', 'missing_bearer_token', CHALLENGE],
      ['another scheme', 'Basic dXNlcjpwYXNz', 'missing_bearer_token', CHALLENGE],
      ['a token without Bearer', TOKENS.access, 'missing_bearer_token', CHALLENGE],
      [
        'an unknown token [MCP-A5]',
        `Bearer ${TOKENS.unknown}`,
        'invalid_token',
        `${CHALLENGE}, error="invalid_token"`,
      ],
      [
        'the whole header pasted as the token [MCP-A5]',
        `Bearer Authorization: Bearer ${TOKENS.access}`,
        'invalid_token',
        `${CHALLENGE}, error="invalid_token"`,
      ],
      [
        'Bearer pasted twice',
        `Bearer Bearer ${TOKENS.access}`,
        'invalid_token',
        `${CHALLENGE}, error="invalid_token"`,
      ],
      [
        'a token of a thousand characters',
        `Bearer ${'a'.repeat(1000)}`,
        'invalid_token',
        `${CHALLENGE}, error="invalid_token"`,
      ],
      [
        'an expired token [MCP-A6]',
        `Bearer ${TOKENS.expired}`,
        'expired_token',
        `${CHALLENGE}, error="invalid_token"`,
      ],
      ['an unknown outcome of auth', `Bearer ${TOKENS.odd}`, 'invalid_information', CHALLENGE],
    ])('%s gets 401 with the challenge [MCP-A3]', async (_case, authorization, error, challenge) => {
      const response = await post(gateway, PING, bearer(authorization));
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(challenge);
      expect(await response.json()).toEqual({ error, message: expect.stringMatching(/^[A-Z].*\.$/) });
    });

    it('initialize requires a token like every request with an id [MCP-A1]', async () => {
      const response = await post(gateway, { ...PING, method: 'initialize' }, bearer(undefined));
      expect(response.status).toBe(401);
    });

    it('a token in the URL or in the body is ignored [MCP-A2]', async () => {
      const response = await fetch(`${gateway.url}/mcp?access_token=${TOKENS.access}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...PING, access_token: TOKENS.access, params: { token: TOKENS.access } }),
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: 'missing_bearer_token' });
    });

    it('the scheme is accepted in any case, as in HTTP', async () => {
      expect((await post(gateway, PING, bearer(`bearer ${TOKENS.access}`))).status).toBe(200);
    });

    it('a text that cannot be a token is refused without a call of auth', async () => {
      await post(gateway, PING, bearer('Bearer a b'));
      await post(gateway, PING, bearer(undefined));
      expect(gateway.authCalls).toEqual([]);
    });

    it('a request over the limit gets 429 with Retry-After: 60 [MCP-L1]', async () => {
      const response = await post(gateway, PING, bearer(`Bearer ${TOKENS.limited}`));
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('60');
      expect(await response.json()).toMatchObject({ error: 'rate_limited' });
    });

    it.each(['initialize', 'ping', 'tools/list', 'no/such/method'])(
      '%s is counted once [MCP-L2]',
      async (method) => {
        await post(gateway, { ...PING, method });
        expect(gateway.authCalls).toHaveLength(1);
      },
    );
  });

  describe('notifications', () => {
    it.each([
      ['with a token', {}],
      ['without a token', { authorization: undefined }],
      ['with an expired token', { authorization: `Bearer ${TOKENS.expired}` }],
    ])('%s get 202 with an empty body, and are never counted [MCP-T4] [MCP-L2]', async (_case, headers) => {
      const response = await post(gateway, NOTIFICATION, headers);
      expect(response.status).toBe(202);
      expect(await response.text()).toBe('');
      expect(gateway.authCalls).toEqual([]);
    });

    it('a tools/call without an id does not run', async () => {
      const message = { method: 'tools/call', params: { name: 'list_orders' } };
      expect((await post(gateway, message, { authorization: undefined })).status).toBe(202);
      expect(gateway.calls).toEqual([]);
    });

    it('an unsupported version header is ignored in notifications', async () => {
      expect((await post(gateway, NOTIFICATION, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(202);
    });
  });

  describe('browsers', () => {
    it.each(['https://evil.example', 'null', 'https://app.example.evil.example', 'http://app.example'])(
      'a request from %s is refused before its body is read [MCP-A7]',
      async (origin) => {
        const response = await post(gateway, NOTIFICATION, { origin });
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ error: 'forbidden_origin' });
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(gateway.authCalls).toEqual([]);
      },
    );

    it.each(['https://app.example', BASE_URL])(
      'a page of %s may call and read the answer',
      async (origin) => {
        const response = await post(gateway, PING, { origin });
        expect(response.status).toBe(200);
        expect(response.headers.get('access-control-allow-origin')).toBe(origin);
        expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
        expect(response.headers.get('vary')).toBe('Origin');
      },
    );

    it('an allowed page can also read its 401', async () => {
      const headers = { origin: 'https://app.example', authorization: undefined };
      const response = await post(gateway, PING, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
    });

    it('a preflight of an allowed page gets the allowed headers', async () => {
      const response = await fetch(`${gateway.url}/mcp`, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-methods')).toBe('POST');
      expect(response.headers.get('access-control-allow-headers')).toMatch(
        /Authorization.*MCP-Protocol-Version/,
      );
      expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
    });

    it('a preflight of another page is refused', async () => {
      const response = await fetch(`${gateway.url}/mcp`, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example' },
      });
      expect(response.status).toBe(403);
    });
  });

  describe('the order of checks', () => {
    const huge = 'x'.repeat(1024 * 1024 + 1);
    const dead = { authorization: `Bearer ${TOKENS.expired}` };

    it.each([
      ['the origin before the size', huge, { origin: 'https://evil.example' }, 403],
      ['the size before the media type', huge, { 'content-type': 'text/plain' }, 413],
      [
        'the media type before the token',
        '{}',
        { 'content-type': 'text/plain', authorization: undefined },
        415,
      ],
      ['the token before the JSON', 'not json', dead, 401],
      ['the token before a missing method', '{"id":1}', { authorization: undefined }, 401],
      ['the token before the version', PING, { ...dead, 'mcp-protocol-version': '1999-01-01' }, 401],
      [
        'the rate before the version',
        PING,
        { authorization: `Bearer ${TOKENS.limited}`, 'mcp-protocol-version': '1999-01-01' },
        429,
      ],
      ['the version before the JSON', 'not json', { 'mcp-protocol-version': '1999-01-01' }, 400],
    ])('%s', async (_case, body, headers, status) => {
      expect((await post(gateway, body, headers)).status).toBe(status);
    });
  });

  describe('the body', () => {
    it('of exactly 1 MiB is read [MCP-T11]', async () => {
      const start = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"pad":"';
      const body = `${start}${'x'.repeat(1024 * 1024 - start.length - 3)}"}}`;
      expect(Buffer.byteLength(body)).toBe(1024 * 1024);
      expect((await post(gateway, body)).status).toBe(200);
    });

    it.each([1024 * 1024 + 1, 5 * 1024 * 1024])(
      'of %d bytes is refused with 413 [MCP-T11]',
      async (length) => {
        const response = await post(gateway, 'x'.repeat(length));
        expect(response.status).toBe(413);
        expect(await response.json()).toMatchObject({ error: 'payload_too_large' });
      },
    );

    it('of unknown length is refused with 413 when it is too large [MCP-T11]', async () => {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request(
          `${gateway.url}/mcp`,
          { method: 'POST', headers: { 'transfer-encoding': 'chunked' } },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        outgoing.on('error', reject);
        for (let chunk = 0; chunk < 20; chunk++) outgoing.write('x'.repeat(64 * 1024));
        outgoing.end();
      });
      expect(status).toBe(413);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data'])(
      'as %s is refused with 415 [MCP-T11]',
      async (type) => {
        const response = await post(gateway, PING, { 'content-type': type });
        expect(response.status).toBe(415);
        expect(await response.json()).toMatchObject({ error: 'unsupported_media_type' });
      },
    );

    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/vnd.api+json',
    ])('as %s is read', async (type) => {
      expect((await post(gateway, PING, { 'content-type': type })).status).toBe(200);
    });

    it('without a Content-Type is read', async () => {
      const response = await post(gateway, new TextEncoder().encode(JSON.stringify(PING)), {
        'content-type': undefined,
      });
      expect(response.status).toBe(200);
    });

    it('that breaks off causes no error, and the next request is answered', async () => {
      await new Promise<void>((resolve) => {
        const outgoing = request(`${gateway.url}/mcp`, {
          method: 'POST',
          headers: { 'content-length': '100' },
        });
        outgoing.on('error', () => resolve());
        outgoing.on('close', () => resolve());
        outgoing.write('{"half":', () => outgoing.destroy());
      });
      expect((await post(gateway, PING)).status).toBe(200);
    });
  });

  describe('MCP-Protocol-Version', () => {
    it.each([undefined, '2025-11-25', '2025-06-18'])('%s is accepted [MCP-T10]', async (version) => {
      expect((await post(gateway, PING, { 'mcp-protocol-version': version })).status).toBe(200);
    });

    it.each(['2024-11-05', '2026-01-01', 'latest', ''])(
      '"%s" is refused with 400 [MCP-T10]',
      async (version) => {
        const response = await post(gateway, PING, { 'mcp-protocol-version': version });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: 'unsupported_protocol_version' });
      },
    );

    it('never refuses initialize [MCP-T10]', async () => {
      const headers = { 'mcp-protocol-version': '2024-11-05' };
      expect((await post(gateway, { ...PING, method: 'initialize' }, headers)).status).toBe(200);
    });
  });

  describe('other methods', () => {
    it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])(
      '%s gets 405 in plain text with Allow: POST [MCP-T1]',
      async (method) => {
        const response = await fetch(`${gateway.url}/mcp`, { method });
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toBe('POST');
        expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
      },
    );
  });

  describe('every response', () => {
    const answers: [string, () => Promise<Response>][] = [
      ['an answer', () => post(gateway, PING)],
      ['a notification', () => post(gateway, NOTIFICATION)],
      ['a 401', () => post(gateway, PING, { authorization: undefined })],
      ['a 403', () => post(gateway, PING, { origin: 'https://evil.example' })],
      ['a 405', () => fetch(`${gateway.url}/mcp`)],
      ['a 413', () => post(gateway, 'x'.repeat(1024 * 1024 + 1))],
      ['an address where nothing is', () => fetch(`${gateway.url}/nothing-here`)],
      ['a label link that is none', () => fetch(`${gateway.url}/labels/a%20b`)],
    ];
    it.each(answers)('%s has the security headers', async (_case, ask) => {
      const { headers } = await ask();
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none';.*frame-ancestors 'none'; base-uri 'none'/,
        ),
        'strict-transport-security': expect.stringMatching(/^max-age=\d+/),
      });
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
    });

    it('is one JSON object and no stream, whatever Accept says [MCP-T2]', async () => {
      const response = await post(gateway, PING, { accept: 'text/event-stream' });
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('content-length')).toMatch(/^\d+$/);
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    });

    it('contains no session id [MCP-T3]', async () => {
      const response = await post(gateway, { ...PING, method: 'initialize' });
      expect(response.headers.get('mcp-session-id')).toBeNull();
    });
  });
});

it('without https has no Strict-Transport-Security, and a trailing slash of the base address is removed', async () => {
  const gateway = await startGateway({ baseUrl: 'http://127.0.0.1:8080/' });
  const response = await post(gateway, PING, { authorization: undefined });
  expect(response.headers.get('strict-transport-security')).toBeNull();
  expect(response.headers.get('www-authenticate')).toContain('"http://127.0.0.1:8080/.well-known/');
});

describe('when auth does not answer', () => {
  it('the answer is -32603 and never 401, and the log contains no token', async () => {
    const lines: string[] = [];
    const gateway = await startGateway({
      auth: {
        authorize: () =>
          Promise.reject(
            new DomainError('unavailable', 'text', {
              text: 'The service is not available right now. Try again in a moment.',
            }),
          ),
      },
      logger: createLogger('gateway', 'debug', { write: (line: string) => void lines.push(line) }),
    });
    const response = await post(gateway, PING);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'The service is not available right now. Try again in a moment.' },
    });
    expect(lines.join()).toContain('authorisation failed');
    expect(lines.join()).not.toContain(TOKENS.access);
  });

  it('an answer with a wrong number of decisions is not used', async () => {
    const gateway = await startGateway({ auth: { authorize: async () => ({ authorizations: [] }) } });
    expect(await (await post(gateway, PING)).json()).toMatchObject({ error: { code: -32603 } });
  });
});

it('requests at once each get their own decision and are each counted once', async () => {
  const gateway = await startGateway();
  const tokens = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0 ? TOKENS.access : index % 3 === 1 ? TOKENS.expired : TOKENS.limited,
  );
  const statuses = await Promise.all(
    tokens.map(async (token) => (await post(gateway, PING, { authorization: `Bearer ${token}` })).status),
  );
  expect(statuses).toEqual(tokens.map((_, index) => [200, 401, 429][index % 3]));
  const batches = gateway.authCalls.map(({ request: asked }) => (asked as { items: unknown[] }).items.length);
  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(60);
});
