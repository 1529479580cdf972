import { catalogue } from '../../../src/tools/catalogue';
import { appsProblems } from '../../support/apps-schema';
import { anOrderRow } from '../../support/contracts';
import { TOKENS } from '../../support/fake-auth';
import { modernAnswer, modernPost } from '../../support/modern-post';
import { post, startGateway, type TestGateway } from '../../support/start-gateway';

const MEDIA_TYPE = 'text/html;profile=mcp-app';
const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MEDIA_TYPE] } } };
const URIS = ['rates', 'label', 'batch', 'orders', 'reports', 'waiting'].map(
  (name) => `ui://parcelyard/${name}`,
);

const orders = {
  listOrders: async () => ({ orders: [anOrderRow()], total: 1, status: 'ChooseShipping' }),
};
let gateway: TestGateway;
let without: TestGateway;
beforeAll(async () => {
  [gateway, without] = await Promise.all([
    startGateway({ orders }),
    startGateway({ orders, mcpApps: 'off' }),
  ]);
});

type Asked = Parameters<typeof modernAnswer>[1];
const ask = (request: Asked) => modernAnswer(gateway, { capabilities: APPS, ...request });
const read = (uri: unknown, rest: Partial<Asked> = {}) =>
  ask({ method: 'resources/read', params: { uri }, ...rest });

interface Listed {
  readonly name: string;
  readonly _meta?: { ui: { resourceUri: string } };
}
const toolsOf = async (token: string) => {
  const { result } = await ask({ method: 'tools/list', headers: { authorization: `Bearer ${token}` } });
  return (result as unknown as { tools: Listed[] }).tools;
};

describe('a client that declares MCP Apps', () => {
  it('finds resources and the extension in a private answer', async () => {
    const { result } = await ask({ method: 'server/discover' });
    expect(result).toMatchObject({
      cacheScope: 'private',
      capabilities: { tools: {}, resources: {}, extensions: APPS.extensions },
    });
  });

  it('lists six views, each used by an existing tool [MCP-V14]', async () => {
    const { result } = await ask({ method: 'resources/list' });
    const { resources, ...rest } = result as {
      resources: { uri: string; mimeType: string; _meta: object }[];
    };
    expect(rest).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'private' });
    expect(resources.map(({ uri }) => uri)).toEqual(URIS);
    for (const { mimeType, _meta } of resources) {
      expect(mimeType).toBe(MEDIA_TYPE);
      expect(appsProblems('McpUiResourceMeta', (_meta as { ui: object }).ui)).toEqual([]);
    }
    const shown = (await toolsOf(TOKENS.access)).flatMap(({ _meta }) => _meta?.ui.resourceUri ?? []);
    expect([...new Set(shown)].sort()).toEqual([...URIS].sort());
  });

  it('finds in tools/list the view of each tool, and otherwise the usual list', async () => {
    const tools = await toolsOf(TOKENS.access);
    expect(tools.map(({ name }) => name)).toEqual(catalogue.map(({ name }) => name));
    for (const { _meta } of tools.filter((tool) => tool._meta)) {
      expect(appsProblems('McpUiToolMeta', _meta?.ui)).toEqual([]);
    }
    const plain = await modernAnswer(gateway, { method: 'tools/list' });
    expect(tools.map(({ _meta, ...tool }) => tool)).toEqual((plain.result as { tools: unknown }).tools);
  });

  it.each(URIS)('reads %s as one HTML document', async (uri) => {
    const { result } = await read(uri);
    expect(result).toMatchObject({
      resultType: 'complete',
      cacheScope: 'private',
      contents: [{ uri, mimeType: MEDIA_TYPE, text: expect.stringMatching(/^<!doctype html><html /) }],
    });
  });

  it('gets documents on a connected app that contain no purchase', async () => {
    const headers = { authorization: `Bearer ${TOKENS.oauth}`, 'mcp-name': 'ui://parcelyard/rates' };
    const { result } = await read('ui://parcelyard/rates', { headers });
    expect(JSON.stringify(result)).toContain('data-connection=\\"app\\"');
    expect((await toolsOf(TOKENS.oauth)).map(({ name }) => name)).not.toContain('buy_label');
  });

  it.each(['ui://parcelyard/nothing', 'ui://parcelyard/constructor', 'file:///etc/passwd', '__proto__'])(
    'finds no resource %s and gets -32602 [MCP-V15]',
    async (uri) => {
      const { status, error } = await read(uri);
      expect([status, error?.code]).toEqual([200, -32602]);
      expect(error?.message).toContain(uri);
    },
  );

  it.each([undefined, null, 7, ''])('gets -32602 for a resource with the uri %j', async (uri) => {
    expect(await read(uri)).toMatchObject({ error: { code: -32602 } });
  });

  it('is refused when its header does not repeat the uri [MCP-V4]', async () => {
    const answer = await read(URIS[0], { headers: { 'mcp-name': 'ui://parcelyard/label' } });
    expect(answer).toMatchObject({ status: 400, error: { code: -32020 } });
    const missing = await read(URIS[0], { headers: { 'mcp-name': undefined } });
    expect(missing).toMatchObject({ status: 400, error: { code: -32020 } });
  });

  it('gets the usual answers of tools, byte for byte', async () => {
    const request = { method: 'tools/call', params: { name: 'list_orders', arguments: {} } };
    const texts = await Promise.all(
      [APPS, {}].map(async (capabilities) =>
        (await modernPost(gateway, { ...request, capabilities })).text(),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('every other caller', () => {
  const REQUESTS: readonly Asked[] = [
    { method: 'server/discover' },
    { method: 'tools/list' },
    { method: 'resources/list' },
    { method: 'resources/read', params: { uri: URIS[0] } },
    { method: 'resources/read', params: { uri: URIS[0] }, headers: { 'mcp-name': 'x' } },
    { method: 'tools/call', params: { name: 'list_orders', arguments: {} } },
  ];
  const bytesOf = async (to: TestGateway, request: Asked) => {
    const response = await modernPost(to, request);
    const body = await response.text();
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, body, headers: { ...headers, date: '', 'x-request-id': '' } };
  };

  it.each(REQUESTS)('gets for $method the same bytes as with views turned off [MCP-V14]', async (request) => {
    expect(await bytesOf(gateway, request)).toEqual(await bytesOf(without, request));
  });

  it.each([
    [{ extensions: {} }],
    [{ extensions: [] }],
    [{ extensions: { 'io.modelcontextprotocol/ui': {} } }],
    [{ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } } }],
    [{ experimental: APPS.extensions }],
    [APPS.extensions],
  ])('that declares %j does not declare MCP Apps', async (capabilities) => {
    for (const request of REQUESTS) {
      expect(await bytesOf(gateway, { ...request, capabilities })).toEqual(await bytesOf(without, request));
    }
  });

  it('with an older version finds no resources, whatever it declares', async () => {
    const initialize = { protocolVersion: '2025-11-25', capabilities: APPS };
    const ways: [string, object][] = [
      ['initialize', initialize],
      ['tools/list', {}],
      ['resources/list', {}],
    ];
    for (const [method, params] of ways) {
      const bodies = await Promise.all(
        [gateway, without].map(async (to) => {
          const response = await post(to, { jsonrpc: '2.0', id: 1, method, params });
          return response.text();
        }),
      );
      expect(bodies[0]).toBe(bodies[1]);
      expect(bodies[0]).not.toContain('ui://');
    }
  });
});

describe('with views turned off by the operator', () => {
  it('a client that declares MCP Apps gets the same answers as others', async () => {
    for (const method of ['server/discover', 'tools/list']) {
      const texts = await Promise.all(
        [APPS, {}].map(async (capabilities) => (await modernPost(without, { method, capabilities })).text()),
      );
      expect(texts[0]).toBe(texts[1]);
    }
    expect(await modernAnswer(without, { method: 'resources/list', capabilities: APPS })).toMatchObject({
      status: 404,
      error: { code: -32601 },
    });
  });
});
