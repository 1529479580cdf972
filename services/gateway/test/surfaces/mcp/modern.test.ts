import { catalogue } from '../../../src/tools/catalogue';
import { anOrderRow } from '../../support/contracts';
import { TOKENS } from '../../support/fake-auth';
import { MODERN, modernAnswer, modernPost } from '../../support/modern-post';
import { post, startGateway, type TestGateway } from '../../support/start-gateway';

const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 'parcelyard', version: '1.0.0' } };
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    allowedOrigins: ['https://app.example'],
    orders: { listOrders: async () => ({ orders: [anOrderRow()], total: 1, status: 'ChooseShipping' }) },
  });
});
beforeEach(() => {
  gateway.calls.length = 0;
  gateway.authCalls.length = 0;
});

type Asked = Parameters<typeof modernAnswer>[1];
const ask = (request: Asked) => modernAnswer(gateway, request);
const listOrders = (rest: Partial<Asked> = {}) =>
  ask({ method: 'tools/call', params: { name: 'list_orders', arguments: {} }, ...rest });

describe('a client of 2026-07-28', () => {
  it('finds versions, newest first, capabilities, instructions and server information [MCP-V1]', async () => {
    expect(await ask({ method: 'server/discover', id: 'discover-1' })).toEqual({
      status: 200,
      jsonrpc: '2.0',
      id: 'discover-1',
      result: {
        resultType: 'complete',
        _meta: SERVER,
        ttlMs: 3_600_000,
        cacheScope: 'private',
        supportedVersions: VERSIONS,
        capabilities: { tools: {} },
        instructions: expect.stringMatching(/^One Ship\.com shipping account/),
      },
    });
  });

  it('reads on a connected app that labels cannot be bought there, and why [MCP-T13]', async () => {
    const headers = { authorization: `Bearer ${TOKENS.oauth}` };
    const { result } = await ask({ method: 'server/discover', headers });
    expect(result).toMatchObject({ instructions: expect.stringMatching(/Labels cannot be bought here/) });
  });

  it('gets the tools of its token with their cache time [MCP-V2]', async () => {
    const names = async (token: string) => {
      const { result } = await ask({ method: 'tools/list', headers: { authorization: `Bearer ${token}` } });
      const { tools, ...rest } = result as { tools: { name: string }[] };
      expect(rest).toEqual({
        resultType: 'complete',
        _meta: SERVER,
        ttlMs: 3_600_000,
        cacheScope: 'private',
      });
      return tools.map(({ name }) => name);
    };
    const all = await names(TOKENS.access);
    expect(all).toHaveLength(catalogue.length);
    const spending = ['buy_label', 'trigger_batch_purchase'];
    expect(await names(TOKENS.oauth)).toEqual(all.filter((name) => !spending.includes(name)));
  });

  it('gets the same tools as every other client, compressed when it accepts that', async () => {
    const old = await post(gateway, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const { tools } = ((await old.json()) as { result: { tools: unknown } }).result;
    const compressed = await modernPost(gateway, {
      method: 'tools/list',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(((await compressed.json()) as { result: { tools: unknown } }).result.tools).toEqual(tools);
  });

  it('calls a tool and gets its data in the result format of the revision [MCP-V2]', async () => {
    const { status, result } = await listOrders();
    expect(status).toBe(200);
    expect(Object.keys(result as object)).toEqual([
      'resultType',
      '_meta',
      'content',
      'structuredContent',
      'isError',
    ]);
    expect(result).toMatchObject({
      resultType: 'complete',
      _meta: SERVER,
      structuredContent: { total: 1 },
      isError: false,
    });
  });

  it('gets a refusal of a tool as a result [MCP-V2]', async () => {
    expect(await ask({ method: 'tools/call', params: { name: 'get_order', arguments: {} } })).toMatchObject({
      status: 200,
      result: { resultType: 'complete', _meta: SERVER, isError: true },
    });
  });

  it.each([
    'initialize',
    'ping',
    'subscriptions/listen',
    'resources/list',
    'logging/setLevel',
    'constructor',
    '',
  ])('gets 404 with -32601 for the method "%s" [MCP-V3]', async (method) => {
    expect(await ask({ method })).toEqual({
      status: 404,
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: `The method '${method}' is not supported.` },
    });
  });

  it('gets an error for an unknown tool, with its name up to 100 characters [MCP-V3]', async () => {
    const { status, error } = await ask({ method: 'tools/call', params: { name: 'x'.repeat(101) } });
    expect([status, error?.code]).toEqual([200, -32602]);
    expect(error?.message).toBe(
      `The tool '${'x'.repeat(100)}…' is not available on this server. Call tools/list to see the available tools.`,
    );
  });

  it('cannot call buy_label over OAuth sign-in, and no service is called', async () => {
    const answer = await ask({
      method: 'tools/call',
      params: { name: 'buy_label', arguments: { confirm: true } },
      headers: { authorization: `Bearer ${TOKENS.oauth}` },
    });
    expect(answer).toMatchObject({ status: 200, error: { code: -32602 } });
    expect(gateway.calls).toEqual([]);
  });

  it('gets -32602 for a tool call without a name', async () => {
    const answer = await ask({
      method: 'tools/call',
      params: { arguments: {} },
      headers: { 'mcp-name': undefined },
    });
    expect(answer).toMatchObject({ status: 200, error: { code: -32602 } });
  });

  it.each([
    ['broken JSON', '{"jsonrpc":"2.0","id":1', -32700],
    ['a batch', '[]', -32600],
  ])('gets 400 without an id for %s', async (_case, body, code) => {
    const response = await post(gateway, body, { 'mcp-protocol-version': MODERN });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
  });
});

describe('headers that must repeat the body', () => {
  const name = (encoded: string) => ({ headers: { 'mcp-name': encoded } });
  const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

  it.each([
    ['no Mcp-Method', { headers: { 'mcp-method': undefined } }],
    ['another Mcp-Method', { headers: { 'mcp-method': 'tools/list' } }],
    ['Mcp-Method in capitals', { headers: { 'mcp-method': 'TOOLS/CALL' } }],
    ['no Mcp-Name', { headers: { 'mcp-name': undefined } }],
    ['another Mcp-Name', name('get_order')],
    ['another Mcp-Name in base64', name(base64('get_order'))],
    ['Mcp-Name in broken base64', name('=?base64?bGlzdF9vcmRlcnM?=')],
    ['Mcp-Name in base64 that is no text', name('=?base64?/w==?=')],
    ['Mcp-Name twice', name('list_orders, list_orders')],
    ['no MCP-Protocol-Version', { headers: { 'mcp-protocol-version': undefined } }],
    ['an older MCP-Protocol-Version', { headers: { 'mcp-protocol-version': '2025-11-25' } }],
    ['an unknown MCP-Protocol-Version', { headers: { 'mcp-protocol-version': '2027-01-01' } }],
    ['an older version in the body', { version: '2025-11-25' }],
    ['an unknown version in the body', { version: '2027-01-01' }],
  ])('%s gets 400 with -32020, and no tool runs [MCP-V4]', async (_case, rest) => {
    expect(await listOrders(rest)).toEqual({
      status: 400,
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32020, message: expect.stringMatching(/^Header mismatch: .*M[cC][pP]-.*\.$/) },
    });
    expect(gateway.calls).toEqual([]);
  });

  it.each([
    ['in base64', name(base64('list_orders'))],
    ['with space around it', name('  list_orders  ')],
  ])('Mcp-Name may be written %s', async (_case, rest) => {
    expect(await listOrders(rest)).toMatchObject({ status: 200, result: { isError: false } });
  });

  it('Mcp-Name is ignored for a method without a name', async () => {
    expect(await ask({ method: 'tools/list', headers: { 'mcp-name': 'x' } })).toMatchObject({ status: 200 });
  });

  it('a header with invalid characters matches no name', async () => {
    const answer = await ask({
      method: 'tools/call',
      params: { name: 'é' },
      headers: { 'mcp-name': 'é' },
    });
    expect(answer).toMatchObject({ status: 400, error: { code: -32020 } });
  });
});

describe('the metadata of a request', () => {
  it.each([
    ['no version', { version: undefined }, /protocolVersion\.$/],
    ['a version that is no text', { version: 7 }, /protocolVersion\.$/],
    ['no capabilities', { capabilities: undefined }, /clientCapabilities\.$/],
    ['capabilities that are a list', { capabilities: [] }, /clientCapabilities\.$/],
    ['neither', { version: undefined, capabilities: null }, /protocolVersion and .*clientCapabilities\.$/],
  ])('%s under the header gets 400 with -32602 [MCP-V5]', async (_case, rest, message) => {
    expect(await ask({ method: 'server/discover', ...rest })).toEqual({
      status: 400,
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: expect.stringMatching(message) },
    });
  });

  it.each([undefined, null, 7, 'x', [], {}, { _meta: null }, { _meta: [] }])(
    'parameters %j under the header get 400 with -32602 [MCP-V5]',
    async (params) => {
      const response = await post(
        gateway,
        { jsonrpc: '2.0', id: 1, method: 'tools/list', params },
        { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' },
      );
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: -32602 } });
    },
  );

  it.each(['2027-01-01', 'v999.0.0', 'x'.repeat(300)])(
    'version %s gets 400 with -32022 and the supported versions [MCP-V6]',
    async (version) => {
      const requested = version.length > 100 ? `${version.slice(0, 100)}…` : version;
      const answer = await ask({
        method: 'server/discover',
        version,
        headers: { 'mcp-protocol-version': version },
      });
      expect(answer).toEqual({
        status: 400,
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32022,
          message: 'Unsupported protocol version',
          data: { supported: VERSIONS, requested },
        },
      });
    },
  );

  it('an unknown version without metadata is refused as in older versions [MCP-V6]', async () => {
    const response = await post(
      gateway,
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { 'mcp-protocol-version': '2027-01-01' },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'unsupported_protocol_version' });
  });
});

describe('together with the older versions', () => {
  it.each([undefined, '2025-11-25', '2027-01-01'])(
    'initialize with the header %s never answers 2026-07-28 [MCP-V7]',
    async (version) => {
      const response = await modernPost(gateway, {
        method: 'initialize',
        params: { protocolVersion: MODERN, capabilities: {} },
        headers: { 'mcp-protocol-version': version },
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    },
  );

  it('a request with an older version in _meta too is served by that version', async () => {
    const answer = await ask({
      method: 'ping',
      version: '2025-11-25',
      headers: { 'mcp-protocol-version': '2025-11-25' },
    });
    expect(answer).toEqual({ status: 200, jsonrpc: '2.0', id: 1, result: {} });
  });

  it('checks of origin, size, token and rate come first, as in older versions', async () => {
    const refused = async (headers: Record<string, string | undefined>) =>
      (await modernPost(gateway, { method: 'ping', version: 7, headers })).status;
    expect(await refused({ origin: 'https://evil.example' })).toBe(403);
    expect(await refused({ authorization: undefined })).toBe(401);
    expect(await refused({ authorization: `Bearer ${TOKENS.expired}` })).toBe(401);
    expect(await refused({ authorization: `Bearer ${TOKENS.limited}` })).toBe(429);
    expect(await refused({ 'content-type': 'text/plain' })).toBe(415);
    const large = 'x'.repeat(1024 * 1024);
    expect((await modernPost(gateway, { method: 'ping', params: { large } })).status).toBe(413);
  });

  it('every request is counted once, refused requests too', async () => {
    await ask({ method: 'server/discover' });
    await ask({ method: 'server/discover', version: 'v999' });
    expect(gateway.authCalls).toHaveLength(2);
  });

  it('a notification gets 202', async () => {
    const response = await post(
      gateway,
      { jsonrpc: '2.0', method: 'notifications/cancelled' },
      { 'mcp-protocol-version': MODERN },
    );
    expect(response.status).toBe(202);
  });

  it('a preflight of an allowed page allows the headers of the revision [MCP-V8]', async () => {
    const response = await fetch(`${gateway.url}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(
      /mcp-protocol-version, mcp-method, mcp-name$/,
    );
  });
});
