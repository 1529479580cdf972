/** One request as an old client, or a broken one, sends it. */
export interface LegacyRequest {
  readonly name: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const json = (value: unknown) => JSON.stringify(value);
const rpc = (method: string, params?: unknown, id: unknown = 1) =>
  json({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });
const call = (name: unknown, args?: unknown) => rpc('tools/call', { name, arguments: args });
const token = (value: string) => ({ authorization: `Bearer ${value}` });
const version = (value: string) => ({ 'mcp-protocol-version': value });

const PING = rpc('ping');

const handshakes: LegacyRequest[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '1999-01-01',
  '2026-07-28',
  '',
].flatMap((protocolVersion) => {
  const body = rpc('initialize', {
    protocolVersion,
    capabilities: { elicitation: { url: {} } },
    clientInfo: { name: 'old', version: '1' },
  });
  return [
    { name: `initialize ${protocolVersion}`, body },
    { name: `initialize ${protocolVersion} with its header`, headers: version(protocolVersion), body },
  ].filter(({ headers }) => headers?.['mcp-protocol-version'] !== '2026-07-28');
});

const versions: LegacyRequest[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '1999-01-01',
  'v999',
  '',
  '2025-11-25, 2025-06-18',
].flatMap((value) => [
  { name: `ping with version ${value}`, headers: version(value), body: PING },
  { name: `list with version ${value}`, headers: version(value), body: rpc('tools/list') },
  {
    name: `call with version ${value}`,
    headers: version(value),
    body: call('read_parcel', { parcel_id: 1 }),
  },
]);

const methods: LegacyRequest[] = [
  'ping',
  'tools/list',
  'server/discover',
  'resources/list',
  'prompts/list',
  'logging/setLevel',
  'subscriptions/listen',
  'Ping',
  '__proto__',
  '',
].flatMap((method) => [
  { name: `method ${method}`, body: rpc(method) },
  { name: `method ${method} with parameters`, body: rpc(method, { cursor: 'x', _meta: {} }, 'id-ü') },
  {
    name: `method ${method} with headers of the new revision`,
    headers: { ...version('2025-11-25'), 'mcp-method': 'tools/call', 'mcp-name': 'another' },
    body: rpc(method),
  },
]);

const ids: LegacyRequest[] = [0, -3, 42, 2 ** 53, 1.5, 'a', '', 'quote " and \\', null, {}, [1], true].map(
  (id) => ({
    name: `id ${json(id)}`,
    body: json({ jsonrpc: '2.0', id, method: 'ping' }),
  }),
);

const bodies: LegacyRequest[] = [
  '',
  '{"jsonrpc":"2.0","id":1',
  '[]',
  `[${PING}]`,
  '"ping"',
  '7',
  'null',
  '{}',
  '{"id":5}',
  '{"id":5,"method":7}',
  '{"id":5,"result":{}}',
  '{"id":5,"method":"ping"}',
  '{"jsonrpc":"1.0","id":5,"method":"ping"}',
  '{"method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"read_parcel"}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":null}}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":7}}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","params":"_meta"}',
].map((body) => ({ name: `body ${body}`, body }));

const calls: LegacyRequest[] = [
  { name: 'call', body: call('read_parcel', { parcel_id: 7 }) },
  {
    name: 'call with a progress token',
    body: rpc('tools/call', {
      name: 'read_parcel',
      arguments: { parcel_id: 7 },
      _meta: { progressToken: 3 },
    }),
  },
  {
    name: 'call with what the new revision adds, undeclared',
    body: rpc('tools/call', {
      name: 'read_parcel',
      arguments: { parcel_id: 7 },
      requestState: 'x',
      inputResponses: {},
    }),
  },
  { name: 'call without an argument', body: call('read_parcel', {}) },
  { name: 'call without arguments', body: call('read_parcel') },
  { name: 'call that the carrier refuses', body: call('send_parcel', {}) },
  { name: 'call that breaks when something may be saved', body: call('send_parcel', { confirm: true }) },
  { name: 'call of a tool that OAuth lacks', headers: token('oauth'), body: call('send_parcel', {}) },
  { name: 'list over OAuth', headers: token('oauth'), body: rpc('tools/list') },
  { name: 'call of nothing', body: call(undefined) },
  { name: 'call of an empty name', body: call('') },
  { name: 'call of a number', body: call(7) },
  { name: 'call of a strange name', body: call('no such "tool" 漢') },
  { name: 'call of a long name', body: call('x'.repeat(300)) },
];

const doors: LegacyRequest[] = [
  { name: 'no token', headers: { authorization: '' }, body: PING },
  { name: 'another scheme', headers: { authorization: 'Basic eDp5' }, body: PING },
  { name: 'two words', headers: { authorization: 'Bearer a b' }, body: PING },
  { name: 'unknown token', headers: token('nobody'), body: PING },
  { name: 'expired token', headers: token('expired'), body: PING },
  { name: 'limited token', headers: token('limited'), body: PING },
  { name: 'auth away', headers: token('down'), body: PING },
  {
    name: 'unknown token and version',
    headers: { ...token('nobody'), ...version('1999-01-01') },
    body: PING,
  },
  { name: 'foreign origin', headers: { origin: 'https://evil.example' }, body: PING },
  { name: 'allowed origin', headers: { origin: 'https://app.example' }, body: PING },
  {
    name: 'allowed origin, unsupported version',
    headers: { origin: 'https://app.example', ...version('1') },
    body: PING,
  },
  { name: 'another media type', headers: { 'content-type': 'text/plain' }, body: PING },
  { name: 'a JSON media type of its own', headers: { 'content-type': 'application/x+json' }, body: PING },
  { name: 'over the limit', body: Buffer.alloc(1024 * 1024 + 1, 0x20) },
  { name: 'bytes that are no text', body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  { name: 'GET', method: 'GET' },
  { name: 'DELETE', method: 'DELETE' },
  { name: 'OPTIONS from nowhere allowed', method: 'OPTIONS', headers: { origin: 'https://evil.example' } },
];

/** What clients of 2025-06-18 and 2025-11-25 send, and what breaks the rules of those versions. */
export const LEGACY_CORPUS: readonly LegacyRequest[] = [
  ...handshakes,
  ...versions,
  ...methods,
  ...ids,
  ...bodies,
  ...calls,
  ...doors,
];

/** The request as it goes over the wire, on a connection that ends with its answer. */
export function toBytes({ method = 'POST', headers = {}, body = '' }: LegacyRequest): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  const all = {
    host: 'ship.example',
    connection: 'close',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: 'Bearer access',
    ...headers,
    'content-length': String(bytes.length),
  };
  const head = Object.entries(all)
    .filter(([name, value]) => name !== 'authorization' || value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} /mcp HTTP/1.1\r\n${head.join('')}\r\n`), bytes]);
}
