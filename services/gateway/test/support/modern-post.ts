import { post, type TestGateway } from './start-gateway';

export const MODERN = '2026-07-28';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

interface ModernRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly id?: unknown;
  /** What `_meta` says in place of the version and of no capabilities; undefined leaves a key out. */
  readonly version?: unknown;
  readonly capabilities?: unknown;
  /** Headers in place of those that repeat the body; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** One request of 2026-07-28, as its clients send it but for what a test says. */
export function modernPost(gateway: TestGateway, request: ModernRequest): Promise<Response> {
  const { method, params = {}, id = 1, headers } = request;
  const meta = {
    [VERSION_KEY]: 'version' in request ? request.version : MODERN,
    [CAPABILITIES_KEY]: 'capabilities' in request ? request.capabilities : {},
  };
  return post(
    gateway,
    { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } },
    {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(method === 'tools/call' && { 'mcp-name': String(params.name) }),
      ...(method === 'resources/read' && { 'mcp-name': String(params.uri) }),
      ...headers,
    },
  );
}

export interface Spoken {
  readonly status: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
  readonly id?: unknown;
}

/** The answer with its HTTP status. */
export async function modernAnswer(gateway: TestGateway, request: ModernRequest): Promise<Spoken> {
  const response = await modernPost(gateway, request);
  return { status: response.status, ...((await response.json()) as Omit<Spoken, 'status'>) };
}
